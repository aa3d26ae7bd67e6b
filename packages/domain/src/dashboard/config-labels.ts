/** Where a config names a data item, and where it names several. */
const ONE = /^dataItem(Id)?$/i;
const MANY = /^dataItems$/i;

const LABEL = '$dataItem';

/**
 * A config in which data items are named by their labels: `{"$dataItem": "Pressure"}`, so that it means the same in
 * another portal. An id that nobody knows stays as it is. Keys come in the order of their letters.
 */
export function withLabels(config: unknown, labelOf: (dataItemId: number) => string | undefined): unknown {
  return mapped(config, (value) => {
    const id = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
    if (typeof id !== 'number') return value;
    const label = labelOf(id);
    return label === undefined ? value : { [LABEL]: label };
  });
}

/** The way back: a label that has no data item names none. */
export function withIds(config: unknown, idOf: (label: string) => number | string | undefined): unknown {
  return mapped(config, (value) => {
    const label = labelIn(value);
    return label === undefined ? value : (idOf(label) ?? null);
  });
}

/** The labels that a config names. */
export function labelsIn(config: unknown): Set<string> {
  const found = new Set<string>();
  mapped(config, (value) => {
    const label = labelIn(value);
    if (label !== undefined) found.add(label);
    return value;
  });
  return found;
}

function labelIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, LABEL)) return undefined;
  const label = (value as Record<string, unknown>)[LABEL];
  return typeof label === 'string' && label.trim() !== '' && label.length <= 255 ? label : undefined;
}

/** A config with another value in each place that names a data item. Configs are at most 64 levels deep. */
function mapped(value: unknown, other: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([key, one]) => {
        if (ONE.test(key)) return [key, placed(one, other)];
        if (MANY.test(key) && Array.isArray(one)) return [key, one.map((each) => placed(each, other))];
        return [key, mapped(one, other)];
      }),
  );
}

/** What stands in such a place itself; anything that only has the key's name is looked into as everything else. */
function placed(value: unknown, other: (value: unknown) => unknown): unknown {
  const next = other(value);
  return next === value ? mapped(value, other) : next;
}
