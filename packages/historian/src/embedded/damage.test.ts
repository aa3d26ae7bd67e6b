import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Historian, PointBatch, seriesKey } from '../port.ts';
import { CHUNK_POINTS, LONGEST } from './chunks/series-tail.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';
import { LOG_HEADER } from './log/log-frames.ts';
import { checkStore } from './repair/check-store.ts';
import { repairStore } from './repair/repair-store.ts';

const FLIPS = Number(process.env.TELLTALE_HISTORY_FLIPS ?? 15);
const SCHEMA_FLIPS = Number(process.env.TELLTALE_HISTORY_SCHEMA_FLIPS ?? 12);
const TEARS = Number(process.env.TELLTALE_HISTORY_TEARS ?? 20);
const KEYS = [seriesKey(1, 200), seriesKey(1, 201), seriesKey(2, 200)];
const POINTS = 6000;
/** Points of the longest chunk. */
const MOST_LOST = CHUNK_POINTS * LONGEST;
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

let root = '';
const open: Historian[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-damage-'));
});
afterEach(() => Promise.all(open.splice(0).map((historian) => historian.close())));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openIn(folder: string): Promise<Historian> {
  const historian = await openEmbeddedHistorian({ folder });
  open.push(historian);
  return historian;
}

function value(series: number, i: number): number {
  return Math.round(Math.sin(i / 60 + series) * 1000 + ((i * 7919) % 97)) / 100;
}

function aBatch(from: number, to: number): PointBatch {
  const batch = new PointBatch();
  for (let i = from; i < to; i++) {
    for (const [series, key] of KEYS.entries()) batch.add(key, i * 1000, value(series, i), 192);
  }
  return batch;
}

/** Copies a store, damages the copy and opens it. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(root, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function flip(file: string, at: number, bit: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(file, bytes);
}

/** Place of a byte in the file that lies in the blob of a series' only chunk. */
function placeInBlob(file: string, key: number): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare('SELECT data FROM chunks WHERE series = ?').get(key);
  db.close();
  const blob = Buffer.from(row?.data as Uint8Array);
  const place = readFileSync(file).indexOf(blob.subarray(100, 116));
  expect(place).toBeGreaterThan(0);
  return place;
}

/** Reads every series by all three ways; each point must be one that was written. Answers how many are missing. */
async function missingPoints(historian: Historian, expected: number): Promise<number> {
  let found = 0;
  for (const [series, key] of KEYS.entries()) {
    const { timesMs, values } = await historian.readSeries(key, ...ALL);
    for (const [i, timeMs] of timesMs.entries()) expect(values[i]).toBe(value(series, timeMs / 1000));
    found += timesMs.length;
    const toMs = POINTS * 1000;
    const decimated = await historian.readColumns({ keys: [key], fromMs: 0, toMs, threshold: 3 });
    for (const [i, timeMs] of decimated.timesMs.entries()) {
      expect(decimated.columns[0]?.[i]).toBe(value(series, timeMs / 1000));
    }
    for (const state of await historian.stateAt([key], 2_500_000))
      expect(state.value).toBe(value(series, state.timeMs / 1000));
  }
  return expected * KEYS.length - found;
}

