import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Historian, PointBatch } from '../port.ts';
import { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded-historian.ts';
import { checkStore } from './repair/check-store.ts';

const KEY = 7;
const OTHER = 8;
const POINTS = 30_000;
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const MEBIBYTE = 2 ** 20;
const PLENTY = { diskSpace: async () => ({ free: 1e12, total: 2e12 }) };
const UNAVAILABLE = expect.objectContaining({ name: 'HistoryUnavailableError', isFull: true, mayHappen: false });

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

let root = '';
/** A file system of its own, of 6 MB. */
let disk = '';
let elsewhere = '';
const open: Historian[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-full-disk-'));
});
beforeEach(() => {
  disk = mkdtempSync(join(root, 'disk-'));
  elsewhere = mkdtempSync(join(root, 'elsewhere-'));
  if (canMount) spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
});
afterEach(async () => {
  makeRoom();
  await Promise.all(open.splice(0).map((historian) => historian.close()));
  spawnSync('umount', ['-l', disk]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openIn(folder: string, options: Partial<EmbeddedHistorianOptions> = PLENTY): Promise<Historian> {
  const historian = await openEmbeddedHistorian({ folder, ...options });
  open.push(historian);
  return historian;
}

async function closeLast(): Promise<void> {
  await open.pop()?.close();
}

/** Fills the disk with what is not the store's, until so much is free. */
function fill(freeBytes: number): void {
  const file = openSync(join(disk, 'ballast'), 'a');
  const page = Buffer.alloc(4096, 0x5a);
  const { bavail, bsize } = statfsSync(disk);
  for (let left = bavail * bsize; left > freeBytes; left -= page.length) writeSync(file, page);
  closeSync(file);
}

function makeRoom(): void {
  rmSync(join(disk, 'ballast'), { force: true });
}

const valueAt = (i: number): number => Math.sqrt(i + 1) * Math.PI;

function aBatch(key: number, from: number, to: number): PointBatch {
  const batch = new PointBatch();
  for (let i = from; i < to; i++) batch.add(key, i * 1000, valueAt(i), 192);
  return batch;
}

/** How many points of a series there are with each value; those as they were written count under 'old'. */
async function valuesOf(historian: Historian, key = KEY): Promise<Record<string, number>> {
  const { timesMs, values } = await historian.readSeries(key, ...ALL);
  const counts: Record<string, number> = {};
  for (const [i, timeMs] of timesMs.entries()) {
    const name = values[i] === valueAt(timeMs / 1000) ? 'old' : String(values[i]);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe.skipIf(!canMount)('while the chunks find no room', () => {
  it('edits and deletions are refused, leave the old values, and are done again once there is room', async () => {
    const folder = join(disk, 'history');
    const historian = await openIn(folder);
    await historian.append(aBatch(KEY, 0, POINTS));
    await historian.append(aBatch(OTHER, 0, POINTS));
    // A page for the record of the edit in the log, but not for what it makes of thirty chunks.
    fill(8192);
    await expect(historian.editRange(KEY, 0, 1e12, -1)).rejects.toEqual(UNAVAILABLE);
    expect(historian.stats().faults.join()).toContain('cannot be written to its chunks');
    await expect(historian.deleteRange(KEY, 0, 1e12)).rejects.toEqual(UNAVAILABLE);
    await expect(historian.dropBefore(1e12)).rejects.toEqual(UNAVAILABLE);
    expect(await valuesOf(historian)).toEqual({ old: POINTS });

    // What a process leaves behind that is killed now.
    const left = join(elsewhere, 'left');
    cpSync(folder, left, { recursive: true });
    const afterwards = await openIn(left);
    expect(afterwards.stats()).toMatchObject({ faults: [], damage: [], tornLogTails: 0 });
    expect(await valuesOf(afterwards)).toEqual({ old: POINTS });
    await closeLast();
    expect((await checkStore(left)).problems).toEqual([]);

    makeRoom();
    await expect.poll(() => historian.stats().faults, { timeout: 20_000 }).toEqual([]);
    expect(await valuesOf(historian)).toEqual({ old: POINTS });
    expect(await historian.editRange(KEY, 0, 9_999_000, -1)).toBe(10_000);
    expect(await historian.deleteRange(OTHER, 0, 9_999_000)).toBe(10_000);
    await closeLast();
    const again = await openIn(folder);
    expect(await valuesOf(again)).toEqual({ '-1': 10_000, old: POINTS - 10_000 });
    expect(await valuesOf(again, OTHER)).toEqual({ old: POINTS - 10_000 });
  });

  it('the store opens, serves what is certain, and finishes an edit that was acknowledged once there is room', async () => {
    const source = join(elsewhere, 'source');
    const historian = await openIn(source);
    await historian.append(aBatch(KEY, 0, POINTS));
    await historian.append(aBatch(OTHER, 0, POINTS));
    expect(await historian.editRange(KEY, 0, 9_999_000, -1)).toBe(10_000);
    // The log has it all; SQLite's own log was not forced to disk yet, and the power fails.
    const folder = join(disk, 'history');
    cpSync(source, folder, { recursive: true });
    for (const name of readdirSync(folder).filter((one) => one.endsWith('-shm'))) rmSync(join(folder, name));
    truncateSync(join(folder, 'chunks.db-wal'), 32);
    fill(56 * 1024);

    const restarted = await openIn(folder);
    expect(restarted.stats().faults.join()).toContain('cannot be written to its chunks');
    expect(await valuesOf(restarted, OTHER)).toEqual({ old: POINTS });
    await expect(valuesOf(restarted)).rejects.toEqual(UNAVAILABLE);
    await expect(restarted.stateAt([KEY], 5000)).rejects.toEqual(UNAVAILABLE);
    expect(await restarted.stateAt([OTHER], 5000)).toMatchObject([{ timeMs: 5000 }]);
    makeRoom();
    const finished = { '-1': 10_000, old: POINTS - 10_000 };
    await expect.poll(() => valuesOf(restarted).catch(String), { timeout: 20_000 }).toEqual(finished);
    expect(restarted.stats().faults).toEqual([]);
    await restarted.append(aBatch(KEY, POINTS, POINTS + 10));
  });

  it('a store that was closed on a full disk can be opened on it, and read', async () => {
    const folder = join(disk, 'history');
    const historian = await openIn(folder);
    await historian.append(aBatch(KEY, 0, POINTS));
    fill(48 * 1024);
    await closeLast();
    const again = await openIn(folder);
    expect(await valuesOf(again)).toEqual({ old: POINTS });
  });
});

describe.skipIf(!canMount)('on a disk in whose reserve nothing is written any more', () => {
  it('old points can still be dropped, and make the room that new ones need', async () => {
    const folder = join(disk, 'history');
    let historian = await openIn(folder, { ...PLENTY, logFileBytes: 100_000 });
    for (let from = 0; from < 3 * POINTS; from += 5000) await historian.append(aBatch(KEY, from, from + 5000));
    await closeLast();
    const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;
    const reserved = free() + 0.2 * MEBIBYTE;
    historian = await openIn(folder, { diskSpace: async () => ({ free: free(), total: reserved * 20 }) });
    const append = () => historian.append(aBatch(KEY, 3 * POINTS, 3 * POINTS + 10)).then(() => 'stored', String);
    await expect.poll(append).toContain('the disk is full');
    await expect(historian.editRange(KEY, 0, 1000, -1)).rejects.toThrow('the disk is full');
    expect(await historian.dropBefore(2.8 * POINTS * 1000)).toBe(2.8 * POINTS);
    await expect.poll(append, { timeout: 20_000 }).toBe('stored');
  });
});
