import { excerptOf, type SetAside } from '../incoming.ts';
import type { SparkplugMessage } from './decode.ts';

/** As everywhere in the portal. */
const MAX_UNIT_LENGTH = 64;

/** What a birth says of the units of its metrics, and what of it is unusable: the values are kept all the same. */
export function unitsOf(birth: SparkplugMessage): { units: Map<string, string>; setAside: SetAside[] } {
  const units = new Map<string, string>();
  const setAside: SetAside[] = [];
  for (const { name, unit, timeMs } of birth.metrics) {
    if (name === undefined || unit === undefined) continue;
    const text = unit?.trim() ?? '';
    const reason = reasonAgainst(unit, text);
    if (reason !== undefined) {
      setAside.push({ reason, label: name, timeMs: timeMs ?? null, excerpt: excerptOf(unit ?? '') });
    } else if (text !== '') {
      units.set(name, text);
    }
  }
  return { units, setAside };
}

function reasonAgainst(unit: string | null, text: string): string | undefined {
  if (unit === null) return 'a unit that is no text';
  if (text.length > MAX_UNIT_LENGTH) return `unit longer than ${MAX_UNIT_LENGTH} characters`;
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return 'unit with characters that cannot be shown';
  return undefined;
}
