// The page of a student: a note, a board, and questions about it or a game on it. Before the student answers, the program is
// asked only for boards, positions and replies, so that no answer is in the page or in its requests.

import { Stage } from './stage.js';
import { Unanswered, ask, hangUp } from './server.js';
import { answers, explained, hintsFor, mover, over, questionOf, rightAnswer, slip, tally, tasks, threeHints, winner } from './words.js';
import { board, meet, opened, path, played, started, traces } from './line.js';
import { briefly, games, titled } from './games.js';
import { button, element, present } from './element.js';
import { conditions } from './link.js';
import { lesson as steps } from './lesson.js';

const longest = 280;
const most = 50;
const levels = ['easy', 'middle', 'perfect'];

/** A lesson at a place of the page. A preview shows the first question, which cannot be answered. */
export class Lesson {
  constructor(place, { isPreview = false } = {}) {
    Object.assign(this, { place, isPreview, slot: isPreview ? 'preview' : 'lesson' });
    this.head = element('div', { class: 'lesson-head' });
    this.table = element('div', { class: 'at-play', tabindex: '-1' });
    this.panel = element('div', { class: 'lesson-panel' });
    place.inert = isPreview;
    place.replaceChildren(this.head, this.table, this.panel);
  }

  /** Shows the lesson of a link. */
  async show(asked) {
    const isOneOf = (list, value, usual) => (list.includes(value) ? value : usual);
    clearTimeout(this.pause);
    Object.assign(this, {
      asked,
      task: isOneOf(
        tasks.map(([id]) => id),
        asked.task,
        'play',
      ),
      level: isOneOf(levels, asked.level, 'middle'),
      hides: asked.hide !== '0',
      total: Math.max(1, Math.min(most, Math.floor(Number(asked.n)) || 1)),
      score: { right: 0, of: 0, streak: 0 },
      seed: Math.floor(Math.random() * 2 ** 32),
      not: [],
    });
    await this.attempt(async () => {
      this.list = (await games()).rulesets;
      const { at, ended } = await opened(asked, conditions(asked), this.slot);
      this.first = at;
      this.introduce(ended);
      await this.look(at);
    });
  }

  /** Runs a job, and shows the reason if the program does not answer. */
  async attempt(job) {
    try {
      await job();
    } catch (failed) {
      if (failed.name === 'AbortError') return;
      if (!(failed instanceof Unanswered)) throw failed;
      const again = failed.stopped && button('Ask again', () => this.attempt(job), { class: 'quiet' });
      this.panel.replaceChildren(...present([element('p', { role: 'alert', class: 'notice' }, `${failed.message} `, again)]));
    }
  }

  introduce(ended) {
    const { shown } = this.first;
    const title = titled(this.list, shown);
    const note = [...(this.asked.note ?? '')].slice(0, longest).join('');
    if (!this.isPreview) document.title = `${title} · a lesson`;
    this.head.replaceChildren(
      ...present([
        element(this.isPreview ? 'h3' : 'h1', {}, title),
        note && element('p', { class: 'note' }, note),
        briefly(this.list, shown),
        ended && element('p', { role: 'alert', class: 'notice' }, `${ended}. The lesson begins before it.`),
      ]),
    );
  }

  /** Shows a position: the next question, or the next turn of the game. */
  async look(to) {
    clearTimeout(this.pause);
    hangUp(`${this.slot}-reply`);
    to.shown ??= await board(to.asked, this.slot);
    Object.assign(this, { node: to, answer: null, hints: 0, narrowed: null });
    if (this.task !== 'play') this.not.push(to.shown.position);
    this.draw();
    if (this.task !== 'play' || this.isPreview || to.shown.over) return;
    if (!this.isMine()) this.pause = setTimeout(() => this.attempt(() => this.reply()), 450);
    else if (!this.hides) this.attempt(() => this.judged().then(() => this.node === to && this.fill()));
  }

  /** Returns whether the student moves in the game: as Left or Right, or in other games as the starter or the other player. */
  isMine() {
    const { as } = this.asked;
    const { first } = this.first.shown;
    if (first) return this.node.shown.first === (['left', 'right'].includes(as) ? as : first);
    return (this.node.turn === this.first.turn) === (as !== 'right');
  }

  name(at, isOther = false) {
    if (this.task !== 'play') return mover(at.shown ?? {});
    const isMine = (at.turn === this.node.turn) === this.isMine();
    return isMine !== isOther ? 'You' : 'sprague';
  }

