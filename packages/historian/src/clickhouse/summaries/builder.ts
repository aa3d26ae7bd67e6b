import { HistoryUnavailableError } from '../../port.ts';
import { extremesSql } from '../reading/decimated.ts';
import { int, listOf } from '../reading/sql.ts';
import type { NativeTable } from '../server/native-format.ts';
import { SPAN_STATE, summaryVersion } from './spans.ts';
import type { Summaries, SummaryRows } from './summaries.ts';

/** Between two writes: runs what it is given there, and resolves with the version up to which everything is at the server. */
export type BetweenWrites = (change: () => void) => Promise<number>;

export interface BuilderOptions {
  summaries: Summaries;
  betweenWrites: BetweenWrites;
  /** Throws while the server is not this portal's to write to. */
  guard: (signal: AbortSignal) => Promise<void>;
  now: () => number;
  /** Hears of what ends a pass, in a line; the next one tries again. */
  onTrouble: (text: string) => void;
}

/** Spans that are made anew in one step. */
const REBUILT_AT_ONCE = 5000;
/** While there is much to do, it rests so many times as long as it was at it. */
const REST = 3;
/** How much longer the next window may be when one held few points. */
const GROWTH = 4;

/** Makes summaries in the background: of spans that are settled, and anew of those that were written since. */
export class SummaryBuilder {
  readonly #options: BuilderOptions;
  readonly #ended = new AbortController();
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  /** Spans that the next step takes; as many as have about as many points as a step may look at. */
  #window = 1;

  constructor(options: BuilderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#ended.abort();
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { summaries, onTrouble } = this.#options;
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#pass();
      } catch (error) {
        if (signal.aborted) return;
        // That the server is away is told by whoever writes.
        if (!(error instanceof HistoryUnavailableError))
          onTrouble(error instanceof Error ? error.message : String(error));
      }
      await this.#sleep(summaries.spans.options.everyMs);
    }
  }

  async #pass(): Promise<void> {
    const { summaries } = this.#options;
    const { signal } = this.#ended;
    await summaries.sweep(signal);
    // What was dropped is swept away instead of being looked at span by span.
    if (summaries.isWritten && summaries.drops.length === 0) await this.#rebuild();
    await this.#advance();
  }

  #sleep(ms: number): Promise<void> {
    if (this.#ended.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #rest(sinceMs: number): Promise<void> {
    await this.#sleep((performance.now() - sinceMs) * REST);
    this.#ended.signal.throwIfAborted();
  }

  /** Summarises the spans that were settled since. */
  async #advance(): Promise<void> {
    const { summaries, betweenWrites, guard, now } = this.#options;
    const { signal } = this.#ended;
    const { spans } = summaries;
    const { settledAfterMs, spansAtOnce } = spans.options;
    const until = spans.of(now() - settledAfterMs);
    if (until - summaries.built < spansAtOnce) return;
    await guard(signal);
    await summaries.announce(until, signal);
    await betweenWrites(() => summaries.begin(until));
    // What is written from now on is marked; what was written before is found.
    let from = summaries.built === 0 ? Math.min(until, await this.#firstSpan()) : summaries.built;
    for (;;) {
      const startedMs = performance.now();
      const to = await this.#windowFrom(from, until);
      await this.#summarise(from, to);
      if (to >= until) return;
      from = to;
      await this.#rest(startedMs);
    }
  }

  /** That of the oldest point there is. */
  async #firstSpan(): Promise<number> {
    const { spans, server } = this.#options.summaries;
    const sql = `SELECT min(time) AS time, count() AS n FROM ${server.tables.points}`;
    const oldest = await server.connection.selectLong(sql, this.#ended.signal);
    return (oldest.numbers('n')[0] ?? 0) === 0 ? Number.POSITIVE_INFINITY : spans.of(oldest.numbers('time')[0] ?? 0);
  }

  #timesOf(from: number, to: number): string {
    const { spans } = this.#options.summaries;
    return `time >= ${int(spans.startMs(from))} AND time < ${int(spans.startMs(to))}`;
  }

  /** The end of the next spans that have together not many more points than a step may look at. */
  async #windowFrom(from: number, until: number): Promise<number> {
    const { spans, server } = this.#options.summaries;
    const { pointsAtOnce } = spans.options;
    for (;;) {
      const to = Math.min(until, from + this.#window);
      const where = this.#timesOf(from, to);
      const sql = `SELECT count() AS n FROM ${server.tables.points} WHERE ${where}`;
      const counted = (await server.connection.selectLong(sql, this.#ended.signal)).numbers('n')[0] ?? 0;
      if (counted <= pointsAtOnce || to - from <= 1) {
        if (counted < pointsAtOnce / GROWTH) this.#window *= GROWTH;
        return to;
      }
      this.#window = Math.max(1, Math.floor((to - from) / 2));
    }
  }

  async #summarise(from: number, to: number): Promise<void> {
    const { summaries, betweenWrites, guard } = this.#options;
    const { signal } = this.#ended;
    const { server, spans } = summaries;
    if (to > from) {
      const version = await betweenWrites(() => undefined);
      const all = extremesSql(server.tables.points, `WHERE ${this.#timesOf(from, to)}`, spans.sql);
      const suited = `WHERE n >= ${spans.options.fewestPoints} AND others = 0`;
      const found = await server.connection.selectLong(`SELECT * FROM (${all}) ${suited}`, signal);
      await guard(signal);
      await summaries.store(rowsOf(found, spans.options.fewestPoints), summaryVersion(version), signal);
    }
    await summaries.finish(to, signal);
  }

  /** Makes anew what was written into since, a number of spans after the other. */
  async #rebuild(): Promise<void> {
    const { summaries } = this.#options;
    const { signal } = this.#ended;
    summaries.isWritten = false;
    try {
      let after = '1';
      for (;;) {
        const startedMs = performance.now();
        const where = `${after} AND state = ${SPAN_STATE.written}`;
        const sql = `SELECT key, span FROM ${summaries.table} FINAL WHERE ${where} ORDER BY key, span LIMIT ${REBUILT_AT_ONCE}`;
        const written = await summaries.server.connection.selectLong(sql, signal);
        if (written.rows === 0) return;
        await this.#rebuildSome(written);
        if (written.rows < REBUILT_AT_ONCE) return;
        const [key, span] = [written.numbers('key').at(-1), written.numbers('span').at(-1)];
        after = `(key > ${key} OR (key = ${key} AND span > ${span}))`;
        await this.#rest(startedMs);
      }
    } catch (error) {
      summaries.isWritten = true;
      throw error;
    }
  }

  async #rebuildSome(written: NativeTable): Promise<void> {
    const { summaries, betweenWrites, guard } = this.#options;
    const { signal } = this.#ended;
    const { server, spans } = summaries;
    const [keys, numbers] = [written.numbers('key'), written.numbers('span')];
    const version = await betweenWrites(() => undefined);
    const pairs = Array.from(keys, (key, i) => `(${key}, ${numbers[i]})`).join(', ');
    const times = this.#timesOf(smallest(numbers), greatest(numbers) + 1);
    const where = `WHERE key IN ${listOf(keys)} AND ${times} AND (key, ${spans.sql}) IN (${pairs})`;
    const found = await server.connection.selectLong(extremesSql(server.tables.points, where, spans.sql), signal);
    const rows = rowsOf(found, spans.options.fewestPoints);
    addMissing(rows, keys, numbers);
    await guard(signal);
    await summaries.store(rows, summaryVersion(version), signal);
  }
}

