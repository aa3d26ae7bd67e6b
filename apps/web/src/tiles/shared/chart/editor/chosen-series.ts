import type { DataItemSelection } from '@telltale/contract';
import { selectionKey } from '#tile-kit/pickers/data-item-options.ts';
import { type ChartSeries, newSeries } from '../model/chart-settings.ts';

/** Rows keep their settings; data items that are no longer chosen go, new ones come last and empty rows make way. */
export function withChosen(
  series: readonly ChartSeries[],
  chosen: readonly DataItemSelection[],
  axisLabel: string,
): ChartSeries[] {
  const wanted = new Set(chosen.map(selectionKey));
  const present = new Set(series.map(selectionKey));
  const added = chosen.filter((selection) => !present.has(selectionKey(selection)));
  return [
    ...series.filter((row) => wanted.has(selectionKey(row)) || (row.dataItem === null && added.length === 0)),
    ...added.map(({ slotPath, dataItem }) => ({ ...newSeries(axisLabel), slotPath, dataItem })),
  ];
}
