// The place of an answer: dimmed while the next answer is computed; if there is none, emptied, or faded if it `stays`.

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
   * Fills this place with the nodes that `job` returns, unless it already shows the answer to the question `asked`. Returns
   * whether it shows that answer now.
   */
  async fill(asked, job) {
    // The visitor may have changed the text of a ruleset since then.
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

  /** Fades an answer to an earlier question, and makes it unusable. */
  fade(isStale) {
    this.root.classList.toggle('stale', isStale);
    this.root.inert = isStale;
  }
}
