import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SeriesKey } from '../../port.ts';
import { DamagedDataError } from '../codec/bytes.ts';
import { isDatabaseDamage } from '../damage.ts';
import { combineSummaries, decodeSummary, encodeSummary, type Summary } from './summary.ts';

/** How many of one level make one of the next; level 0 are the chunks. */
export const FAN_OUT = 8;
export const LEVELS = 4;

/** Something with a summary that covers a time span: a chunk, or a rollup of several. */
export interface Span {
  startMs: number;
  endMs: number;
  /** Chunks in it; a chunk itself leaves it out. */
  chunks?: number;
  summary: Summary | null;
}

/**
 * The pyramid over the chunks: a row of level n has the summary of 8 neighbours of level n - 1. It holds nothing
 * that the chunks do not: a row that is missing or damaged costs time, not truth.
 */
export class Rollups {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #list: StatementSync;
  readonly #before: StatementSync;
  readonly #after: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      'INSERT OR REPLACE INTO rollups (series, level, start_ms, end_ms, chunks, summary) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
    );
    // Rows of a level never overlap, so only the last that begins at or before a range can reach into it.
    const from = `coalesce((SELECT start_ms FROM rollups
      WHERE series = ?1 AND level = ?2 AND start_ms <= ?3 ORDER BY start_ms DESC LIMIT 1), ?3)`;
    this.#delete = db.prepare(`DELETE FROM rollups
      WHERE series = ?1 AND level = ?2 AND start_ms <= ?4 AND start_ms >= ${from} AND end_ms >= ?3`);
    this.#list = db.prepare(`SELECT start_ms, end_ms, chunks, summary FROM rollups
      WHERE series = ?1 AND level = ?2 AND start_ms BETWEEN ?3 AND ?4 ORDER BY start_ms`);
    this.#before = db.prepare(`SELECT end_ms AS ms FROM rollups
      WHERE series = ?1 AND level = ?2 AND start_ms < ?3 ORDER BY start_ms DESC LIMIT 1`);
    this.#after = db.prepare(`SELECT start_ms AS ms FROM rollups
      WHERE series = ?1 AND level = ?2 AND start_ms > ?3 ORDER BY start_ms LIMIT 1`);
    this.#list.setReturnArrays(true);
  }

  /** Rows of a level that lie within the range, in order of time; those that are damaged are left out. */
  list(series: SeriesKey, level: number, fromMs: number, toMs: number): Span[] {
    try {
      const spans = this.#list.all(series, level, fromMs, toMs).map((row) => toSpan(series, row));
      return spans.filter((span) => span !== null && span.endMs <= toMs) as Span[];
    } catch (error) {
      // The chunks say the same, and report what is wrong with the database.
      if (isDatabaseDamage(error)) return [];
      throw error;
    }
  }

  /** Deletes the rows that cover some of a range whose chunks change. */
  invalidate(series: SeriesKey, fromMs: number, toMs: number): void {
    for (let level = 1; level <= LEVELS; level++) this.#delete.run(series, level, fromMs, toMs);
  }

  /**
   * Builds the missing rows around a range. `childrenOf` lists the chunks of a range (level 0 of the pyramid) that are
   * there to stay; behind the last row only full groups are made, since more will come.
   */
  build(
    series: SeriesKey,
    fromMs: number,
    toMs: number,
    chunksOf: (fromMs: number, toMs: number) => readonly Span[],
  ): void {
    for (let level = 1; level <= LEVELS; level++) {
      const before = this.#bound(this.#before, series, level, fromMs) ?? Number.MIN_SAFE_INTEGER;
      const after = this.#bound(this.#after, series, level, toMs);
      const end = (after ?? Number.MAX_SAFE_INTEGER) - 1;
      const children = level === 1 ? chunksOf(before + 1, end) : this.list(series, level - 1, before + 1, end);
      let made = 0;
      for (let at = 0; at < children.length; at += FAN_OUT) {
        const group = children.slice(at, at + FAN_OUT);
        if (group.length < 2 || (group.length < FAN_OUT && after === null)) break;
        if (this.#add(series, level, group)) made++;
      }
      if (made === 0 && after === null) return;
    }
  }

  #bound(statement: StatementSync, series: SeriesKey, level: number, ms: number): number | null {
    const row = statement.get(series, level, ms) as { ms: number } | undefined;
    return row?.ms ?? null;
  }

  #add(series: SeriesKey, level: number, group: readonly Span[]): boolean {
    const summary = combineSummaries(group.map((span) => span.summary));
    const first = group[0];
    const last = group.at(-1);
    if (!summary || !first || !last) return false;
    const { startMs } = first;
    const { endMs } = last;
    const chunks = group.reduce((sum, span) => sum + (span.chunks ?? 1), 0);
    this.#insert.run(series, level, startMs, endMs, chunks, encodeSummary(summary, series, startMs, endMs));
    return true;
  }
}

function toSpan(series: SeriesKey, row: unknown): Span | null {
  const [startMs, endMs, chunks, bytes] = row as [number, number, number, Uint8Array];
  try {
    return { startMs, endMs, chunks, summary: decodeSummary(bytes, series, startMs, endMs) };
  } catch (error) {
    if (error instanceof DamagedDataError) return null;
    throw error;
  }
}