describe('a store whose files were damaged', () => {
  it(`starts and never serves a wrong value after each of ${FLIPS} flipped bits in its chunks, and says what is lost`, async () => {
    const whole = join(root, 'chunks');
    const historian = await openEmbeddedHistorian({ folder: whole });
    for (let from = 0; from < POINTS; from += 1000) await historian.append(aBatch(from, from + 1000));
    await historian.close();
    expect(await checkStore(whole)).toMatchObject({ points: POINTS * KEYS.length, problems: [] });
    const { length } = readFileSync(join(whole, 'chunks.db'));
    for (let i = 0; i < FLIPS; i++) {
      const at = Math.floor(((i + 0.5) * length) / FLIPS);
      const folder = copyOf(whole);
      flip(join(folder, 'chunks.db'), at, i % 8);
      const damaged = await openEmbeddedHistorian({ folder });
      const missing = await missingPoints(damaged, POINTS);
      const { damage } = damaged.stats();
      await damaged.close();
      const { problems, needsRepair } = await checkStore(folder);
      if (missing > 0) expect([...damage, ...problems], `byte ${at}`).not.toEqual([]);
      let lost = missing;
      if (needsRepair) {
        await repairStore(folder);
        const repaired = await openEmbeddedHistorian({ folder });
        lost = await missingPoints(repaired, POINTS);
        await repaired.close();
      }
      expect(lost, `points lost after flipping bit ${i % 8} of byte ${at}`).toBeLessThanOrEqual(MOST_LOST);
      rmSync(folder, { recursive: true });
    }
  }, 300_000);

  it(`starts with everything before the tear after each of ${TEARS} truncations of the log`, async () => {
    const running = join(root, 'log');
    const historian = await openIn(running);
    const ends: number[] = [];
    const logFile = (folder: string): string => join(folder, 'log', readdirSync(join(folder, 'log'))[0] ?? '');
    for (let i = 0; i < 50; i++) {
      await historian.append(aBatch(i * 20, i * 20 + 20));
      ends.push(readFileSync(logFile(running)).length);
    }
    const length = ends.at(-1) ?? 0;
    const log = readFileSync(logFile(running));
    for (let i = 0; i < TEARS; i++) {
      const cut = Math.floor(((i + 0.5) * length) / TEARS);
      const folder = copyOf(running);
      truncateSync(logFile(folder), cut);
      const torn = await openEmbeddedHistorian({ folder });
      // A frame is whole, too, when only zeros that fill its page are cut off.
      const isZeros = (from: number, to: number): boolean => log.subarray(from, to).every((byte) => byte === 0);
      const whole = ends.filter((end) => end <= cut || (end - cut < 4096 && isZeros(cut, end))).length;
      expect(await missingPoints(torn, whole * 20)).toBe(0);
      const isTorn =
        cut > (ends[whole - 1] ?? LOG_HEADER.length) && !isZeros(ends[whole - 1] ?? LOG_HEADER.length, cut);
      expect(torn.stats()).toMatchObject({ tornLogTails: isTorn ? 1 : 0, faults: [] });
      await torn.close();
      rmSync(folder, { recursive: true });
    }
  }, 120_000);

  it('starts with all its points wherever the page that names its tables was damaged', async () => {
    const whole = join(root, 'schema');
    const historian = await openEmbeddedHistorian({ folder: whole });
    await historian.append(aBatch(0, 2000));
    await historian.close();
    const { length: text } = 'value INTEGER NOT NULL';
    const at = readFileSync(join(whole, 'chunks.db')).indexOf('value INTEGER NOT NULL');
    expect(at).toBeGreaterThan(0);
    const everywhere = Array.from({ length: SCHEMA_FLIPS }, (_, i) => 100 + Math.floor((i * 924) / SCHEMA_FLIPS));
    for (const [i, place] of [at, at + text - 1, ...everywhere].entries()) {
      const folder = copyOf(whole);
      flip(join(folder, 'chunks.db'), place, i % 8);
      const damaged = await openEmbeddedHistorian({ folder });
      expect(await missingPoints(damaged, 2000), `points lost after flipping bit ${i % 8} of byte ${place}`).toBe(0);
      await damaged.append(aBatch(2000, 2100));
      await damaged.close();
      rmSync(folder, { recursive: true });
    }
  }, 120_000);

  it('goes on after bytes that are no log at the end of the log', async () => {
    const running = join(root, 'garbage');
    const historian = await openIn(running);
    await historian.append(aBatch(0, 100));
    const folder = copyOf(running);
    const file = join(folder, 'log', readdirSync(join(folder, 'log'))[0] ?? '');
    appendFileSync(file, Buffer.alloc(5000, 0x5a));
    const reopened = await openIn(folder);
    expect(await missingPoints(reopened, 100)).toBe(0);
    await reopened.append(aBatch(100, 200));
    expect(await missingPoints(reopened, 200)).toBe(0);
  });

  it('starts without its chunks when their file is no database any more, keeps it, and says so', async () => {
    const folder = join(root, 'nonsense');
    const historian = await openEmbeddedHistorian({ folder });
    await historian.append(aBatch(0, 10));
    await historian.close();
    writeFileSync(join(folder, 'chunks.db'), Buffer.alloc(8192, 0x42));
    const faults: string[] = [];
    const started = await openEmbeddedHistorian({ folder, onFault: (text) => faults.push(text) });
    open.push(started);
    expect(faults.join()).toContain('built anew');
    expect(started.stats()).toMatchObject({ faults: [], damage: faults });
    await started.append(aBatch(10, 20));
    expect((await started.readSeries(KEYS[0] ?? 0, ...ALL)).timesMs).toHaveLength(10);
    expect(readdirSync(folder)).toContain('chunks.db.damaged-1');
  });

  it('is whole whenever the process that repaired it ended', async () => {
    const whole = join(root, 'repairing');
    const historian = await openEmbeddedHistorian({ folder: whole });
    await historian.append(aBatch(0, 3000));
    await historian.close();
    const ends: [string, (chunks: string) => void][] = [
      ['while it was building', (chunks) => writeFileSync(`${chunks}.repairing`, 'half of it')],
      [
        'when it had built',
        (chunks) => {
          renameSync(chunks, `${chunks}.repaired`);
          writeFileSync(chunks, Buffer.alloc(8192, 0x42));
          writeFileSync(`${chunks}-wal`, Buffer.alloc(8192, 0x42));
        },
      ],
      ['when it had taken the old one away', (chunks) => renameSync(chunks, `${chunks}.repaired`)],
    ];
    for (const [when, leave] of ends) {
      const folder = copyOf(whole);
      writeFileSync(join(folder, 'REPAIR'), '');
      leave(join(folder, 'chunks.db'));
      const started = await openEmbeddedHistorian({ folder });
      expect(await missingPoints(started, 3000), when).toBe(0);
      await started.close();
      const left = readdirSync(folder).filter((name) => /repair/i.test(name));
      expect(left, when).toEqual([]);
      expect((await checkStore(folder)).problems, when).toEqual([]);
    }
  });

  it('keeps a damaged chunk aside when new points fall into it, until its range is deleted or dropped', async () => {
    const folder = join(root, 'aside');
    const historian = await openEmbeddedHistorian({ folder });
    await historian.append(aBatch(0, 1024));
    await historian.close();
    const file = join(folder, 'chunks.db');
    // Well inside the blob, so that only its checksum can tell.
    flip(file, placeInBlob(file, KEYS[2] ?? 0), 3);
    const damaged = await openEmbeddedHistorian({ folder });
    await damaged.append(aBatch(500, 600));
    await damaged.close();
    const again = await openIn(folder);
    for (const key of KEYS) expect((await again.readSeries(key, 500_000, 599_000)).timesMs).toHaveLength(100);
    expect((await checkStore(folder)).problems.join()).toContain('set aside');
    await again.deleteRange(KEYS[2] ?? 0, 0, 1_022_000);
    expect((await checkStore(folder)).problems.join()).toContain('set aside');
    const copy = copyOf(folder);
    await again.deleteRange(KEYS[2] ?? 0, 0, 1_023_000);
    expect((await checkStore(folder)).problems).toEqual([]);
    const dropping = await openIn(copy);
    await dropping.dropBefore(1_024_000);
    expect((await checkStore(copy)).problems).toEqual([]);
  });

  it('is checked beside a store that removes a log file which was listed a moment ago', async () => {
    const folder = join(root, 'removed');
    const historian = await openIn(folder);
    await historian.append(aBatch(0, 10));
    // Listed, and not there to be opened.
    symlinkSync(join(root, 'gone'), join(folder, 'log', '9999999999.log'));
    const { problems, logFiles } = await checkStore(folder);
    expect(problems).toEqual([]);
    expect(logFiles).toBeGreaterThan(0);
  });
});
