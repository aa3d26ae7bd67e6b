import { getCalls } from './get-calls.ts';

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`, 'i');
}

const patterns = getCalls.map(({ path, onlyReads }) => ({ pattern: patternOf(path), onlyReads }));

/** An encoded slash, backslash or dot could mean another path to whoever decodes it twice. */
const AMBIGUOUS = /%(2f|5c|2e|25|00)|\/\/|\\/i;

/**
 * Whether a path is a GET call of the portal that reads and nothing else, by the contract's own table: some of its GET
 * calls close alarms or end sessions (spec 1 §7), others write into the audit in the viewer's name. A path that could also be one of those does not count as reading.
 */
export function isReadingCall(path: string): boolean {
  if (AMBIGUOUS.test(path)) return false;
  const meant = patterns.filter(({ pattern }) => pattern.test(path));
  return meant.length > 0 && meant.every((call) => call.onlyReads);
}
