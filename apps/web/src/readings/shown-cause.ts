import type { alarms } from '@telltale/contract';
import type { ShownUnits } from './shown-units.ts';

/** As many as a cause is written with. */
const DIGITS = 6;
const NUMBER = /^-*\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/**
 * The text of a cause with its numbers in the units that somebody reads, each with its unit. Numbers that are shown as they
 * are stored stand as they were written: `_Pressure > 6.89476 bar and _Speed > 3 (_Pressure = 7.17055 bar, _Speed = 4)`.
 */
export function shownCause(
  text: string,
  numbers: readonly alarms.CauseNumber[] | undefined,
  units: Pick<ShownUnits, 'conversionOf'>,
): string {
  let shown = text;
  // From the end, so that places before stay what they are.
  for (const { start, end, unit } of (numbers ?? []).toSorted((one, other) => other.start - one.start)) {
    const conversion = units.conversionOf(unit);
    const written = text.slice(start, end);
    if (conversion === undefined || !NUMBER.test(written)) continue;
    const value = Number(conversion.convert(numberOf(written)).toPrecision(DIGITS));
    shown = `${shown.slice(0, start)}${value} ${conversion.to}${shown.slice(end)}`;
  }
  return shown;
}

/** `--5` is 5, as an expression may have it. */
function numberOf(written: string): number {
  const digits = written.replace(/^-+/, '');
  return (written.length - digits.length) % 2 === 0 ? Number(digits) : -Number(digits);
}
