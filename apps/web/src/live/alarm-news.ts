import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#api/query-keys.ts';
import { readSummary } from './alarm-summary.ts';
import type { LiveConnection } from './live-connection.ts';
import { portalLive } from './portal-live.ts';

/** Lists are asked for at once, but this long after the last time at the earliest: a flood of news is few questions. */
const GAP_MS = 250;

/** Keeps the figures and lists of all alarms in sight up to date while somebody shows them. */
export class AlarmNews {
  readonly #connection: LiveConnection;
  readonly #records: QueryClient;
  #users = 0;
  #end: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(connection: LiveConnection, records: QueryClient) {
    this.#connection = connection;
    this.#records = records;
  }

  /** Follows the news until the answer is called. */
  retain(): () => void {
    this.#users++;
    if (this.#users === 1) this.#begin();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#users--;
      if (this.#users === 0) this.#end();
    };
  }

  #begin(): void {
    const silence = this.#connection.listen({ alarmSummary: (payload) => this.#take(payload) });
    const unwatch = this.#connection.watchAlarms();
    this.#end = () => {
      silence();
      unwatch();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #take(payload: unknown): void {
    const summary = readSummary(payload);
    if (summary === undefined) {
      console.warn('The figures of the alarms came in a form that cannot be read.', payload);
      return;
    }
    this.#records.setQueryData(queryKeys.alarmSummary, summary);
    const waitMs = Math.max(0, this.#askedMs + GAP_MS - performance.now());
    this.#timer ??= setTimeout(() => void this.#askAgain(), waitMs);
  }

  /** An answer under way may be older than the news: it is waited for, and asked again at once. */
  async #askAgain(): Promise<void> {
    const lists = { queryKey: queryKeys.alarmLists };
    const underWay = this.#records.getQueryCache().findAll({ ...lists, type: 'active', fetchStatus: 'fetching' });
    await Promise.allSettled(underWay.map(({ promise }) => promise));
    if (this.#timer === undefined) return;
    this.#timer = undefined;
    this.#askedMs = performance.now();
    void this.#records.invalidateQueries(lists);
  }
}

const news = new WeakMap<QueryClient, AlarmNews>();

/** The window's one follower of the news. */
export function alarmNews(records: QueryClient): AlarmNews {
  const known = news.get(records) ?? new AlarmNews(portalLive(records).connection, records);
  news.set(records, known);
  return known;
}
