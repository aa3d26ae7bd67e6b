import { useQuery } from '@tanstack/react-query';
import type { DataItemSelection } from '@telltale/contract';
import { type Range, recordedRange } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useState } from 'react';
import { recordedRangeQuery } from '#api/recorded-range-queries.ts';
import type { Reading } from '#readings/readings.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';

/** Of an item that nobody has described and that has recorded nothing (spec 1 §9). */
export const DEFAULT_SCALE: Range = { min: 0, max: 100 };

/** The ends that a tile sets itself; null: as its data item has it. */
export interface OwnEnds {
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * The scale on which a tile shows a data item: its own ends, else those of the item's description, else round ends about
 * what it has recorded, else 0 to 100.
 */
export function useScale(selection: DataItemSelection, reading: Reading, own: OwnEnds): Range {
  const { resolve } = useDashboardScope();
  const item = resolve(selection);
  const { conversion } = reading;
  // A tile's own ends are in the unit of its data item, as everything is that is stored.
  const shown = (end: number | null) => (end === null || conversion === undefined ? end : conversion.convert(end));
  const min = shown(own.min) ?? reading.display.min;
  const max = shown(own.max) ?? reading.display.max;
  const isTold = min !== null && max !== null;
  const mayAsk = useMay('HistoricalDataItems', 'View');
  const isWanted = mayAsk && !isTold && reading.state === 'ok' && !reading.isString;
  const { data } = useQuery({
    ...recordedRangeQuery(item?.assetId ?? 0, item?.dataItemId ?? 0),
    enabled: isWanted && item !== undefined,
  });
  const name = item === undefined ? '' : `${item.assetId} ${item.dataItemId} ${reading.unit}`;
  // Until the answer is there, nothing is known to be outside of it.
  const recorded = useWidened(
    name,
    recordedIn(conversion, data) ?? DEFAULT_SCALE,
    data === undefined ? null : reading.value,
  );
  return scaleOf({ min, max }, recorded);
}

/** Round ends in the unit that is shown are others than those in which it is stored. */
function recordedIn(conversion: Conversion | undefined, recorded: Range | null | undefined): Range | null | undefined {
  if (conversion === undefined || recorded == null) return recorded;
  const [min, max] = [conversion.convert(recorded.min), conversion.convert(recorded.max)];
  return recordedRange([min], [max]) ?? { min, max };
}

/**
 * A suggested scale, and as wide as the values that the tile has shown since: a new asset has recorded nearly nothing
 * when it is first looked at. It never gets narrower under the needle.
 */
function useWidened(name: string, suggested: Range, value: number | null): Range {
  const [widened, setWidened] = useState({ name: '', range: suggested });
  const seen = widened.name === name ? widened.range : suggested;
  const base = { min: Math.min(suggested.min, seen.min), max: Math.max(suggested.max, seen.max) };
  if (value === null || (value >= base.min && value <= base.max)) return base;
  const [low, high] = [Math.min(base.min, value), Math.max(base.max, value)];
  const round = recordedRange([low], [high]) ?? base;
  const range = { min: Math.min(low, round.min), max: Math.max(high, round.max) };
  setWidened({ name, range });
  return range;
}

/** Ends that are told stand; the other comes from the record, as long as the two make a scale. */
export function scaleOf({ min, max }: OwnEnds, recorded: Range = DEFAULT_SCALE): Range {
  // A tile's own ends may run backwards (spec 1 §2); those it was not told must not.
  if (min !== null && max !== null) return { min, max };
  if (min !== null) return { min, max: recorded.max > min ? recorded.max : min + Math.max(1, Math.abs(min)) };
  if (max !== null) return { min: recorded.min < max ? recorded.min : max - Math.max(1, Math.abs(max)), max };
  return recorded;
}
