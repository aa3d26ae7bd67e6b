import { useSyncExternalStore } from 'react';
import type { AssetItem, Reading, ReadingSource } from '#readings/readings.ts';

/** A row of a table that shows a data item: the row stays the same object, what it reads is asked when it is needed. */
export interface LiveRow {
  readonly key: string;
  /** What people read of its data item while nothing is read of it. */
  readonly name: string;
  /** The slots that lead to it, outermost first, on the dashboard of a system: assets in slots have items of the same names. */
  readonly trail: readonly string[];
  /** Undefined where it leads nowhere. */
  readonly item: AssetItem | undefined;
  /** As it is now. */
  readonly reading: Reading;
  readonly subscribe: (listener: () => void) => () => void;
}

export const BETWEEN_SLOTS = ' › ';

/** A name after the slots that lead to it; '' where there is no name. */
export function nameInSlots(trail: readonly string[], name: string): string {
  return name === '' ? '' : [...trail, name].join(BETWEEN_SLOTS);
}

interface ReadingRowFacts extends Pick<LiveRow, 'key' | 'name' | 'trail' | 'item'> {
  readonly source: ReadingSource;
  /** What is read for good where there is no item. */
  readonly otherwise: Reading;
}

/** A row of one data item. */
export class ReadingRow implements LiveRow {
  readonly key: string;
  readonly name: string;
  readonly trail: readonly string[];
  readonly item: AssetItem | undefined;
  readonly #source: ReadingSource;
  readonly #otherwise: Reading;

  constructor({ key, name, trail, source, item, otherwise }: ReadingRowFacts) {
    this.key = key;
    this.name = name;
    this.trail = trail;
    this.item = item;
    this.#source = source;
    this.#otherwise = otherwise;
  }

  get reading(): Reading {
    return this.item === undefined ? this.#otherwise : this.#source.read(this.item);
  }

  subscribe = (listener: () => void): (() => void) =>
    this.item === undefined ? unsubscribeNothing : this.#source.subscribe(this.item, listener);
}

const unsubscribeNothing = () => undefined;

/** What a cell shows of its row. The cell renders when that text has changed, and only then; its table does not. */
export function useRowText(row: LiveRow, show: (reading: Reading) => string): string {
  return useSyncExternalStore(row.subscribe, () => show(row.reading));
}

/** Rows that are sorted or searched by their values change places this often at most, or nobody could read them. */
export const ORDER_MS = 1_000;

/** Tells that values of rows have changed, for what depends on all of them: an order, a search. */
export class RowValues<Row extends LiveRow> {
  #rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  subscribe = (listener: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        this.#rows = [...this.#rows];
        listener();
      }, ORDER_MS);
    };
    const ends = this.#rows.map((row) => row.subscribe(changed));
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  };

  /** The same rows as another list whenever their values are news. */
  rows = (): readonly Row[] => this.#rows;
}
