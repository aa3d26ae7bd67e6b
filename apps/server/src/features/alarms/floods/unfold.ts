/** A row under which others stand. */
export interface Unfolded {
  /** Its place among the rows. */
  readonly place: number;
  /** How many stand below it. */
  readonly below: number;
}

/** Some rows that follow one another, or some of what stands below one of them. */
export type Stretch =
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'below'; readonly place: number; readonly from: number; readonly to: number };

/**
 * What stands on a page of rows, with what stands below some of them.
 * @param unfolded in order of place
 */
export function unfold(unfolded: readonly Unfolded[], rows: number, offset: number, limit: number): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  const take = (count: number, make: (from: number, to: number) => Stretch) => {
    const from = Math.max(0, offset - at);
    const to = Math.min(count, offset + limit - at);
    if (to > from) stretches.push(make(from, to));
    at += count;
  };
  let begun = 0;
  for (const { place, below } of [...unfolded, { place: rows - 1, below: 0 }]) {
    const first = begun;
    take(place + 1 - first, (from, to) => ({ kind: 'rows', from: first + from, to: first + to }));
    take(below, (from, to) => ({ kind: 'below', place, from, to }));
    begun = place + 1;
  }
  return stretches;
}
