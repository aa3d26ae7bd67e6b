import type { DataItemSelection } from '@telltale/contract';

/** More lines than one chart can show; an address is not asked for more. */
const MOST = 100;

/** Chosen data items as they stand in an address: ids of slots and of the item joined by dots, items by commas. */
export function writeChosen(chosen: readonly DataItemSelection[]): string {
  return chosen
    .flatMap(({ slotPath, dataItem }) => (dataItem === null ? [] : [[...slotPath, dataItem].join('.')]))
    .join(',');
}

/** What an address names, without what is no data item; undefined where the address says nothing of it. */
export function readChosen(text: string | undefined): DataItemSelection[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(',').filter((part) => /^\d{1,15}(\.\d{1,15}){0,15}$/.test(part));
  return [...new Set(parts)].slice(0, MOST).map((part) => {
    const ids = part.split('.').map(Number);
    return { slotPath: ids.slice(0, -1), dataItem: ids.at(-1) ?? null };
  });
}
