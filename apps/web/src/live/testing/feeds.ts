import type { history, LiveBackfill } from '@telltale/contract';
import { vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { ResolvedSeriesRequest } from '#readings/series.ts';
import type { AssetListener } from '../live-store.ts';
import type { HistoryQuestion } from '../portal-answers.ts';
import { HistorySeriesFeed } from '../series-feed.ts';

export const START = Date.UTC(2026, 10, 20, 12);
export const ASSET = 7;

/** A portal in small: stored points, a hub that may be cut off, and history answers that take their time. */
export class World {
  readonly stored = new Map<number, Map<number, number>>();
  readonly questions: HistoryQuestion[] = [];
  latencyMs = 0;
  readsAtEnd = false;
  failures = 0;
  isBehind = false;
  error = new ApiError(0, 'unreachable', 'The portal does not answer.');
  isConnected = true;
  readonly #listeners = new Set<AssetListener>();

  feed(request: Partial<ResolvedSeriesRequest> = {}): HistorySeriesFeed {
    return new HistorySeriesFeed(
      {
        items: [1, 2].map((dataItemId) => ({ assetId: ASSET, dataItemId })),
        window: { kind: 'live', hours: 1 },
        threshold: -1,
        refreshSeconds: 5,
        ...request,
      },
      {
        live: {
          listen: (_assetId, listener) => {
            this.#listeners.add(listener);
            return () => this.#listeners.delete(listener);
          },
        },
        portal: {
          loadHistory: (question) => this.#answer(question),
          isHistoryBehind: () => this.isBehind,
          countHistory: ({ items, fromMs, toMs }) =>
            Promise.resolve(items.map(({ dataItemId }) => this.countStored(dataItemId, fromMs, toMs))),
        },
        clock: { now: () => Date.now() },
        random: () => 0.5,
      },
    );
  }

  store(dataItemId: number, timeMs: number, value: number): void {
    const series = this.stored.get(dataItemId) ?? new Map<number, number>();
    this.stored.set(dataItemId, series.set(timeMs, value));
  }

  countStored(dataItemId: number, fromMs: number, toMs: number): number {
    const times = [...(this.stored.get(dataItemId)?.keys() ?? [])];
    return times.filter((time) => time >= fromMs && time < toMs).length;
  }

  publish(...updates: [dataItemId: number, timestamp: number, value: number | string | null][]): void {
    this.#tell((listener) =>
      listener.updates(
        updates.map(([dataItemId, timestamp, stored]) => {
          const isString = typeof stored === 'string';
          return { assetId: ASSET, dataItemId, label: '', timestamp, value: isString ? null : stored, isString };
        }),
      ),
    );
  }

  backfill(change: Partial<LiveBackfill>): void {
    this.#tell((listener) =>
      listener.backfill({ assetId: ASSET, dataItemIds: [1], from: START, to: START, ...change }),
    );
  }

  subscribed(): void {
    this.#tell((listener) => listener.subscribed());
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  #tell(news: (listener: AssetListener) => void): void {
    if (this.isConnected) for (const listener of this.#listeners) news(listener);
  }

  async #answer(question: HistoryQuestion): Promise<history.ColumnarHistory> {
    this.questions.push(question);
    const { readsAtEnd, latencyMs } = this;
    const isFailing = this.failures > 0;
    if (isFailing) this.failures--;
    const early = this.#bucketed(question);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (isFailing) throw this.error;
    return readsAtEnd ? this.#bucketed(question) : early;
  }

  /** As the portal folds them: of each bucket the smallest and the largest point, at their own times. */
  #bucketed(question: HistoryQuestion): (number | null)[][] {
    const [times = [], ...columns] = this.read(question);
    if (question.threshold === -1) return [times, ...columns];
    const width = (question.toMs - question.fromMs) / question.threshold / 1000;
    const bucketOf = (row: number) => Math.floor(((times[row] ?? 0) - question.fromMs / 1000) / width);
    const kept = columns.map((values) => {
      const rows = values.flatMap((value, row) => (value === null ? [] : [row]));
      const keep = new Set<number>();
      for (const bucket of new Set(rows.map(bucketOf))) {
        const inside = rows
          .filter((row) => bucketOf(row) === bucket)
          .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
        keep.add(inside[0] ?? -1).add(inside.at(-1) ?? -1);
      }
      return keep;
    });
    const rows = times.flatMap((_, row) => (kept.some((keep) => keep.has(row)) ? [row] : []));
    const pick = (values: (number | null)[], keep: Set<number>) =>
      rows.map((row) => (keep.has(row) ? (values[row] ?? null) : null));
    return [
      rows.map((row) => times[row] ?? 0),
      ...columns.map((values, index) => pick(values, kept[index] ?? new Set())),
    ];
  }

  /** Every point of the question's range, as the portal answers it. */
  read({ items, fromMs, toMs }: Pick<HistoryQuestion, 'items' | 'fromMs' | 'toMs'>): (number | null)[][] {
    const series = items.map(({ dataItemId }) => this.stored.get(dataItemId) ?? new Map<number, number>());
    const times = [...new Set(series.flatMap((points) => [...points.keys()]))]
      .filter((time) => time >= fromMs && time <= toMs)
      .sort((a, b) => a - b);
    return [times.map((time) => time / 1000), ...series.map((points) => times.map((time) => points.get(time) ?? null))];
  }
}

export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