const smallest = (numbers: Float64Array): number => numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers: Float64Array): number => numbers.reduce((a, b) => Math.max(a, b));

function rowsOf(found: NativeTable, fewestPoints: number): SummaryRows {
  const [counts, others] = [found.numbers('n'), found.numbers('others')];
  const isSuited = (otherCount: number, i: number): boolean =>
    otherCount === 0 && (counts[i] as number) >= fewestPoints;
  return {
    keys: [...found.numbers('key')],
    spans: [...found.numbers('bucket')],
    counts: [...counts],
    lowTimesMs: [...found.numbers('lowTime')],
    lows: [...found.numbers('lowValue')],
    highTimesMs: [...found.numbers('highTime')],
    highs: [...found.numbers('highValue')],
    states: Array.from(others, (other, i) => (isSuited(other, i) ? SPAN_STATE.summarised : SPAN_STATE.unsuited)),
  };
}

/** Of spans without points nothing was found: they are as clean as the others. */
function addMissing(rows: SummaryRows, keys: Float64Array, spans: Float64Array): void {
  const found = new Set(rows.keys.map((key, i) => `${key} ${rows.spans[i]}`));
  for (const [i, key] of keys.entries()) {
    if (found.has(`${key} ${spans[i]}`)) continue;
    rows.keys.push(key);
    rows.spans.push(spans[i] as number);
    for (const column of [rows.counts, rows.lowTimesMs, rows.lows, rows.highTimesMs, rows.highs]) column.push(0);
    rows.states.push(SPAN_STATE.unsuited);
  }
}
