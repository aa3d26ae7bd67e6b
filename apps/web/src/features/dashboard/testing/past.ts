import { type assets, type playback, QUALITY_GOOD } from '@telltale/contract';
import { type Reading, type ReadingSource, WAITING_READING } from '#readings/readings.ts';
import type { PlaybackCalls, Stretch } from '../playback/past/past-reader.ts';

/** A point of the recorded past of a test. */
export interface PastPoint {
  assetId: number;
  dataItemId: number;
  timeMs: number;
  value: number | string;
  quality: number;
}

export const PINGRATE_MS = 60_000;

/** Answers playback's calls from a list of points, as the portal does from its history; counts what is asked. */
export class RecordedPast implements PlaybackCalls {
  readonly #points: readonly PastPoint[];
  readonly #itemIds: readonly number[];
  readonly asked: string[] = [];
  /** Set: the next answers wait until it is resolved. */
  gate: Promise<void> | undefined;
  /** Set: the next answers fail with it. */
  failure: Error | undefined;
  /** Set: nothing that was measured later is known yet. */
  now: (() => number) | undefined;

  constructor(points: readonly PastPoint[], itemIds: readonly number[]) {
    this.#points = points.toSorted((a, b) => a.timeMs - b.timeMs);
    this.#itemIds = itemIds;
  }

  async loadState(assetId: number, atMs: number): Promise<playback.Recording> {
    this.asked.push(`state ${assetId}`);
    await this.#answerable();
    return { start: this.stateAt(assetId, atMs), points: [], changes: [], to: atMs };
  }

  async loadRecording({ assetId, fromMs, toMs, stepMs }: Stretch): Promise<playback.Recording> {
    this.asked.push(`recording ${assetId}`);
    await this.#answerable();
    const steps = Math.floor((toMs - fromMs) / stepMs);
    const points = this.#itemIds.map((dataItemId) => {
      const columns: playback.RecordedPoints = {
        dataItemId: dataItemId as never,
        times: [],
        values: [],
        qualities: [],
      };
      for (let step = 1; step <= steps; step++) {
        const last = this.#last(assetId, dataItemId, fromMs + step * stepMs);
        if (last === undefined || last.timeMs <= fromMs || last.timeMs === columns.times.at(-1)) continue;
        columns.times.push(last.timeMs);
        columns.values.push(last.value);
        columns.qualities.push(last.quality);
      }
      return columns;
    });
    const changes: playback.RecordedChange[] = [];
    let connected = this.stateAt(assetId, fromMs).connected;
    for (let step = 1; step <= steps; step++) {
      const at = fromMs + step * stepMs;
      const { dataItems: _items, ...records } = this.stateAt(assetId, at);
      if (records.connected !== connected) changes.push({ ...records, at });
      connected = records.connected;
    }
    return { start: this.stateAt(assetId, fromMs), points, changes, to: fromMs + steps * stepMs };
  }

  stateAt(assetId: number, atMs: number): assets.AssetState {
    let heardMs = Number.NEGATIVE_INFINITY;
    const dataItems = this.#itemIds.map((dataItemId) => {
      const last = this.#last(assetId, dataItemId, atMs);
      heardMs = Math.max(heardMs, last?.timeMs ?? heardMs);
      return {
        dataItemId,
        label: `item ${dataItemId}`,
        alias: '',
        unit: 'bar',
        value: typeof last?.value === 'number' ? last.value : null,
        isString: typeof last?.value === 'string',
        stringValue: typeof last?.value === 'string' ? last.value : null,
        timestamp: last?.timeMs ?? null,
        quality: last?.quality ?? QUALITY_GOOD,
      } as unknown as assets.CurrentValue;
    });
    const connected = atMs - heardMs < PINGRATE_MS;
    return { dataItems, alarms: [], attributes: [], coordinates: null, connected, pingrate: PINGRATE_MS };
  }

  #last(assetId: number, dataItemId: number, atMs: number): PastPoint | undefined {
    const untilMs = Math.min(atMs, this.now?.() ?? atMs);
    return this.#points.findLast(
      (point) => point.assetId === assetId && point.dataItemId === dataItemId && point.timeMs <= untilMs,
    );
  }

  async #answerable(): Promise<void> {
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
  }
}

/** A live source that a test changes. */
export class LiveReadings implements ReadingSource {
  readonly #listeners = new Set<() => void>();
  reading: Reading = WAITING_READING;

  set(reading: Reading): void {
    this.reading = reading;
    for (const listener of this.#listeners) listener();
  }

  subscribe(_item: unknown, listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read(): Reading {
    return this.reading;
  }
}
