import type { DataItemId } from '@telltale/contract';

/** A data item with what it is calculated from. */
export interface Calculated {
  readonly dataItemId: DataItemId;
  readonly label: string;
  readonly dataItemIds: readonly DataItemId[];
}

/** Data items in an order in which each comes behind those that it is calculated from; those in a circle are apart. */
export interface CalculationOrder<C extends Calculated> {
  readonly ordered: readonly C[];
  /** The first circle, each calculated from the next and the last from the first; empty: there is none. */
  readonly circle: readonly C[];
}

export function orderCalculations<C extends Calculated>(all: readonly C[]): CalculationOrder<C> {
  const byId = new Map(all.map((one) => [one.dataItemId, one]));
  const ordered: C[] = [];
  const done = new Map<C, boolean>();
  const path: C[] = [];
  let circle: readonly C[] = [];
  /** @returns whether it can be calculated */
  const visit = (one: C): boolean => {
    const known = done.get(one);
    if (known !== undefined) return known;
    const begins = path.indexOf(one);
    if (begins !== -1) {
      if (circle.length === 0) circle = path.slice(begins);
      return false;
    }
    path.push(one);
    let isPossible = true;
    for (const dataItemId of one.dataItemIds) {
      const input = byId.get(dataItemId);
      if (input && !visit(input)) isPossible = false;
    }
    path.pop();
    done.set(one, isPossible);
    if (isPossible) ordered.push(one);
    return isPossible;
  };
  for (const one of all) visit(one);
  return { ordered, circle };
}

/** A data item, and all that are calculated from it, in order. */
export function withDependants<C extends Calculated>(ordered: readonly C[], dataItemId: DataItemId): readonly C[] {
  const concerned = new Set([dataItemId]);
  return ordered.filter((one) => {
    const isConcerned = concerned.has(one.dataItemId) || one.dataItemIds.some((id) => concerned.has(id));
    if (isConcerned) concerned.add(one.dataItemId);
    return isConcerned;
  });
}

/** `"A" from "B" from "A"`. */
export function circleText(circle: readonly Calculated[]): string {
  const names = [...circle, ...circle.slice(0, 1)].map(({ label }) => JSON.stringify(label));
  return names.length <= 2
    ? `${names[0]} is calculated from itself.`
    : `The data items are calculated from one another in a circle: ${names.join(' from ')}.`;
}
