// Chooses the view: the address names it, and each view keeps what was typed and answered in it.

import * as home from './home.js';
import * as board from './play.js';
import * as position from './position.js';
import * as sequence from './sequence.js';
import * as table from './table.js';
import * as graph from './graph.js';
import * as value from './value.js';
import * as quotient from './quotient.js';
import * as find from './find.js';
import * as rulesets from './rulesets.js';
import * as lesson from './student.js';
import { element } from './element.js';
import { carry, link, linked, place } from './link.js';
import { hangUp } from './server.js';
import { menu } from './share.js';
import { say } from './status.js';
import { own, words } from './transport.js';

const views = { games: home, board, position, sequence, table, graph, value, quotient, find, rulesets, lesson };
const main = document.getElementById('main');
// The reason why the files of a link could not be read. It is shown until the visitor goes to another place.
const damaged = element('p', { class: 'trouble', role: 'alert', hidden: true });
const tabs = [...document.querySelectorAll('nav a')];
let seen = null;
let arrived = null;

function arrive() {
  // A new token, pasted into an open tab: load the page again with it.
  if (location.hash.startsWith('#token=')) return location.reload();
  // Following a link fires several events, of which the first is enough.
  const here = { hash: location.hash, state: JSON.stringify(history.state) };
  if (arrived && arrived.hash === here.hash && arrived.state === here.state) return;
  arrived = here;
  show();
}

async function show() {
  const { view, asked, files } = linked(location.hash);
  // Rules in a link must be loaded before a question about them is asked.
  damaged.hidden = true;
  if (own?.loading || own?.lacks(files)) {
    const here = location.hash;
    await own.loading;
    await own.take(files).catch(({ message }) => {
      damaged.textContent = message;
      damaged.hidden = false;
    });
    // The visitor has gone to another place in the meantime.
    if (location.hash !== here) return;
  }
  const name = Object.hasOwn(views, view) ? view : 'games';
  hangUp();
  say('');
  place.dispatchEvent(new Event('moved'));
  if (name !== seen) {
    main.replaceChildren(...views[name].root);
    main.dataset.view = name;
    seen = name;
    // a lesson has no other way out
    for (const part of document.querySelectorAll('header, footer, .skip')) part.hidden = name === 'lesson';
  }
  for (const tab of tabs) {
    const isHere = tab.dataset.view === (name === 'board' ? 'games' : name);
    if (isHere) tab.setAttribute('aria-current', 'page');
    // in a narrow window the tabs scroll sideways
    if (isHere) tab.parentNode.scrollLeft = tab.offsetLeft - tab.parentNode.offsetLeft - 60;
    else tab.removeAttribute('aria-current');
    // The tab of this view leads back to what was last asked in it.
    if (isHere && location.hash && name !== 'board') tab.setAttribute('href', location.hash);
  }
  if (['position', 'graph', 'value'].includes(name) && asked.q) carry(asked, name);
  const title = tabs.find(tab => tab.dataset.view === name)?.textContent ?? (name === 'lesson' ? 'A lesson' : 'Play');
  document.title = [name !== 'lesson' && asked.q?.slice(0, 60), title, 'sprague'].filter(Boolean).join(' · ');
  views[name].show(asked, history.state);
}

// Skipping to the answer moves the focus but does not change the address.
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  (main.querySelector('#verdict') ?? main.querySelector('.answer') ?? main).focus();
});
main.before(damaged);
document.querySelector('header').append(menu());
document.querySelector('footer p').textContent = words.foot;
addEventListener('popstate', arrive);
addEventListener('hashchange', arrive);
addEventListener('sprague:moved', () => {
  arrived = { hash: location.hash, state: JSON.stringify(history.state) };
  show();
});
if (!location.hash) history.replaceState(null, '', link('games'));
arrive();
performance.mark('ready');
