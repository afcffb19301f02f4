// Why a position is won or lost, step by step: theorems applied to this very position. Every number is computed here or by the
// program, and a sentence is shown only if it has been checked for the position. There are no elements here, so that tests can
// recompute it all.

/** Returns the steps that explain an answer. Each has a `kind`, the numbers that it is about, and `words`. */
export function lesson(told) {
  return [columns, pairs, colder, numbers, heat, leaves].flatMap(step => step(told) ?? []);
}

const isPlain = ({ rule, play }) => rule === 'disjunctive' && play !== 'misere';
const named = (told, at) => (told.components.length > 1 ? `${at + 1}: ${told.components[at].text}` : told.components[at].text);
const fraction = text => {
  const [above, below = '1'] = String(text).split('/');
  return Number(above) / Number(below);
};

/** Returns the component that a move changes, or `null` if it changes several. */
function place({ components }) {
  return components?.length === 1 ? components[0] : null;
}

/** Returns the best move of the answer with its result, or `null`. */
export function bestMove({ best, moves }) {
  return moves.find(({ move, to }) => move === best?.move && to === best?.to) ?? null;
}

/**
 * Explains the binary columns of Nim: some move that lowers a heap makes all columns even if one is odd; otherwise every move
 * makes one odd.
 */
function columns(told) {
  const nimbers = told.components.map(({ nimber }) => (/^\d+$/.test(String(nimber)) ? BigInt(nimber) : null));
  if (!isPlain(told) || told.outcome_class || nimbers.length === 0 || nimbers.includes(null) || told.components_cut)
    return null;
  const sum = nimbers.reduce((sum, nimber) => sum ^ nimber, 0n);
  if (told.nimber == null || BigInt(told.nimber) !== sum || told.moves.length === 0) return null;
  const width = [sum, ...nimbers].reduce((most, nimber) => Math.max(most, nimber.toString(2).length), 1);
  const odd = [...sum.toString(2).padStart(width, '0')].flatMap((bit, at) => (bit === '1' ? [at] : []));
  const steps =
    width <= 64 && nimbers.length > 1
      ? [{ kind: 'columns', nimbers: nimbers.map(String), sum: String(sum), width, odd, words: null }]
      : [];
  if (sum === 0n) {
    const words =
      nimbers.length > 1
        ? 'Every column has an even number of ones. A move changes one number, so it makes some column odd, and the answer makes all even again.'
        : 'Its nimber is 0: every move leaves another nimber, from which the answer leads back to 0.';
    return [...steps, { kind: 'even', sum: '0', words }];
  }
  const best = bestMove(told);
  const at = best && place(best);
  if (at == null || String(best.nimber) !== '0') return steps;
  const target = nimbers[at] ^ sum;
  const highest = odd[0];
  // the highest odd column has a 1 in this nimber; otherwise the move raises the nimber, which only some rules allow
  const goesDown = target < nimbers[at];
  const fits = told.components.flatMap((_, other) => ((nimbers[other] ^ sum) < nimbers[other] ? [other] : []));
  return [
    ...steps,
    {
      kind: 'mend',
      component: at,
      from: String(nimbers[at]),
      target: String(target),
      sum: String(sum),
      goesDown,
      highest,
      words:
        nimbers.length === 1
          ? `${best.move} leaves ∗0, and whoever moves from 0 loses.`
          : `${nimbers[at]} and ${sum} without carry is ${target}${goesDown ? `, which is less than ${nimbers[at]}` : ''}: so ${best.move} makes ${named(told, at)} worth ∗${target}, and every column even.`,
    },
    ...(nimbers.length > 1 && fits.length > 0
      ? [
          {
            kind: 'fits',
            components: fits,
            words: `It can be done where making it so makes it less: in ${fits.map(other => named(told, other)).join(', ')}.`,
          },
        ]
      : []),
  ];
}

/** Explains components that cancel: equal nimbers, or a game and its negative. */
function pairs(told) {
  if (!isPlain(told) || told.components.length < 2) return null;
  const open = [];
  const found = [];
  told.components.forEach((component, at) => {
    const isOther = other => {
      const { nimber, text } = told.components[other];
      if (!told.outcome_class) return nimber != null && String(nimber) !== '0' && String(nimber) === String(component.nimber);
      return text === `-${component.text}` || component.text === `-${text}`;
    };
    const partner = open.findIndex(isOther);
    if (partner < 0) return void open.push(at);
    found.push([open[partner], at]);
    open.splice(partner, 1);
  });
  return found.slice(0, 6).map(pair => ({
    kind: 'pair',
    components: pair,
    words: told.outcome_class
      ? `${named(told, pair[0])} and ${named(told, pair[1])} are each other’s negative, and cancel: what is done in one is answered in the other.`
      : `${named(told, pair[0])} and ${named(told, pair[1])} are both worth ∗${told.components[pair[0]].nimber}, and cancel.`,
  }));
}

