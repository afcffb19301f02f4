// The editor of a ruleset: its text with numbered lines, a mark on a line with an error, and the laws of rulesets, checked
// while one types.

import { element } from './element.js';
import { examples } from './examples.js';
import { go, link } from './link.js';
import { most, packed } from './packed.js';
import { example } from './parts.js';
import { Unanswered, ask } from './server.js';
import { say } from './status.js';
import { own } from './transport.js';

const starting = `// Take one token or three; who cannot move loses.
let example = "10";
fn moves(heap) {
  [1, 3].filter(|amount| amount <= heap).map(|amount| heap - amount)
}
`;

/** The time between the last key and a check of the laws, in milliseconds. */
const pause = 350;

class Editor {
  constructor() {
    this.clock = null;
    this.name = element('input', { id: 'own-name', name: 'file', spellcheck: 'false', autocomplete: 'off', value: './mine.rhai' });
    this.text = element('textarea', {
      id: 'own-text',
      rows: '12',
      wrap: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      'aria-describedby': 'own-told',
    });
    this.text.value = starting;
    this.lines = element('div', { class: 'gutter', 'aria-hidden': 'true' });
    this.told = element('div', { id: 'own-told', class: 'told', role: 'status' });
    this.text.addEventListener('input', () => this.later());
    this.name.addEventListener('input', () => this.later());
    this.text.addEventListener('scroll', () => this.scroll());
    const picked = element('input', { type: 'file', accept: '.rhai,.wat,.wasm,.txt', 'aria-label': 'A file of this machine' });
    picked.addEventListener('change', () => picked.files[0] && this.open(picked.files[0]));
    this.root = element(
      'section',
      { class: 'own' },
      element('h2', {}, 'A ruleset of your own'),
      element(
        'p',
        { class: 'hint' },
        'Write a script, or drop a file: .rhai, .wat, .wasm, or the text of a graph. ',
        'It stays in this tab; links to what you ask carry it.',
      ),
      element(
        'ul',
        { class: 'examples', 'aria-label': 'Rulesets to start from' },
        examples.map(([file, words]) =>
          element('li', {}, element('button', { type: 'button', class: 'quiet', onclick: () => this.start(file) }, words)),
        ),
      ),
      element(
        'form',
        {
          onsubmit: event => {
            event.preventDefault();
            this.take();
          },
        },
        element('label', {}, 'Its name', this.name),
        element('label', { class: 'wide', for: 'own-text' }, 'The script'),
        element('div', { class: 'written' }, this.lines, this.text),
        this.told,
        element(
          'div',
          { class: 'row' },
          element('button', { class: 'main' }, 'Use these rules'),
          element('label', {}, 'Or a file', picked),
        ),
      ),
    );
    this.number();
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => this.drop(event));
  }

  /** Shows the text of a file. */
  write(name, text, { focus = false } = {}) {
    this.name.value = name;
    this.text.value = text;
    this.later();
    if (!focus) return;
    this.text.focus();
    this.text.scrollIntoView({ block: 'center' });
  }

  async start(file) {
    const text = await example(file).catch(() => null);
    if (text == null) return this.say(element('p', {}, `${file} is not there without a network.`));
    this.write(`./${file}`, text, { focus: true });
  }

  async take() {
    clearTimeout(this.clock);
    const why = await this.use(this.name.value.trim(), new TextEncoder().encode(this.text.value));
    if (!why) return;
    // The check of the laws shows where the error is.
    await this.attempt();
    if (!this.told.textContent.includes(why)) this.told.append(element('p', { role: 'alert', class: 'trouble' }, why));
  }

  later() {
    this.number();
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.attempt(), pause);
  }

  /** Numbers the lines, and marks the line with an error. */
  number(wrong = null) {
    const count = this.text.value.split('\n').length;
    this.lines.replaceChildren(
      ...Array.from({ length: count }, (_, at) => element('span', { class: at + 1 === wrong && 'wrong' }, String(at + 1))),
    );
    this.scroll();
  }

  scroll() {
    this.lines.scrollTop = this.text.scrollTop;
  }

  say(...nodes) {
    this.told.replaceChildren(...nodes);
  }

  /** Checks the laws for the text. */
  async attempt() {
    clearTimeout(this.clock);
    const written = { file: this.name.value.trim(), text: this.text.value };
    try {
      this.show(await ask('laws', written, { slot: 'laws' }));
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof Unanswered)) throw error;
      this.number();
      this.text.removeAttribute('aria-invalid');
      this.say(element('p', { class: 'trouble' }, error.message));
    }
  }

  show({ fault, broken, line: at, data, parameters, laws, positions }) {
    const line = at ?? broken?.line ?? null;
    const isWrong = fault != null || broken != null;
    this.number(line);
    if (isWrong) this.text.setAttribute('aria-invalid', 'true');
    else this.text.removeAttribute('aria-invalid');
    const place = line && `Line ${line}: `;
    if (fault) return this.say(element('p', { class: 'trouble' }, place, fault));
    if (data) return this.say(element('p', {}, 'Its rules are data, not code: there is nothing to try, and periods are proved.'));
    if (parameters) return this.say(element('p', {}, `It takes parameters: expected ${parameters}.`));
    const held = laws.filter(({ held }) => held > 0);
    this.say(
      broken
        ? element('p', { class: 'trouble' }, place, `broken: ${broken.law} at ${broken.position}: ${broken.how}`)
        : element('p', {}, `Every law held, on ${positions} positions.`),
      element(
        'details',
        {},
        element('summary', {}, 'Laws'),
        element(
          'ul',
          {},
          held.map(({ law, held }) => element('li', {}, `${law}: held ${held} times`)),
        ),
      ),
    );
  }

  /** Loads a file and shows one of its positions. Returns the reason if the file does not load. */
  use(name, bytes) {
    // One file after the other, because a file that fails is replaced by the earlier one of its name. The page waits for this
    // before it asks something.
    const loaded = (own.loading ?? Promise.resolve()).then(() => this.load(name, bytes));
    const loading = loaded.catch(() => {}).then(() => {
      if (own.loading === loading) own.loading = null;
    });
    own.loading = loading;
    return loaded;
  }

  async load(name, bytes) {
    if (!/^[^@+:,"\s]{1,200}$/.test(name)) return 'A name has no blank, @, +, :, comma or quote, such as ./mine.rhai.';
    if (bytes.length > most) return `${name} has more than ${most >> 20} MiB.`;
    const before = own.files.get(name);
    own.keep(name, bytes, await packed(name, bytes));
    let isLoaded = false;
    try {
      const { rulesets, faults } = await ask('rulesets', null, { slot: 'own' });
      const fault = faults.find(({ file }) => file === name);
      if (fault) return fault.why;
      isLoaded = true;
      const known = rulesets.find(ruleset => ruleset.name === name);
      go(known ? link('position', { q: known.example ?? `${name}@7` }) : link('position', { q: `digraph:${name}@` }));
      say(`${name} is there.`);
      return null;
    } catch (error) {
      if (error.name === 'AbortError') return null;
      if (!(error instanceof Unanswered)) throw error;
      return error.message;
    } finally {
      if (!isLoaded && before) own.keep(name, before.bytes, before.carried);
      else if (!isLoaded) own.remove(name);
    }
  }

  async drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    await this.open(file);
  }

  /** Loads a file of this machine. A text that can be edited is also shown in the editor. */
  async open(file) {
    if (file.size > most) return say(`${file.name} has more than ${most >> 20} MiB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = `./${file.name.replace(/[@+:,"\s]/g, '-')}`;
    if (/\.(rhai|wat)$/.test(name)) this.write(name, new TextDecoder().decode(bytes));
    const why = await this.use(name, bytes);
    if (why) say(why);
  }

  /** Returns the buttons for a file in the list. */
  controls(name, then) {
    const button = (words, action) =>
      element('button', { type: 'button', class: 'quiet', onclick: action, 'aria-label': `${words} ${name}` }, words);
    const forget = () => {
      own.remove(name);
      then();
    };
    const edit = () => this.write(name, new TextDecoder().decode(own.bytes(name)), { focus: true });
    return [' ', /\.(rhai|wat)$/.test(name) && button('Edit', edit), ' ', button('Forget', forget)];
  }
}

export const editor = new Editor();
// `own.js` cannot import this module, which needs the engine
own.use = (name, bytes) => editor.use(name, bytes);
