// Where an answer stands: dimmed while the next one is searched for, gone if there is none, or faded where it `stays`.

import { element } from './element.js';
import { Unanswered } from './server.js';
import { own } from './transport.js';

export class Answer {
  constructor(question, { stays = false } = {}) {
    this.question = question;
    this.stays = stays;
    this.root = element('div', { class: 'answer', tabindex: '-1' });
    this.key = null;
  }

  /**
   * Fills it with the nodes that `job` comes back with, unless the answer to what is `asked` stands there already. Returns
   * whether there is an answer to it now.
   */
  async fill(asked, job) {
    // A ruleset of the visitor may have another text by now.
    const key = `${own?.version ?? ''} ${asked}`;
    if (key === this.key) return true;
    this.wanted = key;
    this.key = null;
    this.root.setAttribute('aria-busy', 'true');
    try {
      const nodes = await job();
      if (this.wanted !== key) return false;
      this.question.settle();
      this.fade(false);
      this.root.replaceChildren(...nodes);
      this.key = key;
      return true;
    } catch (error) {
      if (error.name === 'AbortError' || this.wanted !== key) return false;
      if (this.stays) this.fade(true);
      else this.root.replaceChildren();
      if (!(error instanceof Unanswered)) throw error;
      this.question.complain(error);
      return false;
    } finally {
      if (this.wanted === key) this.root.removeAttribute('aria-busy');
    }
  }

  /** Fades what is no answer to what was asked, so that nothing in it can be used. */
  fade(isStale) {
    this.root.classList.toggle('stale', isStale);
    this.root.inert = isStale;
  }
}
