// Sends questions to the engine, and handles the reasons why they have no answer.

import { say, searching } from './status.js';
import { sent, words } from './transport.js';
import { sentence } from './verdict.js';

/**
 * Why there is no answer. `field` is the wrong field of the question, `at` the byte in it, and `stopped` the limit that was
 * reached.
 */
export class Unanswered extends Error {
  constructor(message, { at = null, field = null, stopped = null } = {}) {
    super(message);
    this.at = at;
    this.field = field;
    this.stopped = stopped;
  }
}

// The foot of the page contains the limits and how to change them.
const limits = {
  time: seconds => `Stopped after ${seconds} s, the limit of time. Ask something smaller.`,
  positions: () => 'Stopped: too many positions. Ask something smaller.',
  memory: () => 'Stopped: too much memory. Ask something smaller.',
  asked: () => 'Stopped, as you asked.',
  fault: () => 'The ruleset failed.',
};

const running = new Map();

/** Cancels every question, or the one with this `slot`, so that the program stops searching. */
export function hangUp(slot = null) {
  for (const [name, control] of running) if (slot == null || name === slot) control.abort();
}

/**
 * Returns the answer to a question. A newer question with the same `slot` cancels the older one. `partial` names the part of an
 * answer that is worth showing even if a limit was reached. `heard(told)` is called with what has been found so far.
 */
export async function ask(path, question, { slot = 'view', partial = null, heard } = {}) {
  return held(slot, question != null, async control => {
    const each = heard && gathered(heard, control.signal);
    const began = performance.now();
    const name = crypto.randomUUID();
    const leave = queued(name);
    let told, answer;
    try {
      answer = await fetched(path, question, control.signal, name, each);
      if (answer.status === 503) {
        const wait = Math.min(Number(answer.headers.get('retry-after')) || 2, 5);
        say(`The program is busy. Asking again in ${wait} s.`);
        await pause(wait * 1000, control.signal);
        say('Searching …');
        answer = await fetched(path, question, control.signal, name, each);
      }
      told = await json(answer);
    } finally {
      each?.(null);
      leave();
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    if (!answer.ok || told.error) throw refusal(answer.status, told);
    if (told.stopped && !(partial && told[partial])) throw limit(told, seconds);
    return told;
  });
}

/**
 * Returns a function that adds parts of an answer up and passes them on, at most once in a frame. `null` ends this.
 */
function gathered(heard, signal) {
  const told = { moves: [], cells: [] };
  let due = null;
  const pass = () => {
    due = null;
    if (!signal.aborted) heard(told);
  };
  return part => {
    if (part == null) return cancelAnimationFrame(due);
    const { move, to } = part;
    if ('cell' in part) told.cells.push(part);
    else if (move == null) Object.assign(told, part);
    // a question that was tried before its turn is answered from the start
    else if (!told.moves.some(other => other.move === move && other.to === to)) told.moves.push(part);
    due ??= requestAnimationFrame(pass);
  };
}

/** Shows the place of this question in the queue every second. Returns a function that ends this. */
function queued(name) {
  let over = false;
  let waits = false;
  const look = async () => {
    try {
      const { place } = await (await fetched('state', null, undefined, name)).json();
      if (over || (!place && !waits)) return;
      waits = place > 0;
      say(waits ? `Waiting in the queue: place ${place}.` : 'Searching …');
    } catch {
      // if something is wrong, the answer to the question will report it
    }
  };
  const clock = setInterval(look, 1000);
  return () => {
    over = true;
    clearInterval(clock);
    if (waits) say('Searching …');
  };
}

/** Returns data of the program that need no search, such as the schemas. */
export async function told(path) {
  const answer = await fetched(path, null);
  const said = await json(answer);
  if (!answer.ok) throw refusal(answer.status, said);
  return said;
}

/** Returns a file that the program creates, such as a picture. */
export async function made(path, asked, slot = 'file') {
  return held(slot, true, async control => {
    const answer = await fetched(`${path}?${new URLSearchParams(asked)}`, null, control.signal);
    if (!answer.ok) throw refusal(answer.status, await json(answer));
    if (answer.headers.get('content-type')?.startsWith('application/json')) throw limit(await json(answer), 0);
    return answer.blob();
  });
}

/** Runs a job that Stop cancels. If it is a search, its error then says so; what the page itself needs is asked again. */
async function held(slot, isSearch, job) {
  running.get(slot)?.abort();
  const control = new AbortController();
  running.set(slot, control);
  let stopped = false;
  const done = searching(() => {
    stopped = isSearch;
    hangUp();
  });
  try {
    return await job(control);
  } catch (error) {
    if (stopped && error.name === 'AbortError') throw new Unanswered(limits.asked(), { stopped: 'asked' });
    throw error;
  } finally {
    done();
    if (running.get(slot) === control) running.delete(slot);
  }
}

async function fetched(path, question, signal, name, heard) {
  try {
    return await sent(path, question, signal, name, heard);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Unanswered(words.silent);
  }
}

/**
 * Parses an answer as JSON. A refusal that is not JSON gives an empty object. If the request was cancelled, the error is passed
 * on.
 */
async function json(answer) {
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    if (answer.ok) throw new Unanswered('The answer of the program broke off. Ask again.');
    return {};
  }
}

function refusal(status, told) {
  if (status === 401) return new Unanswered(words.locked);
  if (status === 503) return new Unanswered('The program is busy with other questions. Try again in a moment.');
  if (status === 413) return new Unanswered('This question is too long.');
  return new Unanswered(told.error ?? `The program answered with ${status}.`, { at: told.at, field: told.field });
}

function limit(told, seconds) {
  const line = limits[told.stopped]?.(seconds) ?? `Stopped: ${told.stopped}.`;
  const known = told.outcome ? ` So far: ${sentence(told).toLowerCase()}.` : '';
  return new Unanswered(`${told.why ? `${line} (${told.why})` : line}${known}`, { stopped: told.stopped });
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
