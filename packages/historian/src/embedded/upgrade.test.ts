import {
  constants,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PointBatch, seriesKey } from '../port.ts';
import { ByteWriter } from './codec/bytes.ts';
import { writeTagged } from './codec/tagged-value.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';
import { copyClosedStore } from './folder/copy-closed.ts';

const KEY = seriesKey(1, 200);
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const STORED = 60_000;
const LOGGED = 300;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const valueAt = (i: number): number => ((i * 7919) % 10_007) / 100;

/** What stands in a store's files, but for those of whoever has it open. */
function contentsOf(store: string): Record<string, string> {
  const files = readdirSync(store, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/^lock\.db|-shm$/.test(entry.name),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(store.length), readFileSync(path).toString('base64')]),
  );
}

/** Such a file system needs no room for a copy. */
const sharesBlocks = (() => {
  const [from, to] = ['from', 'to'].map((name) => join(tmpdir(), `telltale-${process.pid}-${name}`)) as [
    string,
    string,
  ];
  writeFileSync(from, 'x');
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(from);
    rmSync(to, { force: true });
  }
})();

/** A log file of format 1 with points of two neighbouring series, as runs of two keys at one time. */
function logOfFormat1(from: number, to: number): Uint8Array {
  const body = new ByteWriter();
  body.u8(0);
  body.u8(1);
  body.varint((to - from) * 2);
  for (let i = from, key = 0, time = 0; i < to; i++) {
    body.varint(2);
    body.signedVarint(KEY - key);
    body.signedVarint(1);
    body.signedVarint(i * 1000 - time);
    body.u8(192);
    key = KEY + 1;
    time = i * 1000;
  }
  for (let i = from; i < to; i++) {
    const tagsAt = body.length;
    body.u8(0);
    const first = writeTagged(body, valueAt(i));
    const second = writeTagged(body, valueAt(i) + 1);
    body.orU8(tagsAt, first | (second << 4));
  }
  const file = new ByteWriter();
  file.raw(Buffer.from('TELLTALE-LOG'));
  file.u32(1);
  file.u32(0x4c54_5446);
  file.u32(body.length);
  file.u32(crc32(body.view()));
  file.raw(body.view());
  return file.copy();
}

/** A folder as format 1 left it after a crash: chunks with rollups that do not say how many they cover, and a log. */
async function leaveFormat1(): Promise<void> {
  const historian = await openEmbeddedHistorian({ folder });
  for (let from = 0; from < STORED; from += 1000) {
    const batch = new PointBatch();
    for (let i = from; i < from + 1000; i++) {
      batch.add(KEY, i * 1000, valueAt(i), 192);
      batch.add(KEY + 1, i * 1000, valueAt(i) + 1, 192);
    }
    await historian.append(batch);
  }
  await historian.close();
  const db = new DatabaseSync(join(folder, 'chunks.db'));
  db.exec('ALTER TABLE rollups DROP COLUMN chunks; PRAGMA user_version = 1');
  db.close();
  writeFileSync(join(folder, 'log', '0000000007.log'), logOfFormat1(STORED, STORED + LOGGED));
  writeFileSync(join(folder, 'FORMAT'), 'telltale history format 1\n');
}

describe('a store of format 1', () => {
  it('is opened with every point of its chunks and its log, and is of the newest format from then on', async () => {
    await leaveFormat1();
    const historian = await openEmbeddedHistorian({ folder });
    for (const [key, shift] of [
      [KEY, 0],
      [KEY + 1, 1],
    ] as const) {
      const { timesMs, values } = await historian.readSeries(key, ...ALL);
      expect(timesMs).toEqual(Float64Array.from({ length: STORED + LOGGED }, (_, i) => i * 1000));
      expect(values).toEqual(Float64Array.from({ length: STORED + LOGGED }, (_, i) => valueAt(i) + shift));
    }
    expect(historian.stats()).toMatchObject({ faults: [], tornLogTails: 0 });
    await historian.close();
    expect(readFileSync(join(folder, 'FORMAT'), 'utf8')).toBe('telltale history format 2\n');
  });

  it('is copied before it is changed, so that the version that wrote it can open the copy', async () => {
    await leaveFormat1();
    const before = contentsOf(folder);
    const copy = join(folder, '..', `${basename(folder)}-copy`);
    const told: number[] = [];
    const historian = await openEmbeddedHistorian({
      folder,
      beforeUpgrade: async (version, copyTo) => {
        told.push(version);
        expect(contentsOf(folder)).toEqual(before);
        await copyTo(copy);
      },
    });
    await historian.close();
    expect(told).toEqual([1]);
    expect(contentsOf(copy)).toEqual(before);
    rmSync(folder, { recursive: true });
    renameSync(copy, folder);
    const again = await openEmbeddedHistorian({ folder });
    expect((await again.readSeries(KEY, ...ALL)).timesMs).toHaveLength(STORED + LOGGED);
    await again.close();
  });

  it('is left as it was where it could not be copied, and one of this format is not copied', async () => {
    await leaveFormat1();
    const before = contentsOf(folder);
    const beforeUpgrade = async () => {
      throw new Error('no room');
    };
    await expect(openEmbeddedHistorian({ folder, beforeUpgrade })).rejects.toThrow('no room');
    expect(contentsOf(folder)).toEqual(before);
    await (await openEmbeddedHistorian({ folder })).close();
    await (await openEmbeddedHistorian({ folder, beforeUpgrade })).close();
  });

  it.skipIf(sharesBlocks)('is not copied to where there is no room for it', async () => {
    await leaveFormat1();
    const to = join(folder, 'copy');
    const space = async () => ({ free: 500_000, total: 10_000_000 });
    await expect(copyClosedStore(folder, to, space)).rejects.toThrow(
      /^It takes \d+\.\d\d GB, and there is room for 0\.00 GB\.$/,
    );
    expect(contentsOf(to)).toEqual({});
  });

  it('gets rollups that say how many chunks they cover', async () => {
    await leaveFormat1();
    await (await openEmbeddedHistorian({ folder })).close();
    const db = new DatabaseSync(join(folder, 'chunks.db'), { readOnly: true });
    const rows = db.prepare('SELECT level, chunks FROM rollups WHERE series = ?').all(KEY);
    db.close();
    expect(rows.length).toBeGreaterThan(3);
    for (const { level, chunks } of rows) expect(chunks).toBe(8 ** Number(level));
    expect(readdirSync(folder)).not.toContain('REPAIR');
  });
});