  draw() {
    const { node, task } = this;
    const isOpen = task === 'play' ? this.isMine() : task === 'move';
    const name = (...of) => this.name(...of);
    this.stage = new Stage(node.shown, {
      isIdle: !isOpen || this.isPreview,
      play: move => this.take(move),
      ...traces(node, name),
      narrow: moves => {
        this.narrowed = moves;
        this.fill();
        this.panel.querySelector('.meet button')?.focus();
      },
      look: (move, several = 0) => this.stage?.say(move ? move.text : several > 1 ? `${several} moves meet here` : this.prompt()),
    });
    this.stage.say(this.prompt());
    const hadFocus = this.table.contains(document.activeElement);
    this.table.replaceChildren(this.stage.root);
    this.fill();
    if (!hadFocus) return;
    this.stage.fit();
    (this.table.querySelector('[role=button]') ?? this.table).focus({ preventScroll: true });
  }

  prompt() {
    const { node, task } = this;
    const name = (...of) => this.name(...of);
    if (task === 'move') return this.answer ? '' : 'Touch the board where you would move.';
    if (task !== 'play' || node.shown.over) return '';
    return `${this.isMine() ? 'Your move: touch the board.' : 'sprague moves …'}${tally(node, name)}`;
  }

  take(move) {
    if (this.task === 'move') return this.answered('move', move);
    const next = played(this.node, move, this.isMine() ? 'you' : 'sprague', this.stage.left(move));
    this.attempt(() => this.look(next));
  }

  async reply() {
    const { node, level } = this;
    const { q, ...conditions } = node.asked;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const told = await ask('reply', { position: q, ...conditions, level, seed }, { slot: `${this.slot}-reply` });
    if (node === this.node && told.reply)
      this.take(node.shown.moves.find(({ move }) => move === told.reply.move) ?? told.reply);
  }

  /** Asks who wins. Nothing asks this before the student has answered, or wants a hint. */
  async judged() {
    const { node, slot } = this;
    const { q, ...conditions } = node.asked;
    node.told ??= await ask('view', { position: q, ...conditions }, { slot: `${slot}-view`, partial: 'components' });
    return node.told;
  }

  wording(move) {
    return this.node.shown.moves.find(other => other.move === move.move)?.text ?? move.move;
  }

  /** Judges an answer: one of those to choose from, `shown` to see the right one, or a move. */
  answered(choice, move = null) {
    if (this.answer || this.isPreview) return;
    const { node, task, score } = this;
    const wording = move => this.wording(move);
    this.answer = { choice };
    this.narrowed = null;
    this.stage.isIdle = true;
    this.fill();
    this.attempt(async () => {
      const told = await this.judged();
      const right = rightAnswer(task, told, node.shown);
      const made = move && told.moves?.find(other => other.move === move.move);
      const isKnown = right != null && (!move || made?.outcome != null);
      const isRight = move ? made?.outcome === 'loss' : choice === right;
      const words = !isKnown
        ? `${winner(told)} This question does not count.`
        : isRight && move
          ? `The other player has no answer to: ${move.text}.`
          : [!isRight && made && (await this.refuted(move, made)), explained(task, told, node.shown, wording)]
              .filter(Boolean)
              .join(' ');
      if (node !== this.node) return;
      this.answer = { choice, right, isRight, isKnown, words };
      if (isKnown) {
        score.of += 1;
        score.right += Number(isRight);
        score.streak = isRight ? score.streak + 1 : 0;
      } else this.total -= 1;
      this.fill();
      if (move) this.stage.light(move);
      this.stage.say('');
      this.panel.querySelector('.next, .done')?.focus();
    });
  }

  /** Returns how the other player answers a move that does not win. */
  async refuted({ to, next, text, again }, { outcome }) {
    const { play, rule } = this.node.asked;
    if (again) return '';
    const asked = { position: to, play, rule, first: next, level: 'perfect', seed: 0 };
    const { reply } = await ask('reply', asked, { slot: `${this.slot}-reply` });
    return reply ? `The other player answers “${text}” with “${reply.text}”${outcome === 'draw' ? ', and nobody wins' : ''}.` : '';
  }

  /** Goes to the next question: a fresh position like the first, or the position after the best move. */
  next() {
    const { node, not, seed } = this;
    this.attempt(async () => {
      const { play, rule } = node.asked;
      if (this.asked.fresh === '1') {
        const { family } = this.first.shown.components[0];
        const size = this.first.shown.position.slice(this.first.shown.position.indexOf('@') + 1);
        const asked = { family, size, play, rule, seed, not };
        const told = await ask('fresh', asked, { slot: this.slot }).catch(failed => {
          if (!(failed instanceof Unanswered) || failed.stopped) throw failed;
        });
        if (told) await this.look(started({ ...this.first.asked, q: told.position }));
        else this.end();
      } else {
        const best = node.shown.moves.find(({ move }) => move === node.told.best.move);
        await this.look(played(node, best ?? { ...node.told.best, changes: [] }, null, {}));
      }
      (this.panel.querySelector('.done') ?? this.panel.querySelector('.task')).focus();
    });
  }

