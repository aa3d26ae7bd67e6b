import { isRecord } from './read-json.ts';

/**
 * Whether two JSON values say the same; the order of keys does not matter. An absent value differs from null. Values
 * of a dashboard's config are at most 64 levels deep, so recursion is safe.
 */
export function isSameJson(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (Array.isArray(first)) {
    return (
      Array.isArray(second) &&
      first.length === second.length &&
      first.every((value, index) => isSameJson(value, second[index]))
    );
  }
  if (!isRecord(first) || !isRecord(second)) return false;
  const keys = definedKeys(first);
  return (
    keys.length === definedKeys(second).length &&
    keys.every((key) => Object.hasOwn(second, key) && isSameJson(first[key], second[key]))
  );
}

/** A key whose value is undefined is not written, so it is not there. */
function definedKeys(record: Record<string, unknown>): string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined);
}