const isNumber = ({ temperature }) => temperature != null && temperature.startsWith('-');

/** Explains number avoidance: moving in a number costs, so if a component is not a number, a win can be found there. */
function numbers(told) {
  if (!isPlain(told) || !told.outcome_class || told.components.some(({ temperature }) => temperature == null)) return null;
  const all = told.components.map((_, at) => at);
  const cold = all.filter(at => isNumber(told.components[at]));
  if (cold.length === 0 || told.moves.length === 0) return null;
  const values = cold.map(at => `${named(told, at)} is the number ${told.components[at].mean}`).join(', ');
  const others = all.filter(at => !cold.includes(at));
  if (others.length === 0) {
    const sum = told.components.reduce((sum, { mean }) => sum + fraction(mean), 0);
    const says =
      sum > 0
        ? 'above 0: Left wins, whoever starts'
        : sum < 0
          ? 'below 0: Right wins, whoever starts'
          : '0: whoever starts loses';
    return [
      {
        kind: 'numbers',
        components: cold,
        sum,
        words: `${values}${cold.length > 1 ? `. Together they are ${told.name ?? sum}` : ''}, ${says}.`,
      },
    ];
  }
  if (told.outcome !== 'win') return null;
  const winner = told.moves.find(move => move.outcome === 'loss' && others.includes(place(move)));
  return (
    winner && [
      {
        kind: 'avoid',
        components: cold,
        component: place(winner),
        move: winner.move,
        words: `${values}: moving there only costs. A win is found elsewhere: ${winner.move}.`,
      },
    ]
  );
}

/** Explains which moves are dominated, according to the program's comparisons. */
function colder(told) {
  const outdone = told.moves.filter(({ dominated }) => dominated);
  if (outdone.length === 0 || told.moves_cut) return null;
  return [
    {
      kind: 'dominated',
      moves: outdone.map(({ move }) => move),
      words: `${outdone.length} of ${told.moves.length} moves are dominated: another is at least as good in every sum.`,
    },
  ];
}

/** Explains temperatures: where a move is most urgent, and whether the best move is there. */
function heat(told) {
  if (!isPlain(told) || !told.outcome_class || told.components.length < 2 || told.components_cut) return null;
  if (told.components.some(({ temperature }) => temperature == null)) return null;
  const temperatures = told.components.map(({ temperature }) => fraction(temperature));
  const most = Math.max(...temperatures);
  if (most <= 0) return null;
  const hottest = temperatures.flatMap((temperature, at) => (temperature === most ? [at] : []));
  const steps = [
    {
      kind: 'heat',
      temperatures: told.components.map(({ temperature }) => temperature),
      hottest,
      words: `${hottest.length > 1 ? 'The hottest are' : 'The hottest is'} ${hottest.map(at => `${named(told, at)}, of temperature ${told.components[at].temperature}`).join(', and ')}.`,
    },
  ];
  if (told.outcome !== 'win' || told.moves_cut) return steps;
  const wins = told.moves.filter(({ outcome }) => outcome === 'loss');
  if (wins.some(move => hottest.includes(place(move))))
    return [...steps, { kind: 'hottest-wins', components: hottest, words: 'A move there wins.' }];
  const other = wins.find(move => place(move) != null);
  if (!other) return steps;
  const at = place(other);
  return [
    ...steps,
    {
      kind: 'hottest-loses',
      components: hottest,
      component: at,
      move: other.move,
      words: `But no move there wins, and ${other.move} does, though ${named(told, at)} has only temperature ${told.components[at].temperature}: the hottest move is not always the best.`,
    },
  ];
}

/** Explains the position after the best move, in which the other player loses. */
function leaves(told) {
  const best = bestMove(told);
  if (!best || told.outcome !== 'win' || best.outcome !== 'loss' || !told.outcome_class || best.name == null) return null;
  const other = best.next === 'right' ? 'Right' : best.next === 'left' ? 'Left' : null;
  if (!other) return null;
  const sign = other === 'Right' ? '≥' : '≤';
  return [
    {
      kind: 'leaves',
      move: best.move,
      name: best.name,
      sign,
      words: `${best.move} leaves ${best.name}, which is ${sign} 0: ${other} moves there and loses.`,
    },
  ];
}
