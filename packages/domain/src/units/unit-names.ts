import type { Unit } from './unit.ts';
import { UNITS } from './unit-table.ts';

/** A unit as somebody wrote it. */
export interface NamedUnit {
  readonly unit: Unit;
  /** What a pressure is measured against: gauge, absolute or differential; '' where nothing is said. */
  readonly mark: '' | 'g' | 'a' | 'd';
}

/** Longer texts are no unit. */
const MOST_CHARACTERS = 64;

const exact = new Map<string, Unit>();
const plain = new Map<string, Unit>();
for (const unit of UNITS) {
  for (const name of unit.exact) exact.set(tidy(name), unit);
  for (const name of unit.names) plain.set(tidy(name).toLowerCase(), unit);
  exact.set(tidy(unit.symbol), unit);
}

/** The pressures that people mark as gauge or absolute. */
const MARKED = new Set(['Pa', 'kPa', 'MPa', 'bar', 'mbar', 'psi', 'kgf/cm²', 'inHg', 'inH₂O', 'mmHg']);

/**
 * Which unit a text means, as firmware and people write it: `PSI`, `psig`, `°F`, `degF`, `GPM`, `bbl/day`, `m³/h`, `m3/h`.
 * Undefined for what is none, and for what might be two.
 */
export function readUnit(text: string): NamedUnit | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const name = tidy(text);
  const unit = find(name);
  if (unit !== undefined) return { unit, mark: '' };
  const marked = /^(.+?)[([_-]?([gad])[)\]]?$/i.exec(name) ?? undefined;
  if (marked?.[1] === undefined) return undefined;
  const pressure = find(marked[1]);
  if (pressure?.dimension !== 'pressure' || !MARKED.has(pressure.symbol)) return undefined;
  return { unit: pressure, mark: marked[2]?.toLowerCase() as NamedUnit['mark'] };
}

function find(name: string): Unit | undefined {
  return exact.get(name) ?? plain.get(name.toLowerCase());
}

/** The text without what is written one way or the other: raised figures, spaces, points, signs of multiplication and power. */
function tidy(text: string): string {
  return text
    .replaceAll(/[º˚]/g, '°')
    .replaceAll('℃', '°C')
    .replaceAll('℉', '°F')
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('₂', '2')
    .replaceAll(/[\s.·⋅*^]/g, '')
    .replaceAll(/per/gi, '/')
    .replaceAll('″', '"');
}

/** How a unit is written that is shown instead of the stored one. */
export function symbolOf(unit: Unit, mark: NamedUnit['mark']): string {
  return mark === '' ? unit.symbol : `${unit.symbol}(${mark})`;
}
