/** A part that expressions are made of. */
export interface ExpressionPiece {
  /** What is put in; the cursor goes to the `|`. */
  readonly piece: string;
  /** What stands between the parentheses: `variable, seconds`. */
  readonly takes: string;
  readonly says: string;
}

/** The functions of expressions that look at more than numbers. Times are seconds. */
export const EXPRESSION_PIECES: readonly ExpressionPiece[] = [
  { piece: 'avg(|, 60)', takes: 'variable, seconds', says: 'the mean of the last 60 seconds' },
  { piece: 'min(|, 60)', takes: 'variable, seconds', says: 'the least of the last 60 seconds' },
  { piece: 'max(|, 60)', takes: 'variable, seconds', says: 'the most of the last 60 seconds' },
  { piece: 'rate(|, 900)', takes: 'variable, seconds', says: 'the change per second over 15 minutes' },
  { piece: 'delta(|, 900)', takes: 'variable, seconds', says: 'the change over 15 minutes' },
  {
    piece: 'slope(|, 900)',
    takes: 'variable, seconds',
    says: 'the change per second of the straight line through 15 minutes',
  },
  { piece: 'stddev(|, 900)', takes: 'variable, seconds', says: 'how far values lie around their mean' },
  { piece: 'integral(|, 3600)', takes: 'variable, seconds', says: 'value × seconds, over an hour' },
  { piece: 'previous(|)', takes: 'variable', says: 'the value before this one' },
  { piece: 'held(|, 30)', takes: 'condition, seconds', says: 'true for 30 seconds already' },
  { piece: 'count(|, 3600)', takes: 'condition, seconds', says: 'how often it came true within an hour' },
  { piece: 'duration(|, 3600)', takes: 'condition, seconds', says: 'for how many seconds of an hour it was true' },
  { piece: 'age(|)', takes: 'variable', says: 'seconds since the last value' },
  {
    piece: 'daytime("|06:00", "18:00")',
    takes: '"from", "to"',
    says: 'between two times of the day where the asset is',
  },
  { piece: 'alarm("|")', takes: '"name"', says: 'another alarm of the same asset is raised' },
  { piece: 'attribute("|")', takes: '"name"', says: 'an attribute of the asset' },
  { piece: 'if(|, , )', takes: 'condition, this, that', says: 'one thing or another' },
  { piece: ' in ("|", "")', takes: '', says: 'one of several texts' },
  { piece: 'abs(|)', takes: 'number', says: 'without its sign' },
];

const OF_NUMBERS: Readonly<Record<string, string>> = {
  ceiling: 'the whole number above',
  floor: 'the whole number below',
  round: 'the nearest whole number, halves to the even one',
  truncate: 'without what stands behind the point',
  sign: '-1, 0 or 1',
  sqrt: 'the square root',
  exp: 'e to the power of a number',
  log: 'the natural logarithm',
  log10: 'the logarithm to base 10',
  sin: 'the sine of an angle in radians',
  cos: 'the cosine of an angle in radians',
  tan: 'the tangent of an angle in radians',
  asin: 'the angle of a sine, radians',
  acos: 'the angle of a cosine, radians',
  atan: 'the angle of a tangent, radians',
};

/** What is offered while its name is typed. */
export interface ExpressionFunction extends ExpressionPiece {
  readonly name: string;
}

/** Every function by its name. */
export const EXPRESSION_FUNCTIONS: readonly ExpressionFunction[] = [
  ...EXPRESSION_PIECES.flatMap((piece) => {
    const name = /^\w+(?=\()/.exec(piece.piece)?.[0];
    return name === undefined ? [] : [{ ...piece, name }];
  }),
  { name: 'pow', piece: 'pow(|, 2)', takes: 'number, exponent', says: 'to the power of another number' },
  ...Object.entries(OF_NUMBERS).map(([name, says]) => ({ name, piece: `${name}(|)`, takes: 'number', says })),
];

/** Functions whose names begin with what was typed. */
export function functionsFrom(typed: string, without: readonly string[] = []): ExpressionFunction[] {
  const start = typed.toLowerCase();
  return EXPRESSION_FUNCTIONS.filter(({ name }) => name.startsWith(start) && !without.includes(name));
}
