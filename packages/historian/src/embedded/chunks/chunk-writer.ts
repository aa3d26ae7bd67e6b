import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PointValue, SeriesKey } from '../../port.ts';
import { decodeInto, decodePoints } from '../codec/points-codec.ts';
import type { OnDamage } from '../damage.ts';
import { joinPoints, lowerBound, mergePoints, type Points, slicePoints } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { ChunkReader, type ChunkRow } from './chunk-reader.ts';
import { holdsPoints } from './held-points.ts';
import { evenParts, makeChunk, makeChunks, type NewChunk, rowBytesOf } from './new-chunk.ts';
import { pageOrder } from './page-order.ts';
import { FAN_OUT, Rollups } from './rollups.ts';
import { CHUNK_POINTS, SeriesTail } from './series-tail.ts';

/** New chunks that wait to be put in an order that fills pages. */
const MOST_NEW = 1024;

/** Writes points into chunks that never overlap: what overlaps is merged, last write wins. */
export class ChunkWriter {
  readonly #db: DatabaseSync;
  readonly #reader: ChunkReader;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #setAside: StatementSync;
  readonly #forgetDamaged: StatementSync;
  readonly #setTotal: StatementSync;
  readonly #rollups: Rollups;
  readonly #chunkPoints: number;
  readonly #tails = new Map<SeriesKey, SeriesTail>();
  readonly #sealed = new PointsBuffer(4096);
  /** Chunks behind the ends of their series, and the time from which rollups of each such series may be due. */
  #new: NewChunk[] = [];
  readonly #newFrom = new Map<SeriesKey, number>();
  #nextId: number;
  #points: number;

