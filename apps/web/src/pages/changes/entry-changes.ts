/** One thing that an entry says was added, removed or changed. */
export interface Change {
  /** Where in the record: `attributes › pingrate`, `slots › 2 › name`; empty for the whole. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}

/** Longer texts are no records of ours, and would only be read as one by accident. */
const MAX_JSON_TEXT = 1_000_000;
const MAX_DEPTH = 30;

/** What differs between the record before and after; with one of them alone, all that it had. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  return differences([], opened(before ?? undefined, 0), opened(after ?? undefined, 0));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function differences(path: readonly string[], before: unknown, after: unknown): Change[] {
  const isSameSort = isRecord(before) && isRecord(after) && Array.isArray(before) === Array.isArray(after);
  if (isSameSort) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences([...path, key], memberOf(before, key), memberOf(after, key)));
  }
  if (Object.is(before, after)) return [];
  const where = path.join(' › ');
  if (before === undefined)
    return leaves(path, after).map(([at, value]) => ({ path: at, kind: 'added', after: value }));
  if (after === undefined)
    return leaves(path, before).map(([at, value]) => ({ path: at, kind: 'removed', before: value }));
  return [{ path: where, kind: 'changed', before, after }];
}

/** Its own only: a record may have a member that is called `constructor`. */
function memberOf(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Texts that are JSON themselves (dashboards, alarm expressions) are compared by what is in them. */
function opened(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && value.length <= MAX_JSON_TEXT) {
    try {
      return opened(JSON.parse(value), depth + 1);
    } catch {
      return value;
    }
  }
  if (Array.isArray(value)) return value.map((item) => opened(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, opened(item, depth + 1)]));
}

function leaves(path: readonly string[], value: unknown): [path: string, value: unknown][] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [[path.join(' › '), value]];
  return Object.entries(value).flatMap(([key, item]) => leaves([...path, key], item));
}
