import type { RangeOperation } from '../../embedded/log/log-records.ts';
import { int, listOf, SETTINGS, WRITE_SETTINGS } from '../reading/sql.ts';
import { encodeNative } from '../server/native-format.ts';
import type { HistoryServer } from '../server/open-server.ts';
import type { Block } from '../staging/block.ts';
import { markVersion, SPAN_STATE, Spans, type SummaryOptions, summaryVersion } from './spans.ts';
import { type SpanList, writtenSpans } from './written-spans.ts';

/** Names of marks: up to where summaries may be there, and up to where they have been made. */
const BEGUN = 'summaries_begun';
const BUILT = 'summaries_built';

/** A row of the table; `version` is that of the row, not of the log. */
export interface SummaryRows extends SpanList {
  counts: number[];
  lowTimesMs: number[];
  lows: number[];
  highTimesMs: number[];
  highs: number[];
  states: number[];
}

/** Points that were dropped; the summaries of their time are of no use any more. */
export interface Drop {
  where: string;
  version: number;
  atMs: number;
}

/**
 * Summaries of the points of each series in spans of time. None is believed that is not that of the points: whatever is
 * written into a span that may be summarised is marked first, under a version above that of every summary made before.
 */
export class Summaries {
  readonly spans: Spans;
  readonly table: string;
  readonly server: HistoryServer;
  /** Spans from this one on have no summary, and what is written into them needs no mark. */
  #begun: number;
  /** Up to this one every span has been summarised once, if it could be. */
  #built: number;
  /** Whether there may be marks that no summary has followed yet. */
  isWritten = true;
  drops: Drop[] = [];
  readonly #now: () => number;

  private constructor(
    server: HistoryServer,
    table: string,
    spans: Spans,
    begun: number,
    built: number,
    now: () => number,
  ) {
    this.server = server;
    this.table = table;
    this.spans = spans;
    this.#begun = begun;
    this.#built = built;
    this.#now = now;
  }

  /** @returns null where the server keeps no summaries */
  static async open(server: HistoryServer, now: () => number, options?: SummaryOptions): Promise<Summaries | null> {
    const { connection, tables } = server;
    if (tables.summaries === null) return null;
    const spans = new Spans(options);
    const of = (name: string): string => `maxIf(value, name = '${name}')`;
    const marks = await connection.select(`SELECT ${of(BEGUN)} AS begun, ${of(BUILT)} AS built FROM ${tables.marks}`);
    // The server may have lost a mark that was not on its disk yet; the summaries are.
    const newest = await connection.select(`SELECT toInt64(max(span)) AS span, count() AS n FROM ${tables.summaries}`);
    const after = (newest.numbers('n')[0] ?? 0) === 0 ? 0 : (newest.numbers('span')[0] ?? 0) + 1;
    const begun = Math.max(marks.numbers('begun')[0] ?? 0, after);
    return new Summaries(server, tables.summaries, spans, begun, marks.numbers('built')[0] ?? 0, now);
  }

  get built(): number {
    return this.#built;
  }

  get begun(): number {
    return this.#begun;
  }

  /** Before spans up to one are summarised: from now on they are marked, and from any start on. */
  async announce(span: number, signal: AbortSignal): Promise<void> {
    if (span > this.#begun) await this.#mark(BEGUN, span, signal);
  }

  /** Only between two writes: what is under way has looked already which spans it must mark. */
  begin(span: number): void {
    this.#begun = Math.max(this.#begun, span);
  }

  async finish(span: number, signal: AbortSignal): Promise<void> {
    await this.#mark(BUILT, span, signal);
    this.#built = span;
  }

  #mark(name: string, value: number, signal: AbortSignal): Promise<void> {
    const { connection, tables } = this.server;
    return connection.command(`INSERT INTO ${tables.marks} (name, value) VALUES ('${name}', ${value})`, signal);
  }

