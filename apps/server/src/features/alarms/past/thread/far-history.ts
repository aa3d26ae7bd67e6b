import type { AggregateQuery, Aggregates, LastPoint, SeriesKey, SeriesPoints } from '@telltale/historian/port.ts';
import type { PastReader } from '../past-reader.ts';
import type { PastQuestion } from './messages.ts';

/** The history as it is seen from another thread than the portal's own. */
export class FarHistory implements PastReader {
  readonly #send: (question: number, what: PastQuestion) => void;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #asked = 0;
  readonly #left: Promise<never>;

  /** @param signal nobody waits any more: what is asked then is never answered */
  constructor(signal: AbortSignal, send: (question: number, what: PastQuestion) => void) {
    this.#send = send;
    const left = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => left.reject(signal.reason), { once: true });
    this.#left = left.promise;
    // Whoever waits for an answer hears of it.
    this.#left.catch(() => undefined);
  }

  settle(question: number, answer: unknown): void {
    this.#waiting.get(question)?.(answer);
    this.#waiting.delete(question);
  }

  readSeries(key: SeriesKey, fromMs: number, toMs: number): Promise<SeriesPoints> {
    return this.#ask({ kind: 'series', key, fromMs, toMs });
  }

  stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    return this.#ask({ kind: 'state', keys, timeMs });
  }

  aggregate({ signal: _, ...query }: AggregateQuery): Promise<Aggregates> {
    return this.#ask({ kind: 'aggregate', query });
  }

  #ask<Answer>(what: PastQuestion): Promise<Answer> {
    const question = ++this.#asked;
    const answer = new Promise<Answer>((resolve) => {
      this.#waiting.set(question, resolve as (answer: unknown) => void);
    });
    this.#send(question, what);
    return Promise.race([answer, this.#left]);
  }
}
