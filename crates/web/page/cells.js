// The look of a cell of a table: its colour, its text, the mark of a lost cell, and its description in words.

import { colour } from './element.js';
import { fraction } from './fraction.js';
import { classes } from './verdict.js';

const shades = ['#ffffd9', '#e3f4c5', '#c0e5bd', '#86cfbd', '#4bb4c3', '#2d90c0', '#2866ab', '#243f92', '#131f5c'];

/** Returns the colours of nimbers from small to large. In the dark theme, large nimbers are bright. */
export function ramp() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? shades.toReversed() : shades;
}

/**
 * Returns the function that reads the cells of a table of `nimbers`, `outcomes`, `values` or `scores`. Its `legend` lists colours and
 * words.
 */
export function readers(rows, cells, isPartizan = false) {
  if (rows === 'outcomes') return outcomes(cells, isPartizan);
  if (rows === 'scores') return scores();
  return rows === 'values' ? values(cells) : nimbers(cells);
}

/** Reads the points by which the player to move wins, or both stops as text. */
function scores() {
  const kinds = [
    ['won', 'won for the player to move, by these points'],
    ['draw', 'a draw, or both stops'],
    ['lost', 'lost by these points, marked'],
  ];
  const read = cell => {
    if (cell == null) return unknown();
    const score = Number(cell);
    const [name, words] = kinds[score > 0 ? 0 : score < 0 ? 2 : 1];
    return { shade: colour(`${name}-cell`), text: String(cell), isLost: score < 0, words: `${cell}: ${words}` };
  };
  read.legend = kinds;
  return read;
}

function nimbers(cells) {
  let most = 1;
  for (const row of cells) for (const cell of row) most = Math.max(most, Number(cell ?? 0));
  const read = (cell, scale) => {
    if (cell == null) return unknown();
    if (Number(cell) === 0)
      return { shade: colour('lost-cell'), text: '0', isLost: true, words: 'nimber 0, lost for the player to move' };
    return {
      shade: scale && between(scale, Number(cell) / most),
      text: String(cell),
      isLost: false,
      words: `nimber ${cell}, won`,
    };
  };
  read.legend = [
    ['lost', 'nimber 0: lost, marked'],
    ['low', 'small'],
    ['mid', ''],
    ['high', `great, up to ${most}`],
  ];
  return read;
}

function outcomes(cells, isPartizan) {
  const shades = { P: 'lost-cell', L: 'won-cell', R: 'right-cell' };
  const partizan = Object.entries(classes).map(([name, means]) => [name, [shades[name] ?? 'draw-cell', `${name}: ${means}`]]);
  const names = isPartizan
    ? Object.fromEntries(partizan)
    : { N: ['won-cell', 'N: won'], P: ['lost-cell', 'P: lost, marked'], D: ['draw-cell', 'D: a draw'] };
  const read = cell => {
    if (cell == null || !names[cell]) return unknown();
    return { shade: colour(names[cell][0]), text: cell, isLost: cell === 'P', words: names[cell][1] };
  };
  const seen = new Set(cells.flat());
  read.legend = Object.entries(names)
    .filter(([letter]) => seen.has(letter))
    .map(([, [name, words]]) => [
      { 'won-cell': 'won', 'lost-cell': 'lost', 'draw-cell': 'draw', 'right-cell': 'right' }[name],
      words,
    ]);
  return read;
}

/**
 * Reads cells `{ value, named }`: a number gets the colour of the player who is ahead, and another value a colour by its
 * temperature.
 */
function values(cells) {
  let [most, hottest] = [0, '0'];
  for (const { named } of cells.flat())
    if (named && fraction(named.temperature) > most) [most, hottest] = [fraction(named.temperature), named.temperature];
  const read = ({ value, named }) => {
    if (value == null && !named) return unknown();
    if (value === '0') return { shade: colour('lost-cell'), text: '0', isLost: true, words: '0, whoever moves next loses' };
    const number = value != null && /^-?\d+(\/\d+)?$/.test(value) ? fraction(value) : null;
    if (number != null)
      return { shade: colour(number > 0 ? 'won-cell' : 'right-cell'), text: value, isLost: false, words: value };
    const temperature = named ? fraction(named.temperature) : 0;
    const isHot = temperature > 0;
    const heat = named && `mean ${named.mean}, temperature ${named.temperature}`;
    return {
      shade: isHot ? between([colour('cold-cell'), colour('hot-cell')], temperature / most) : colour('draw-cell'),
      // the first of these texts that fits into the cell is drawn
      text: value ?? named.name,
      texts: [
        [value],
        [named?.name],
        isHot && [`${named.mean} ± ${named.temperature}`],
        isHot && [named.mean, `± ${named.temperature}`],
      ].filter(lines => lines && lines[0] != null),
      isLost: false,
      words: [named?.name ?? value, heat, value !== named?.name && value].filter(Boolean).join('; '),
    };
  };
  read.isRoomy = true;
  read.legend = [
    ['lost', '0: lost, marked'],
    ['won', 'numbers above 0'],
    ['right', 'numbers below 0'],
    ['draw', 'infinitesimals'],
    ...(most > 0
      ? [
          ['cold', 'hot: mean ± temperature, from 0'],
          ['hot', `to ${hottest}`],
        ]
      : []),
  ];
  return read;
}

function unknown() {
  return { shade: colour('line'), text: '', isLost: false, words: 'not known' };
}

function between(scale, part) {
  const at = Math.min(part, 0.9999) * (scale.length - 1);
  const [low, high] = [channels(scale[Math.floor(at)]), channels(scale[Math.floor(at) + 1])];
  return `#${low
    .map((each, n) =>
      Math.round(each + (high[n] - each) * (at % 1))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Returns black or white, whichever is easier to read on this colour. */
export function contrasting(shade) {
  const [red, green, blue] = channels(shade).map(each => {
    const part = each / 255;
    return part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

function channels(hex) {
  return [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
}
