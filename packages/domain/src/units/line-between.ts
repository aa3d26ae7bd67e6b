import type { Line } from './conversion.ts';
import { readUnit } from './unit-names.ts';

/**
 * How values in one unit become those in another, as both are written.
 * @returns `same`; a line; `unlike` for units of different things, gauge and absolute pressure among them; undefined where one
 * of them is not known
 */
export function lineBetween(from: string, to: string): Line | 'same' | 'unlike' | undefined {
  if (from.trim() === to.trim()) return 'same';
  const [one, other] = [readUnit(from), readUnit(to)];
  if (one === undefined || other === undefined) return undefined;
  if (one.unit.dimension !== other.unit.dimension || one.mark !== other.mark) return 'unlike';
  if (one.unit === other.unit) return 'same';
  const { factor, zero } = other.unit;
  return { factor: one.unit.factor / factor, offset: (one.unit.zero - zero) / factor };
}
