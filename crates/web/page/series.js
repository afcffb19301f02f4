// The rows of an answer as numbers that can be drawn: nimbers, outcomes as levels, and one row for each of several.

const outcomes = { P: 'Lost', D: 'Draw', N: 'Won' };
const classes = { P: 'Previous player wins', R: 'Right wins', L: 'Left wins', N: 'Next player wins' };
const winners = { R: 'Right wins', D: 'Draw', L: 'Left wins' };

/**
 * Returns what can be drawn of an answer, the main row first. Each series has `name`, `period`, and `values`, and may have
 * `levels` or `texts`.
 */
export function series(told) {
  const rows = [];
  const add = (name, values, period, levels = null) =>
    rows.push({
      name,
      values,
      levels,
      period,
      length: values.length,
      text: n => (levels ? levels[values[n]][0] : values[n]),
    });
  const letters = (name, text, names) => {
    const levels = Object.keys(names).filter(letter => text.includes(letter));
    const rank = Object.fromEntries(levels.map((letter, at) => [letter, at]));
    add(
      name,
      Int32Array.from(text, letter => rank[letter] ?? 0),
      told.outcome_period,
      levels.map(letter => `${letter}: ${names[letter]}`),
    );
  };
  if (told.values) {
    rows.push({
      name: 'values',
      texts: told.values,
      period: told.period,
      length: told.values.length,
      text: n => told.values[n],
    });
  }
  if (told.nimbers) add('nimbers', Int32Array.from(told.nimbers), told.nimber_period ?? told.period);
  // points are drawn from 0 up
  if (told.scores?.every(score => score >= 0)) add('scores', Int32Array.from(told.scores), told.period);
  const isOfClasses = told.left_first || told.left_stops;
  if (typeof told.outcomes === 'string') letters('outcomes', told.outcomes, isOfClasses ? classes : outcomes);
  else if (!isOfClasses) for (const [parity, text] of Object.entries(told.outcomes ?? {})) letters(`outcomes, ${parity} holding`, text, outcomes);
  if (told.left_first) letters('winners, Left starts', told.left_first, winners);
  if (told.right_first) letters('winners, Right starts', told.right_first, winners);
  for (const [amount, text] of Object.entries(told.after ?? {})) letters(`outcomes after ${amount}`, text, outcomes);
  for (const [parity, amounts] of Object.entries(told.take ?? {})) {
    add(
      `what to take, ${parity} holding (0: nothing)`,
      Int32Array.from(amounts, amount => amount ?? 0),
      told.period,
    );
  }
  return rows;
}

/** Describes the known facts about the period. */
export function periodWords(told) {
  const period = told.nimbers && told.nimber_period ? told.nimber_period : told.period;
  if (!period && told.law) return lawWords(told.law);
  if (!period && told.classes) return laws(told);
  if (!period) return told.outcome_period ? `outcomes: ${sentence(told.outcome_period)}` : 'no period is seen';
  return sentence(period);
}

/** Describes a law by which nimbers follow from the nimbers of smaller heaps. */
function lawWords({ law, status, rows }) {
  return status === 'proved' ? `${law}; proved for all n` : `${law}; observed in ${rows} rows, not proved`;
}

/** Describes the proved facts about the rows of all classes. The law of each class is in a table. */
function laws({ classes, order }) {
  const count = classes.filter(({ kind }) => kind !== 'order').length;
  const alone = classes.length - count;
  const said = [];
  if (count) said.push(count === 1 ? 'one class of rows has its law' : `${count} classes of rows have a law each`);
  if (alone) said.push(`of ${which(alone, count > 0)}, only the order is known`);
  return `${said.join(', ')}, proved by ${order.theorem}`;
}

/** Describes this number of classes of rows, which are all classes unless `isMore`. The words are those of the program. */
function which(count, isMore) {
  if (isMore) return count === 1 ? 'one more class' : `${count} more classes`;
  return count === 1 ? 'the one class of rows' : `all ${count} classes of rows`;
}

function sentence({ period, preperiod, saltus, status, theorem }) {
  const gain = saltus && saltus !== '0' ? `, each time ${saltus} more` : '';
  const why = status === 'proved' ? `proved by ${theorem}` : 'observed only: no theorem proves it';
  return `period ${period} from n = ${preperiod} on${gain} (${why})`;
}
