/**
 * A reader of history folders made from docs/historian.md alone, for the test that holds page and files together. It
 * shares no code with the engine, favours being short, and is not fast.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { Bytes, indexes, readBlob, type Series, type Value } from './format-blob.ts';

/** A summary as it is stored. */
export interface Told {
  count: number;
  min: Value;
  max: Value;
  first: Value;
  last: Value;
  sum: Value;
}

/** What stands behind the checksum, if it is right. */
function checked(blob: Uint8Array, series: number, startMs: number, endMs: number): Uint8Array {
  const name = new Uint8Array(Float64Array.of(series, startMs, endMs).buffer);
  const rest = blob.subarray(4);
  if (crc32(rest, crc32(name)) !== new Bytes(blob).u32()) throw new Error('a wrong checksum');
  return rest;
}

function readSummary(blob: Uint8Array): Told {
  const input = new Bytes(blob);
  input.raw(2);
  const count = input.varint();
  for (let i = 0; i < 3; i++) input.varint();
  const [min = 0, max = 0, first = 0, last = 0, sum = 0] = indexes(5).map(() => input.tagged(input.u8()));
  return { count, min, max, first, last, sum };
}

export class FolderReader {
  readonly series = new Map<number, Series>();
  readonly chunks: { series: number; startMs: number; endMs: number; told: Told }[] = [];
  readonly rollups: { series: number; startMs: number; endMs: number; chunks: number; told: Told }[] = [];
  records = 0;

  constructor(folder: string) {
    const format = readFileSync(join(folder, 'FORMAT'), 'utf8');
    if (format !== 'telltale history format 2\n') throw new Error(`not a format of the page: ${format}`);
    const db = new DatabaseSync(join(folder, 'chunks.db'));
    for (const row of db.prepare('SELECT * FROM chunks').all() as Record<string, never>[]) {
      const { series, start_ms: startMs, end_ms: endMs, summary, data } = row as Record<string, never>;
      readBlob(checked(data ?? new Uint8Array(), series ?? 0, startMs ?? 0, endMs ?? 0), this.#of(series ?? 0));
      const told = readSummary(checked(summary ?? new Uint8Array(), series ?? 0, startMs ?? 0, endMs ?? 0));
      this.chunks.push({ series: series ?? 0, startMs: startMs ?? 0, endMs: endMs ?? 0, told });
    }
    for (const row of db.prepare('SELECT * FROM rollups').all() as Record<string, never>[]) {
      const { series = 0, start_ms: startMs = 0, end_ms: endMs = 0, chunks = 0, summary } = row;
      const told = readSummary(checked(summary ?? new Uint8Array(), series, startMs, endMs));
      this.rollups.push({ series, startMs, endMs, chunks, told });
    }
    db.close();
    for (const name of readdirSync(join(folder, 'log')).sort()) this.#readLog(readFileSync(join(folder, 'log', name)));
  }

  #of(key: number): Series {
    const points = this.series.get(key) ?? new Map();
    this.series.set(key, points);
    return points;
  }

  #readLog(file: Buffer): void {
    const input = new Bytes(file);
    if (Buffer.from(input.raw(12)).toString() !== 'TELLTALE-LOG' || input.u32() > 2) throw new Error('no log');
    while (input.left >= 12) {
      if (file.readUInt32LE(input.at) !== 0x4c545446) {
        // Zeros up to the next page.
        input.at = Math.ceil((input.at + 1) / 4096) * 4096;
        continue;
      }
      input.u32();
      const length = input.u32();
      const sum = input.u32();
      const body = input.raw(length);
      if (crc32(body) !== sum) throw new Error('a wrong checksum');
      const records = new Bytes(body[0] === 1 ? zstdDecompressSync(body.subarray(1)) : body.subarray(1));
      while (records.left > 0) this.#readRecord(records);
    }
  }

  #readRecord(input: Bytes): void {
    this.records++;
    const kind = input.u8();
    if (kind === 5) {
      this.#readPoints(input);
    } else if (kind === 4) {
      const before = input.svarint();
      const named = input.varint();
      const keys = named === 0 ? [...this.series.keys()] : indexes(named - 1).map(() => input.svarint());
      for (const key of keys) this.#change(key, Number.NEGATIVE_INFINITY, before - 1, null);
    } else if (kind === 2 || kind === 3) {
      const [key, from, to] = [input.svarint(), input.svarint(), input.svarint()];
      this.#change(key, from, to, kind === 2 ? input.tagged(input.u8()) : null);
    } else {
      throw new Error(`no kind of the page: ${kind}`);
    }
  }

  #change(key: number, from: number, to: number, value: Value | null): void {
    const points = this.#of(key);
    for (const [time, [, quality]] of points) {
      if (time < from || time > to) continue;
      if (value === null) points.delete(time);
      else points.set(time, [value, quality]);
    }
  }

  #readPoints(input: Bytes): void {
    const count = input.varint();
    const named: [key: number, time: number, quality: number][] = [];
    let [key, stride, length, step, time, quality] = [0, 0, 1, 0, 0, 192];
    while (named.length < count) {
      const same = input.u8();
      if (!(same & 1)) length = input.varint();
      if (!(same & 2)) step = input.svarint();
      if (!(same & 4)) time += input.svarint();
      if (!(same & 8)) quality = input.u8();
      if (!(same & 16)) stride = input.svarint();
      key += stride;
      for (let i = 0; i < length; i++) named.push([key + i * step, time, quality]);
    }
    let tags = 0;
    for (const [i, [one, at, how]] of named.entries()) {
      tags = i % 2 === 0 ? input.u8() : tags >> 4;
      this.#of(one).set(at, [input.tagged(tags & 15), how]);
    }
  }
}
