import { nameKey } from '#names.ts';
import { lastStepOf } from './found-counter.ts';

/** What the meta of a maintenance says: readings of counters by label, and `details.selection`, the part number (spec 1 §3). */
export interface PartMeta {
  /** Readings by the compared form of their label. */
  readonly counters: ReadonlyMap<string, number>;
  readonly partNumber: string;
}

const NOTHING: PartMeta = { counters: new Map(), partNumber: '' };

export function readMeta(text: string): PartMeta {
  const meta = parsed(text);
  if (meta === undefined) return NOTHING;
  const counters = new Map<string, number>();
  // Some clients keep the readings in an object of their own.
  for (const [label, value] of [...entriesOf(meta.get('state')), ...meta]) {
    if (typeof value === 'number' && Number.isFinite(value)) counters.set(nameKey(label), value);
  }
  const selection = new Map(entriesOf(meta.get('details'))).get('selection');
  return { counters, partNumber: typeof selection === 'string' ? selection : '' };
}

/** What a counter was written down under: its label, and the path by which a schedule names it. */
export interface CounterNames {
  readonly counter: string;
  readonly counterPath: string;
}

/** What a maintenance tells of a counter; records of other clients have it under the path, or the one that there was then. */
export function readingOf({ counters }: PartMeta, names: CounterNames): number | undefined {
  const name = [...namesWithin(counters, names)].find((one) => counters.has(one));
  return name === undefined ? undefined : counters.get(name);
}

/**
 * The names under which a reading of the counter may stand among these: its label, its path, and the one other path that
 * leads to its label. Of several nobody can tell which one is meant.
 */
function namesWithin(counters: PartMeta['counters'], { counter, counterPath }: CounterNames): ReadonlySet<string> {
  const [label, path] = [nameKey(counter), nameKey(counterPath)];
  const former = [...counters.keys()].filter((one) => one !== label && one !== path && lastStepOf(one) === label);
  return new Set([label, path, ...(former.length === 1 ? former : [])]);
}

/** The meta with other readings or another part number; whatever else it holds stays. */
export function writeMeta(
  text: string,
  change: CounterNames & { counterValue: number | null | undefined; partNumber: string | undefined },
): string {
  const meta = parsed(text) ?? new Map<string, unknown>();
  const { counter, counterPath, counterValue, partNumber } = change;
  if (counterValue !== undefined) {
    const names = namesWithin(readMeta(text).counters, { counter, counterPath });
    const isOfCounter = ([label]: [string, unknown]) => names.has(nameKey(label));
    for (const [label] of [...meta].filter(isOfCounter)) meta.delete(label);
    const state = entriesOf(meta.get('state'));
    if (state.some(isOfCounter)) meta.set('state', asObject(state.filter((entry) => !isOfCounter(entry))));
    if (counterValue !== null) meta.set(counter, counterValue);
  }
  if (partNumber !== undefined) {
    const details = new Map(entriesOf(meta.get('details')));
    details.set('selection', partNumber);
    meta.set('details', asObject([...details]));
  }
  return JSON.stringify(asObject([...meta]));
}

/** Undefined: it is no JSON object. */
function parsed(text: string): Map<string, unknown> | undefined {
  if (text.trim() === '') return new Map();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : undefined;
  } catch {
    // A client may have stored any text as meta: it says nothing of parts.
    return undefined;
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** `Object.fromEntries` makes own properties of whatever name, `__proto__` too (guarantees G5). */
function asObject(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries);
}
