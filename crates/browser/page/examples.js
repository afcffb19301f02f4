// Rulesets to start from. Their texts are files in the folder of the playground.

export const examples = [
  ['subtraction.rhai', 'Take 1, 3 or 4'],
  ['wythoff.rhai', 'Wythoff: two heaps'],
  ['kayles.rhai', 'Kayles: a row that splits'],
  ['chomp.rhai', 'Chomp: a bar of chocolate'],
  ['cram.rhai', 'Cram: dominoes'],
  ['domineering.rhai', 'Domineering: Left and Right'],
  ['toads-frogs.rhai', 'Toads and Frogs: a strip'],
  ['pursuit.rhai', 'Pursuit: play without end'],
];
