// A quiz about the position: who wins, and by which move? It then shows what the visitor overlooked.

import { ask, Unanswered } from './server.js';
import { classes, does, isPartizan, letter, sentence } from './verdict.js';
import { element, present } from './element.js';
import { leaves } from './moves.js';

/**
 * Returns the possible answers in words. If the outcome class is not known, the question is whether the player who starts wins.
 */
function answers(told) {
  if (told.outcome_class) return classes;
  if (!isPartizan(told)) return impartial;
  return Object.fromEntries(Object.entries(does).map(([outcome, wins]) => [wins, sentence({ ...told, outcome })]));
}

const impartial = { N: 'Won for the player to move', P: 'Lost for the player to move', D: 'A draw' };

/** The quiz about an answer. `count(score)` stores the score `{ right, of }`, and `next()` goes to another position. */
export class Quiz {
  constructor(told, { score, count, next, reveal }) {
    Object.assign(this, { told, score, count, next, reveal, guessed: null, found: null });
    this.answer = isPartizan(told) && !told.outcome_class ? does[told.outcome] : letter(told);
    this.said = element('div', { class: 'said', role: 'status' });
    this.choices = element('div', { class: 'row choices' }, this.guesses());
    this.number = element('span', { class: 'soft' }, this.words());
    this.root = element(
      'section',
      { class: 'quiz', 'aria-label': 'Quiz' },
      element('h2', {}, 'Who wins? ', this.number),
      this.choices,
      this.said,
    );
  }

  words() {
    return this.score.of > 0 ? `${this.score.right} of ${this.score.of} right` : '';
  }

  guesses() {
    const says = answers(this.told);
    const of = this.told.outcome_class ? ['N', 'P', 'L', 'R'] : Object.keys(says);
    const all = of.includes(this.answer) ? of : [...of, this.answer];
    return all.map(name =>
      element(
        'button',
        { type: 'button', onclick: () => this.guess(name), title: says[name], 'aria-label': `${name}: ${says[name]}` },
        name,
      ),
    );
  }

  /** Counts a right or wrong answer. */
  mark(isRight) {
    this.score = { right: this.score.right + Number(isRight), of: this.score.of + 1 };
    this.count(this.score);
    this.number.textContent = this.words();
  }

  /** Handles a guess of who wins. */
  guess(name) {
    if (this.guessed) return;
    this.guessed = name;
    const isRight = name === this.answer;
    this.mark(isRight);
    for (const button of this.choices.children) {
      button.disabled = true;
      button.classList.toggle('right', button.textContent === this.answer);
    }
    const { outcome, best, moves } = this.told;
    const says = answers(this.told);
    const verdict = `${isRight ? 'Right' : 'No'}: ${this.answer}, ${says[this.answer][0].toLowerCase()}${says[this.answer].slice(1)}.`;
    if (outcome === 'win' && moves.length > 0)
      this.say(isRight, verdict, 'Now find a winning move: touch the board.', this.giveUp());
    else if (best && !isRight) this.overlooked(best, [verdict]);
    else this.say(isRight, verdict, this.onwards());
  }

  /** Handles the choice of a move as an answer. */
  async choose(move) {
    if (!this.guessed) {
      // a visitor who chooses a winning move has thereby answered who wins
      this.guessed = 'move';
      for (const button of this.choices.children) button.disabled = true;
    }
    if (this.found) return;
    this.found = move;
    const { outcome } = this.told;
    const wins = move.outcome === 'loss';
    const isBest = wins || (outcome === 'draw' && move.outcome === 'draw') || outcome === 'loss';
    this.mark(isBest);
    if (wins)
      return this.say(true, `Right: ${move.move} wins. It ${leaves(move) || 'leaves a lost position'}.`, this.onwards());
    if (isBest)
      return this.say(
        true,
        `${move.move} is as good as any: ${outcome === 'draw' ? 'it holds the draw' : 'every move loses'}.`,
        this.onwards(),
      );
    await this.overlooked(move, []);
  }

  /** Shows what the visitor overlooked: the answer to the chosen move, and a move that wins. */
  async overlooked(move, before) {
    const { play, rule, outcome } = this.told;
    const words = [...before];
    try {
      const after = await ask(
        'view',
        { position: move.to, play, rule, first: move.next === 'right' ? 'right' : undefined },
        { slot: 'panel' },
      );
      const answer = after.best?.move;
      if (after.outcome === 'win' && answer)
        words.push(`Overlooked: ${move.move} is answered by ${answer}${leaves(move) ? `, since it ${leaves(move)}` : ''}.`);
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof Unanswered)) throw error;
      words.push(error.message);
    }
    if (outcome === 'win' && this.told.best) words.push(`${this.told.best.move} wins.`);
    this.say(false, ...words, this.onwards());
  }

  giveUp() {
    return element(
      'button',
      { type: 'button', onclick: () => this.say(true, `${this.told.best?.move ?? 'None'} wins.`, this.onwards()) },
      'Tell me',
    );
  }

  onwards() {
    const isOver = this.told.moves.length === 0;
    return [
      !isOver && element('button', { type: 'button', class: 'next', onclick: () => this.next() }, 'Next position'),
      element('button', { type: 'button', onclick: () => this.reveal() }, 'Show all values'),
    ];
  }

  say(isRight, ...parts) {
    this.said.className = `said ${isRight ? 'right' : 'wrong'}`;
    this.said.replaceChildren(...present(parts.flat().map(part => (typeof part === 'string' ? element('p', {}, part) : part))));
  }
}
