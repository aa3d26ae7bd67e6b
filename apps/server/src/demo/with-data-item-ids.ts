/**
 * A copy of a planned dashboard in which every `dataItem: {label}` has become the data item's id.
 * @throws {Error} naming a label that has no data item
 */
export function withDataItemIds(planned: unknown, idOf: (label: string) => number | undefined): unknown {
  if (Array.isArray(planned)) return planned.map((member) => withDataItemIds(member, idOf));
  if (typeof planned !== 'object' || planned === null) return planned;
  return Object.fromEntries(
    Object.entries(planned).map(([key, value]) => [
      key,
      key === 'dataItem' && isLabel(value) ? required(value.label, idOf) : withDataItemIds(value, idOf),
    ]),
  );
}

function required(label: string, idOf: (label: string) => number | undefined): number {
  const id = idOf(label);
  if (id === undefined) throw new Error(`The plan shows ${label}, which its definition does not have.`);
  return id;
}

const isLabel = (value: unknown): value is { label: string } =>
  typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string';