  get #beforeMs(): number {
    return this.#begun === 0 ? Number.NEGATIVE_INFINITY : this.spans.startMs(this.#begun);
  }

  /** Marks the spans that a block has points in. */
  async beforeBlock(block: Block, signal: AbortSignal): Promise<void> {
    const beforeMs = this.#beforeMs;
    if (beforeMs === Number.NEGATIVE_INFINITY) return;
    const { keys, spans } = writtenSpans(block, beforeMs, (timeMs) => this.spans.of(timeMs));
    if (keys.length === 0) return;
    const version = markVersion(block.toVersion);
    const bytes = encodeNative(
      [
        { name: 'key', type: 'UInt64', values: Float64Array.from(keys) },
        { name: 'span', type: 'Int64', values: Float64Array.from(spans) },
        { name: 'state', type: 'UInt8', values: new Uint8Array(keys.length).fill(SPAN_STATE.written) },
        { name: 'version', type: 'UInt64', values: new Float64Array(keys.length).fill(version) },
      ],
      keys.length,
    );
    const into = `INSERT INTO ${this.table} (key, span, state, version) ${WRITE_SETTINGS}`;
    await this.#noting(this.server.connection.insert(into, bytes, signal));
  }

  /** Only once the marks are there: a look at them before would find none, and nobody would look again. */
  async #noting(marking: Promise<void>): Promise<void> {
    try {
      await marking;
    } finally {
      this.isWritten = true;
    }
  }

  /**
   * Marks every span that an operation may concern: those of all rows that there are, so that a summary which is still on
   * its way to the table is marked, too.
   * @param where the points that it concerns
   */
  async beforeOperation(record: RangeOperation, where: string, version: number, signal: AbortSignal): Promise<void> {
    if (this.#begun === 0) return;
    if (record.kind === 'drop') this.#remember(record, version);
    const rows = `SELECT DISTINCT key, ${this.spans.sql} AS span, ${SPAN_STATE.written}, ${markVersion(version)}
      FROM ${this.server.tables.points} WHERE ${where} AND time < ${int(this.#beforeMs)} ${SETTINGS}`;
    const into = `INSERT INTO ${this.table} (key, span, state, version) ${WRITE_SETTINGS}`;
    const { connection } = this.server;
    await this.#noting(connection.commandLong(`${into} ${rows}`, `telltale-mark-${record.kind}-${version}`, signal));
  }

  #remember(record: Extract<RangeOperation, { kind: 'drop' }>, version: number): void {
    if (this.drops.some((drop) => drop.version === version)) return;
    const only = record.only === null ? '1' : `key IN ${listOf(record.only)}`;
    const where = `span < ${this.spans.of(record.beforeMs)} AND ${only}`;
    this.drops.push({ where, version, atMs: this.#now() });
  }

  /** @param version that of the log up to which the rows tell of everything */
  async store(rows: SummaryRows, version: number, signal: AbortSignal): Promise<void> {
    const { length } = rows.keys;
    if (length === 0) return;
    const bytes = encodeNative(
      [
        { name: 'key', type: 'UInt64', values: Float64Array.from(rows.keys) },
        { name: 'span', type: 'Int64', values: Float64Array.from(rows.spans) },
        { name: 'n', type: 'UInt64', values: Float64Array.from(rows.counts) },
        { name: 'low_time', type: 'Int64', values: Float64Array.from(rows.lowTimesMs) },
        { name: 'low', type: 'Float64', values: Float64Array.from(rows.lows) },
        { name: 'high_time', type: 'Int64', values: Float64Array.from(rows.highTimesMs) },
        { name: 'high', type: 'Float64', values: Float64Array.from(rows.highs) },
        { name: 'state', type: 'UInt8', values: Uint8Array.from(rows.states) },
        { name: 'version', type: 'UInt64', values: new Float64Array(length).fill(version) },
      ],
      length,
    );
    const names = 'key, span, n, low_time, low, high_time, high, state, version';
    await this.server.connection.insert(`INSERT INTO ${this.table} (${names}) ${WRITE_SETTINGS}`, bytes, signal);
  }

  /**
   * Deletes the summaries of what was dropped long enough ago. A summary that was on its way to the table when the points
   * were dropped has arrived by then: it must find the mark above it.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    const dueMs = this.#now() - this.spans.options.sweepAfterMs;
    const due = this.drops.filter(({ atMs }) => atMs <= dueMs);
    for (const drop of due) {
      const where = `${drop.where} AND version <= ${summaryVersion(drop.version)}`;
      const sql = `DELETE FROM ${this.table} WHERE ${where} SETTINGS lightweight_deletes_sync = 2`;
      await this.server.connection.commandLong(sql, `telltale-sweep-${drop.version}`, signal);
      this.drops = this.drops.filter((other) => other !== drop);
    }
  }
}
