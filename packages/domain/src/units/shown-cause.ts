import type { alarms } from '@telltale/contract';
import type { UserUnits } from './user-units.ts';

/** As many as a cause is written with. */
const DIGITS = 6;
const NUMBER = /^-*\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/**
 * The text of a cause with its numbers in the units that somebody reads, each with its unit. Numbers that are shown as they
 * are stored stand as they were written: `_Pressure > 6.89476 bar and _Speed > 3 (_Pressure = 7.17055 bar, _Speed = 4)`.
 * @param otherwise what else is done to numbers whose unit is known: `named` has it behind these, too
 */
export function shownCause(
  text: string,
  numbers: readonly alarms.CauseNumber[] | undefined,
  units: Pick<UserUnits, 'conversionOf'>,
  otherwise?: 'named',
): string {
  let shown = text;
  // From the end, so that places before stay what they are.
  for (const { start, end, unit } of (numbers ?? []).toSorted((one, other) => other.start - one.start)) {
    const conversion = units.conversionOf(unit);
    const written = text.slice(start, end);
    if (!NUMBER.test(written) || (conversion === undefined && otherwise === undefined)) continue;
    const number = conversion
      ? `${Number(conversion.convert(numberOf(written)).toPrecision(DIGITS))} ${conversion.to}`
      : `${written} ${unit}`;
    shown = `${shown.slice(0, start)}${number}${shown.slice(end)}`;
  }
  return shown;
}

/** `--5` is 5, as an expression may have it. */
function numberOf(written: string): number {
  const digits = written.replace(/^-+/, '');
  return (written.length - digits.length) % 2 === 0 ? Number(digits) : -Number(digits);
}
