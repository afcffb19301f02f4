// Caches the page for use without a network: every file of this version, and nothing else. A newer version waits until no tab
// shows the old one and does not take over open tabs, so that no tab mixes two versions.

const version = '@VERSION@';
const files = ['./', '@FILES@'];

addEventListener('install', event => {
  const fresh = files.map(file => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(version).then(cache => cache.addAll(fresh)));
});

// The previous version is kept, because a page that is just being opened may still need its files.
addEventListener('activate', event => {
  const old = async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('sprague-') && name !== version);
    await Promise.all(names.slice(0, -1).map(name => caches.delete(name)));
  };
  event.waitUntil(old());
});

addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  const kept = caches.open(version).then(cache => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(answer => answer ?? fetch(event.request)));
});
