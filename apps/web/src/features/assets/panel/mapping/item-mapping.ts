import type { assets } from '@telltale/contract';
import { streamsOf } from '@telltale/domain';
import { readCsv } from '#ui/table/csv-table.ts';

type Item = Pick<assets.CurrentValue, 'dataItemId' | 'label' | 'alias'>;

/** What an asset calls a data item, and the index of its stream. */
export interface MappedItem {
  readonly dataItemId: number;
  readonly label: string;
  readonly alias: string;
  /** Undefined: none. */
  readonly index: number | undefined;
}

export interface ReadMapping {
  readonly items: readonly MappedItem[];
  /** Rows whose label no data item has. */
  readonly ignored: number;
  readonly problem: string | undefined;
}

/**
 * Reads CSV with the headers label, alias and, where wanted, index. Rows whose label matches no data item, whatever its
 * case, are ignored (spec 1 §2); of two rows of one data item the last one counts.
 */
export function readMapping(text: string, known: readonly Item[]): ReadMapping {
  const { rows, problem } = readCsv(text, ['label', 'alias', 'index'], ['label', 'alias']);
  if (rows === undefined) return { items: [], ignored: 0, problem };
  const byLabel = new Map(known.map((item) => [item.label.trim().toLowerCase(), item]));
  const items = new Map<number, MappedItem>();
  let ignored = 0;
  for (const { line, cells } of rows) {
    const item = byLabel.get((cells.label ?? '').toLowerCase());
    if (item === undefined) {
      ignored += 1;
      continue;
    }
    const { alias = '', index = '' } = cells;
    if (index !== '' && !/^\d{1,9}$/.test(index)) {
      return { items: [], ignored: 0, problem: `Line ${line}: the index has to be a whole number from 0 on.` };
    }
    const { dataItemId, label } = item;
    items.set(dataItemId, { dataItemId, label, alias, index: index === '' ? undefined : Number(index) });
  }
  return { items: [...items.values()], ignored, problem: undefined };
}

/** The mapping that there is, as the CSV that would make it. */
export function mappingCsv(known: readonly Item[], streamMap: string | undefined): string {
  const streams = streamsOf(streamMap);
  const mapped = known.filter(({ dataItemId, alias }) => alias !== '' || streams.has(dataItemId));
  if (mapped.length === 0) return '';
  const rows = mapped.map(({ dataItemId, label, alias }) => [label, alias, String(streams.get(dataItemId) ?? '')]);
  return [['label', 'alias', 'index'], ...rows].map((row) => row.map(cellOf).join(',')).join('\n');
}

/** As it is read again: nothing is put before a text that a spreadsheet would run. */
function cellOf(text: string): string {
  return /[",;\t\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Where two mappings differ, in words. */
export function mappingDifferences(theirs: readonly MappedItem[], yours: readonly MappedItem[]) {
  const words = (item: MappedItem | undefined) =>
    [item?.alias, item?.index].filter((part) => part !== undefined && part !== '').join(', ') || '(none)';
  const find = (list: readonly MappedItem[], id: number) => words(list.find(({ dataItemId }) => dataItemId === id));
  const labels = new Map([...theirs, ...yours].map(({ dataItemId, label }) => [dataItemId, label]));
  return [...labels]
    .map(([id, label]) => ({ key: id, label, theirs: find(theirs, id), yours: find(yours, id) }))
    .filter((one) => one.theirs !== one.yours);
}

/** The attributes that hold a mapping (spec 1 §2). */
export function mappingAttributes(items: readonly MappedItem[]): { attributeName: string; attributeValue: string }[] {
  const aliases = items.filter(({ alias }) => alias !== '').map(({ dataItemId, alias }) => [dataItemId, alias]);
  const streams = items.flatMap(({ dataItemId, index }) => (index === undefined ? [] : [[dataItemId, index]]));
  return [
    { attributeName: 'aliasMap', attributeValue: JSON.stringify(Object.fromEntries(aliases)) },
    { attributeName: 'streamMap', attributeValue: JSON.stringify(Object.fromEntries(streams)) },
  ];
}
