// Keeps the page for when there is no network: every file of this version, and nothing else. A newer version waits until no tab
// shows the old one, and takes over no tab that is open, so that none mixes them.

const version = '@VERSION@';
const files = ['./', '@FILES@'];

addEventListener('install', event => {
  const fresh = files.map(file => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(version).then(cache => cache.addAll(fresh)));
});

// The version before stays: a page that is being opened may still be answered from it.
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
