import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#api/query-keys.ts';
import { readSummary } from './alarm-summary.ts';
import type { LiveConnection } from './live-connection.ts';
import { portalLive } from './portal-live.ts';

/** Lists are asked for again this much later: a flood of news is one question. */
const ASK_AFTER_MS = 250;
/** After so long a silence they are asked for at once. */
const QUIET_MS = 1_000;

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
    const isQuiet = performance.now() - this.#askedMs > QUIET_MS;
    this.#timer ??= setTimeout(() => this.#askAgain(), isQuiet ? 0 : ASK_AFTER_MS);
  }

  /** An answer under way may be older than the news: it is waited for, and asked again. */
  #askAgain(): void {
    this.#timer = undefined;
    if (this.#records.isFetching({ queryKey: queryKeys.alarmLists, type: 'active' }) > 0) {
      this.#timer = setTimeout(() => this.#askAgain(), ASK_AFTER_MS);
      return;
    }
    this.#askedMs = performance.now();
    void this.#records.invalidateQueries({ queryKey: queryKeys.alarmLists });
  }
}

const news = new WeakMap<QueryClient, AlarmNews>();

/** The window's one follower of the news. */
export function alarmNews(records: QueryClient): AlarmNews {
  const known = news.get(records) ?? new AlarmNews(portalLive(records).connection, records);
  news.set(records, known);
  return known;
}