  /** Ends the lesson, because there are no more positions like the first. */
  end() {
    this.total = this.score.of;
    this.fill();
  }

  fill() {
    const kept = document.activeElement?.dataset?.keep;
    const parts = this.task === 'play' ? this.match() : this.quiz();
    this.panel.replaceChildren(...present([parts, this.narrowed && meet(this.narrowed, move => this.take(move))]));
    if (kept) this.panel.querySelector(`[data-keep="${CSS.escape(kept)}"]:not(:disabled)`)?.focus();
  }

  hint() {
    return button(
      this.hints > 2 ? 'No more hints' : 'Hint',
      () => {
        this.hints += 1;
        this.fill();
        this.attempt(() => this.judged().then(() => this.fill()));
      },
      { 'data-keep': 'hint', disabled: this.hints > 2 },
    );
  }

  hinted(list) {
    const { told } = this.node;
    const all = told ? list(told, move => this.wording(move)).filter(Boolean) : ['One moment …'];
    const items = all.slice(0, this.hints).map(words => element('li', {}, words));
    return this.hints > 0 && element('ol', { class: 'three', role: 'status' }, items);
  }

  /** Returns the controls of a game. */
  match() {
    const { node, first, hides } = this;
    const last = path(node).findLast(({ by }) => by === 'you');
    const slipped = !hides && last?.parent.told && path(node).length - path(last).length < 2 && slip(last.parent.told, last.move);
    const go = to => this.attempt(() => this.look(to));
    let before = node.parent;
    while (before && before !== first && before.turn !== (last?.parent.turn ?? before.turn)) before = before.parent;
    return [
      node.shown.over && element('p', { class: 'done', role: 'status' }, over(node, (...of) => this.name(...of))),
      slipped && element('p', { class: 'blunder', role: 'status' }, slipped),
      element(
        'div',
        { class: 'row' },
        button('Take back', () => go(before), { disabled: !last, 'data-keep': 'undo' }),
        button('Again', () => go(first), { disabled: node === first, 'data-keep': 'again' }),
        !hides && this.isMine() && !node.shown.over && this.hint(),
      ),
      this.hinted(threeHints),
    ];
  }

  /** Returns a question with its answers, and once it is answered, what was right and why. */
  quiz() {
    const { node, task, answer, score, total, hides } = this;
    const { shown, told } = node;
    const isDone = answer?.words && (score.of >= total || (this.asked.fresh !== '1' && !told.best));
    const number = score.of + (answer?.words ? 0 : 1);
    // a student need not read notation
    const isPlain = words => !/@|^[a-z][\w-]*(:\S*)?: /.test(words);
    const why = answer?.words ? [...(told.why ?? []), ...steps(told).flatMap(({ words }) => words ?? [])] : [];
    const reasons = why.filter(isPlain);
    const choices = answers(task, shown).map(([id, words]) =>
      button(words, () => this.answered(id), {
        disabled: answer != null,
        'data-keep': `answer ${id}`,
        class: answer?.words && id === answer.right ? 'right' : answer?.choice === id ? 'chosen' : null,
      }),
    );
    return [
      element(
        this.isPreview ? 'h4' : 'h2',
        { class: 'task', tabindex: '-1' },
        questionOf(task, shown),
        total > 1 && element('span', { class: 'soft' }, ` ${Math.max(1, Math.min(number, total))} of ${total}`),
      ),
      element('div', { class: `answers ${task}`, role: 'group', 'aria-label': 'Answers' }, choices),
      answer && !answer.words && element('p', { class: 'soft', role: 'status' }, 'One moment …'),
      answer?.words &&
        element(
          'p',
          { class: `said ${answer.isKnown ? (answer.isRight ? 'right' : 'wrong') : ''}`, role: 'status' },
          answer.isKnown && element('strong', {}, answer.isRight ? 'Right. ' : answer.choice === 'shown' ? '' : 'Not quite. '),
          answer.words,
          score.streak > 1 && element('span', { class: 'streak' }, ` ${score.streak} in a row.`),
        ),
      reasons.length > 0 &&
        element(
          'details',
          {},
          element('summary', {}, 'Why?'),
          reasons.map(words => element('p', {}, words)),
        ),
      isDone && element('p', { class: 'done', tabindex: '-1' }, `Done: ${score.right} of ${score.of} right.`),
      element(
        'div',
        { class: 'row' },
        answer?.words && !isDone && button('Next', () => this.next(), { class: 'main next' }),
        !answer && this.hint(),
        !answer && !hides && button('Show the answer', () => this.answered('shown'), { 'data-keep': 'shown' }),
      ),
      !answer && this.hinted((told, wording) => hintsFor(task, told, shown, wording)),
    ];
  }
}

const place = element('article', { class: 'student' });
export const root = [place];
const page = new Lesson(place);

export function show(asked) {
  return page.show(asked);
}
