import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { history } from '@telltale/contract';
import { useRef } from 'react';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import type { AssetItem } from '#readings/readings.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { loadedSeries } from '../past/loaded-series.ts';
import type { PlaybackSpan } from './playback-span.ts';
import { numericItem } from './preview-item.ts';

/** Spec 1 §7: 1500 for the playback bar. */
const THRESHOLD = 1_500;
const HOUR_MS = 3_600_000;

/** The first item that is a number; the same one as long as the tiles are. */
export function usePreviewItem(items: readonly AssetItem[]): AssetItem | undefined {
  const { readings } = useDashboardScope();
  const found = useRef<{ items: readonly AssetItem[]; item: AssetItem | undefined }>({ items, item: undefined });
  if (found.current.items !== items || found.current.item === undefined) {
    found.current = { items, item: numericItem(items, readings) };
  }
  return found.current.item;
}

/** The line of one data item over the stretch, as the points of an SVG polyline of 1000 by 100; undefined: nothing to draw. */
export function usePreview(item: AssetItem | undefined, span: PlaybackSpan): string | undefined {
  const { assetId = 0, dataItemId = 0 } = item ?? {};
  const { startMs, endMs } = span;
  const query = useQuery({
    queryKey: queryKeys.playback('preview', assetId, dataItemId, startMs, endMs),
    queryFn: ({ signal }) =>
      callApi(history.getHistory, {
        query: {
          columnar: 'true',
          threshold: THRESHOLD,
          h: ((endMs - startMs) / HOUR_MS).toFixed(3),
          dataItems: `${assetId}-${dataItemId}`,
          startTime: new Date(startMs).toISOString(),
          endTime: new Date(endMs).toISOString(),
        },
        signal,
      }),
    enabled: item !== undefined,
    // Until the line of another stretch has come.
    placeholderData: keepPreviousData,
    select: (reply) => previewLine(reply, span),
  });
  return query.data ?? undefined;
}

/** Null where there is nothing to draw. */
export function previewLine(reply: history.ColumnarHistory, { startMs, endMs }: PlaybackSpan): string | null {
  const { times, columns } = loadedSeries(reply, [0], 1, startMs, endMs);
  const points = times.flatMap((time, row): [number, number][] => {
    const value = columns[0]?.[row];
    return value == null ? [] : [[time, value]];
  });
  if (points.length < 2) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const [, value] of points) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const height = max - min || 1;
  return points
    .map(([time, value]) => {
      const x = ((time * 1000 - startMs) / (endMs - startMs)) * 1000;
      const y = max === min ? 50 : 100 - ((value - min) / height) * 100;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** When the item's value became another after a moment, or last did before it; null: never. Throws ApiError. */
export async function findChange(
  { assetId, dataItemId }: AssetItem,
  atMs: number,
  side: 'before' | 'after',
): Promise<number | null> {
  const query = { [side]: new Date(atMs).toISOString() };
  const { change } = await callApi(history.getChange, { params: { assetId, dataItemId }, query });
  return change?.timestamp ?? null;
}
