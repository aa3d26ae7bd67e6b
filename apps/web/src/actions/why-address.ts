import type { WhySpan } from './why.ts';

interface Item {
  assetId: number;
  dataItemId: number;
}

const pathOf = ({ assetId, dataItemId }: Item) => `/assets/${assetId}/items/${dataItemId}/why`;

/** The address of the page that says why: of the value now, or at a moment (ISO). */
export function whyAddress(item: Item, at?: string): string {
  return at === undefined ? pathOf(item) : `${pathOf(item)}?${new URLSearchParams({ at })}`;
}

/** The address of the page that says what the values of a time give. */
export function spanAddress(item: Item, { fromMs, toMs }: WhySpan): string {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return `${pathOf(item)}?${new URLSearchParams({ from, to })}`;
}
