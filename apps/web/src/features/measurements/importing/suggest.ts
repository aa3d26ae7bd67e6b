import type { assets, measurements } from '@telltale/contract';
import { itemNames } from '@telltale/domain';
import { lineBetween } from '@telltale/domain/units/line-between.ts';

type Item = Pick<assets.CurrentValue, 'dataItemId' | 'label' | 'alias' | 'unit' | 'isCalculated'>;
type Channel = Pick<measurements.Channel, 'name' | 'unit' | 'type' | 'whyUnread' | 'count'>;

/** A shorter name is part of too many others. */
const LEAST_LETTERS = 3;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a channel can be imported at all. */
export const isImported = ({ type, whyUnread, count }: Channel) =>
  count > 0 && (whyUnread === null || type === 'string');

/** How well a data item goes with a channel: 2 called the same, 1 the one name within the other, 0 not at all. */
function likeness(channel: Channel, item: Item): number {
  if (item.isCalculated || lineBetween(channel.unit, item.unit) === 'unlike') return 0;
  const name = plain(channel.name);
  const names = itemNames(item)
    .map(plain)
    .filter((one) => one !== '');
  if (names.includes(name)) return 2;
  const isWithin = (one: string, other: string) => one.length >= LEAST_LETTERS && other.includes(one);
  return names.some((one) => isWithin(one, name) || isWithin(name, one)) ? 1 : 0;
}

/** Which channel probably goes into which data item, by their names and units; no data item twice. */
export function suggested(channels: readonly Channel[], items: readonly Item[]): Map<string, number> {
  const found = new Map<string, number>();
  const taken = new Set<number>();
  for (const wanted of [2, 1]) {
    for (const channel of channels) {
      if (found.has(channel.name) || !isImported(channel)) continue;
      const item = items.find((one) => !taken.has(one.dataItemId) && likeness(channel, one) === wanted);
      if (item === undefined) continue;
      found.set(channel.name, item.dataItemId);
      taken.add(item.dataItemId);
    }
  }
  return found;
}
