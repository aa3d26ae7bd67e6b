export type DecimalSign = '.' | ',';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Digits that begin with a zero are the name of something, not a quantity: as a number they would lose it. */
const PADDED = /^0\d+$/;
/** How programs write that there was no measurement. */
const NOTHING = /^(nan|-nan|null|none|n\/?a|#n\/a|inf|-inf|infinity|-infinity|-|--|---)$/i;

/**
 * Answers what reads a cell: a number, a text, or undefined for no measurement. `true` and `false` are 1 and 0, as
 * from devices.
 */
export function cellReader(decimal: DecimalSign): (cell: string) => number | string | undefined {
  return (cell) => {
    const text = cell.trim();
    if (text === '') return undefined;
    if (PADDED.test(text)) return text;
    // With decimal commas a point divides thousands or is a part number: no guess.
    const candidate = decimal === ',' && !text.includes('.') ? text.replace(',', '.') : text;
    if (NUMBER.test(candidate) && (decimal === '.' || !text.includes('.'))) {
      const value = Number(candidate);
      return Number.isFinite(value) ? value : undefined;
    }
    if (NOTHING.test(text)) return undefined;
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 1 : 0;
    return text;
  };
}
