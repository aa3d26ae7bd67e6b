/** Small steps for reading JSON whose shape nobody vouches for. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key; never what an object inherits, such as `constructor`. */
export function ownValue(record: unknown, key: string): unknown {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

export function readItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The largest grid number; beyond it a layout is a mistake. */
const MAX_COUNT = 100_000;

/** A whole number from `least` to 100,000; `fallback` for what is no number. */
export function readCount(value: unknown, fallback: number, least = 0): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
  return Math.min(MAX_COUNT, Math.max(least, Math.round(number)));
}

/** A record without some of its keys. */
export function without(record: Record<string, unknown>, keys: Iterable<string>): Record<string, unknown> {
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(record).filter(([key]) => !dropped.has(key)));
}