  constructor(db: DatabaseSync, onDamage: OnDamage, chunkPoints = CHUNK_POINTS) {
    this.#db = db;
    this.#chunkPoints = chunkPoints;
    this.#rollups = new Rollups(db);
    this.#reader = new ChunkReader(db, onDamage);
    this.#insert = db.prepare(
      'INSERT INTO chunks (id, series, start_ms, end_ms, summary, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
    );
    this.#delete = db.prepare('DELETE FROM chunks WHERE id = ?1');
    this.#setAside = db.prepare('INSERT OR IGNORE INTO damaged SELECT * FROM chunks WHERE id = ?1');
    this.#forgetDamaged = db.prepare('DELETE FROM damaged WHERE series = ?1 AND start_ms >= ?2 AND end_ms <= ?3');
    this.#setTotal = db.prepare('INSERT OR REPLACE INTO totals (name, value) VALUES (?1, ?2)');
    const { id } = db.prepare('SELECT coalesce(max(id), 0) AS id FROM chunks').get() as { id: number };
    this.#nextId = id + 1;
    const total = db.prepare("SELECT value FROM totals WHERE name = 'points'").get() as { value: number } | undefined;
    this.#points = total?.value ?? 0;
  }

  /** Points in all chunks. */
  get points(): number {
    return this.#points;
  }

  /** Runs a piece of work as one transaction; when it throws, nothing of it stays. */
  transaction<T>(work: () => T): T {
    const points = this.#points;
    const nextId = this.#nextId;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#insertNew();
      this.#setTotal.run('points', this.#points);
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#points = points;
      this.#nextId = nextId;
      this.#tails.clear();
      this.#new = [];
      this.#newFrom.clear();
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Stores runs of one series, encoded, oldest writing first, over what is there. */
  writeBlobs(series: SeriesKey, blobs: readonly Uint8Array[]): void {
    const buffer = this.#sealed;
    buffer.clear();
    let isInOrder = true;
    for (const blob of blobs) {
      const before = buffer.length;
      decodeInto(blob, buffer);
      isInOrder &&= before === 0 || (buffer.timesMs[before] as number) > (buffer.timesMs[before - 1] as number);
    }
    // Nearly always they follow each other, and then nothing needs to be merged or copied.
    this.write(series, isInOrder ? buffer.points() : mergePoints(blobs.map(decodePoints)));
  }

  /** Stores sorted points of one series over what is there. */
  write(series: SeriesKey, fresh: Points): void {
    const count = fresh.timesMs.length;
    if (count === 0) return;
    const first = fresh.timesMs[0] as number;
    const tail = this.#tail(series);
    if (first > tail.endMs) {
      if (tail.hasNew) this.#insertNew();
      const chunks = tail.takeForMerge(series, count);
      const [oldest] = chunks;
      if (oldest) this.#rollups.invalidate(series, oldest.startMs, tail.endMs);
      const points = oldest ? this.#merged(chunks, fresh) : fresh;
      for (const one of makeChunks(series, points, this.#chunkPoints)) {
        this.#new.push({ ...one, small: tail.added(one.chunk) });
      }
      if (!this.#newFrom.has(series)) this.#newFrom.set(series, first);
      if (this.#new.length >= MOST_NEW) this.#insertNew();
      return;
    }
    if (this.#newFrom.has(series)) this.#insertNew();
    this.#writeLate(series, fresh);
  }

  /** Stores the chunks that wait, and builds the rollups that are due. */
  #insertNew(): void {
    const made = this.#new;
    this.#new = [];
    for (const index of pageOrder(made.map(rowBytesOf))) {
      this.#insertChunk(made[index] as NewChunk);
    }
    for (const [series, fromMs] of this.#newFrom) {
      const tail = this.#tail(series);
      if (tail.bigWithoutRollup < FAN_OUT) continue;
      this.#buildRollups(series, fromMs, fromMs);
      tail.bigWithoutRollup = 0;
    }
    this.#newFrom.clear();
  }

  /** Fresh points that begin before the end of the series. */
  #writeLate(series: SeriesKey, fresh: Points): void {
    const count = fresh.timesMs.length;
    const first = fresh.timesMs[0] as number;
    const last = fresh.timesMs[count - 1] as number;
    const reached = this.#reader.listChunks(series, first, last);
    if (holdsPoints(this.#reader, reached, fresh)) return;
    this.#rollups.invalidate(series, first, last);
    // Runs of fresh points between untouched chunks: each run is merged with the chunks it falls into.
    let cut = 0;
    let touched: ChunkRow[] = [];
    const flush = (to: number): void => {
      if (to > cut) {
        const run = slicePoints(fresh, cut, to);
        const chunks = touched.length > 0 ? touched : this.#neighbourOf(series, run, to === count);
        this.#insertAll(series, this.#merged(chunks, run));
      }
      cut = to;
      touched = [];
    };
    for (const chunk of reached) {
      const from = lowerBound(fresh.timesMs, chunk.startMs);
      const to = lowerBound(fresh.timesMs, chunk.endMs + 1);
      if (to > from) touched.push(chunk);
      else flush(from);
    }
    flush(count);
    this.#changed(series, first, last);
  }

  /**
   * A chunk beside a run that falls into none, if both fill no more than one chunk together: points that come late a few
   * at a time would else be in a chunk each. The one behind the run may be taken only when no more runs follow.
   */
  #neighbourOf(series: SeriesKey, run: Points, isLast: boolean): ChunkRow[] {
    const room = this.#chunkPoints - run.timesMs.length;
    const before = this.#reader.findChunkBefore(series, run.timesMs[0] as number);
    const after = isLast ? this.#reader.findChunkAfter(series, run.timesMs.at(-1) as number) : undefined;
    const chunk = [before, after].find((one) => one?.summary && one.summary.count <= room);
    if (!chunk) return [];
    this.#rollups.invalidate(series, chunk.startMs, chunk.endMs);
    return [chunk];
  }

  /** To be called after chunks of a range were changed, whose rollups were invalidated before. */
  #changed(series: SeriesKey, fromMs: number, toMs: number): void {
    this.#tails.delete(series);
    this.#buildRollups(series, fromMs, toMs);
  }

  #buildRollups(series: SeriesKey, fromMs: number, toMs: number): void {
    const { settledUntilMs } = this.#tail(series);
    this.#rollups.build(series, fromMs, toMs, (from, to) =>
      this.#reader.listChunks(series, from, Math.min(to, settledUntilMs)),
    );
  }

  #tail(series: SeriesKey): SeriesTail {
    let tail = this.#tails.get(series);
    if (!tail) {
      tail = SeriesTail.load(this.#reader, series, this.#chunkPoints);
      this.#tails.set(series, tail);
    }
    return tail;
  }

  /** Removes chunks and answers their points with the fresh ones merged in. */
  #merged(chunks: readonly ChunkRow[], fresh: Points): Points {
    const stored = new PointsBuffer(chunks.length * this.#chunkPoints);
    for (const chunk of chunks) this.#take(chunk, stored);
    return mergePoints([stored.points(), fresh]);
  }

  /** Removes a chunk and adds its points to the buffer; one that cannot be read is set aside, never destroyed. */
  #take(chunk: ChunkRow, buffer: PointsBuffer): void {
    const before = buffer.length;
    const isRead = this.#reader.readInto(chunk, buffer);
    if (!isRead) this.#setAside.run(chunk.id);
    this.#delete.run(chunk.id);
    this.#points -= isRead ? buffer.length - before : (chunk.count ?? chunk.summary?.count ?? 0);
  }

  /** Chunks of the same size, each with room for more: one full chunk and a tiny one would become many. */
  #insertAll(series: SeriesKey, points: Points): void {
    for (const part of evenParts(points, this.#chunkPoints)) this.#insertChunk(makeChunk(series, part));
  }

  #insertChunk({ chunk, summary, data, small }: NewChunk): void {
    const id = this.#nextId++;
    if (small) small.id = id;
    this.#insert.run(id, chunk.series, chunk.startMs, chunk.endMs, summary, data);
    this.#points += chunk.summary?.count ?? 0;
  }

  /** Sets every stored point of the range to one value; answers how many there were. */
  editRange(series: SeriesKey, fromMs: number, toMs: number, value: PointValue): number {
    return this.#rewrite(series, fromMs, toMs, (points, from, to) => {
      const values = points.values.slice();
      const texts =
        points.texts ?? (typeof value === 'string' ? new Array<string | null>(values.length).fill(null) : null);
      values.fill(typeof value === 'number' ? value : 0, from, to);
      texts?.fill(typeof value === 'string' ? value : null, from, to);
      return { ...points, values, texts };
    });
  }

  /** Deletes the stored points of the range; answers how many there were. */
  deleteRange(series: SeriesKey, fromMs: number, toMs: number): number {
    const deleted = this.#rewrite(series, fromMs, toMs, null);
    this.#forgetDamaged.run(series, fromMs, toMs);
    return deleted;
  }

  /** Removes what was set aside of any series and ends before the time: of series, too, that have no chunk any more. */
  forgetDamagedBefore(beforeMs: number): void {
    this.#db.prepare('DELETE FROM damaged WHERE end_ms < ?1').run(beforeMs);
  }

  /** Every series that has a chunk. */
  listSeries(): SeriesKey[] {
    const next = this.#db.prepare('SELECT min(series) AS series FROM chunks WHERE series > ?1');
    const series: SeriesKey[] = [];
    for (let key = -1; ; ) {
      const row = next.get(key) as { series: number | null };
      if (row.series === null) return series;
      key = row.series;
      series.push(key);
    }
  }

  /** Changes the points of a range, or deletes them (null): whole chunks without reading them. */
  #rewrite(
    series: SeriesKey,
    fromMs: number,
    toMs: number,
    change: ((points: Points, from: number, to: number) => Points) | null,
  ): number {
    const chunks = this.#reader.listChunks(series, fromMs, toMs);
    const [first] = chunks;
    const last = chunks.at(-1);
    if (!first || !last) return 0;
    this.#rollups.invalidate(series, first.startMs, last.endMs);
    let changed = 0;
    for (const chunk of chunks) {
      if (!change && chunk.startMs >= fromMs && chunk.endMs <= toMs && chunk.summary) {
        this.#delete.run(chunk.id);
        this.#points -= chunk.summary.count;
        changed += chunk.summary.count;
        continue;
      }
      const buffer = new PointsBuffer(this.#chunkPoints);
      this.#take(chunk, buffer);
      const points = buffer.points();
      const from = lowerBound(points.timesMs, fromMs);
      const to = lowerBound(points.timesMs, toMs + 1);
      changed += to - from;
      const outside = [slicePoints(points, 0, from), slicePoints(points, to, points.timesMs.length)];
      this.#insertAll(series, change ? change(points, from, to) : joinPoints(outside));
    }
    this.#changed(series, first.startMs, last.endMs);
    return changed;
  }
}
