import type { DataItemSelection } from '@telltale/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  type AssetItem,
  MISSING_READING,
  type Reading,
  type ReadingSource,
  UNCHOSEN_READING,
} from '#readings/readings.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useShownItems } from './shown-items.ts';

/** The current reading of a data item; re-renders the caller when, and only when, what it shows has changed. */
export function useReading(selection: DataItemSelection): Reading {
  const { readings } = useDashboardScope();
  return useReadingOf(selection, readings);
}

/** The same as it is stored, in the unit of its data item, whatever unit the viewer reads. */
export function useSentReading(selection: DataItemSelection): Reading {
  const { sent } = useDashboardScope();
  return useReadingOf(selection, sent.readings);
}

function useReadingOf(selection: DataItemSelection, readings: ReadingSource): Reading {
  const { resolve } = useDashboardScope();
  const isChosen = selection.dataItem !== null;
  const item = resolve(selection);
  const assetId = item?.assetId;
  const dataItemId = item?.dataItemId;

  useShownItems([item]);

  const subscribe = useCallback(
    (listener: () => void) => {
      if (assetId === undefined || dataItemId === undefined) return unsubscribeNothing;
      return readings.subscribe({ assetId, dataItemId }, listener);
    },
    [readings, assetId, dataItemId],
  );
  return useSyncExternalStore(subscribe, () => {
    if (assetId === undefined || dataItemId === undefined) return isChosen ? MISSING_READING : UNCHOSEN_READING;
    return readings.read({ assetId, dataItemId });
  });
}

/** The readings of several data items, in the order of the selections. */
export function useReadings(selections: readonly DataItemSelection[]): Reading[] {
  const { readings } = useDashboardScope();
  return useReadingsOf(selections, readings);
}

/** The same as they are stored. */
export function useSentReadings(selections: readonly DataItemSelection[]): Reading[] {
  const { sent } = useDashboardScope();
  return useReadingsOf(selections, sent.readings);
}

function useReadingsOf(selections: readonly DataItemSelection[], readings: ReadingSource): Reading[] {
  const { resolve } = useDashboardScope();
  // Callers build the list anew at each render; its text tells whether anything in it changed.
  const key = JSON.stringify(selections.map((selection) => [selection, resolve(selection)]));
  useShownItems(selections.map((selection) => resolve(selection)));
  const group = useMemo(() => {
    const pairs = JSON.parse(key) as [DataItemSelection, AssetItem | null][];
    return new ReadingGroup(readings, pairs);
  }, [readings, key]);
  return useSyncExternalStore(group.subscribe, group.read);
}

class ReadingGroup {
  readonly #source: ReadingSource;
  readonly #pairs: readonly [DataItemSelection, AssetItem | null][];
  #last: Reading[] = [];

  constructor(source: ReadingSource, pairs: readonly [DataItemSelection, AssetItem | null][]) {
    this.#source = source;
    this.#pairs = pairs;
  }

  subscribe = (listener: () => void): (() => void) => {
    const ends = this.#pairs.flatMap(([, item]) => (item === null ? [] : [this.#source.subscribe(item, listener)]));
    return () => {
      for (const end of ends) end();
    };
  };

  /** The same array as long as every reading in it is the same. */
  read = (): Reading[] => {
    const next = this.#pairs.map(([selection, item]) => {
      if (item !== null) return this.#source.read(item);
      return selection.dataItem === null ? UNCHOSEN_READING : MISSING_READING;
    });
    const isSame = next.length === this.#last.length && next.every((reading, index) => reading === this.#last[index]);
    if (!isSame) this.#last = next;
    return this.#last;
  };
}

const unsubscribeNothing = () => undefined;
