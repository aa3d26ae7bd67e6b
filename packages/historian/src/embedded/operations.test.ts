import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Historian, PointBatch, seriesKey } from '../port.ts';
import { noteForced } from '../testing/forced-to-disk.ts';
import { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded-historian.ts';
import { checkStore } from './repair/check-store.ts';

const KEY = seriesKey(1, 200);
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

let root = '';
const open: Historian[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-operations-'));
});
afterEach(() => Promise.all(open.splice(0).map((historian) => historian.close())));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openIn(folder: string, options: Partial<EmbeddedHistorianOptions> = {}): Promise<Historian> {
  const historian = await openEmbeddedHistorian({ folder, ...options });
  open.push(historian);
  return historian;
}

function aBatch(from: number, to: number, key = KEY): PointBatch {
  const batch = new PointBatch();
  for (let i = from; i < to; i++) batch.add(key, i * 1000, ((i * 7919) % 10_007) / 100, 192);
  return batch;
}

async function countOf(historian: Historian, key = KEY): Promise<number> {
  return (await historian.readSeries(key, ...ALL)).timesMs.length;
}

describe('opening a folder', () => {
  it('is refused while another process has it open, with a text that says so', async () => {
    const folder = join(root, 'locked');
    await openIn(folder);
    const module = fileURLToPath(new URL('./embedded-historian.ts', import.meta.url));
    const code = `import { openEmbeddedHistorian } from ${JSON.stringify(module)};
      await openEmbeddedHistorian({ folder: ${JSON.stringify(folder)} });`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(other.status).not.toBe(0);
    expect(other.stderr).toContain('is in use by another Telltale process');
  });

  it('is refused twice in one process, and allowed again after closing', async () => {
    const folder = join(root, 'twice');
    const first = await openIn(folder);
    await expect(openEmbeddedHistorian({ folder })).rejects.toThrow('in use');
    await first.close();
    await openIn(folder);
  });

  it('is refused for a newer format, and leaves the folder as it was', async () => {
    const folder = join(root, 'newer');
    await (await openEmbeddedHistorian({ folder })).close();
    writeFileSync(join(folder, 'FORMAT'), 'telltale history format 99\n');
    const before = readdirSync(folder, { recursive: true });
    await expect(openEmbeddedHistorian({ folder })).rejects.toThrow(/newer version of Telltale \(history format 99\)/);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('is refused for a folder that holds something else, or half a copy', async () => {
    const folder = join(root, 'other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'chunks.db'), 'half a copy');
    await expect(openEmbeddedHistorian({ folder })).rejects.toThrow('no FORMAT');
  });
});

describe('a backup', () => {
  it('holds every point acknowledged before it, while more come in, and can be opened', async () => {
    const historian = await openIn(join(root, 'backed-up'), { logFileBytes: 30_000 });
    for (let from = 0; from < 30_000; from += 1000) await historian.append(aBatch(from, from + 1000));
    await historian.deleteRange(KEY, 5_000_000, 5_999_000);
    const state = { isOver: false };
    const writing = (async () => {
      for (let from = 30_000; !state.isOver; from += 200) await historian.append(aBatch(from, from + 200));
    })();
    const copy = join(root, 'copy');
    await historian.backup(copy);
    state.isOver = true;
    await writing;
    expect((await checkStore(copy)).problems.filter((problem) => !problem.includes('unfinished'))).toEqual([]);
    const restored = await openIn(copy);
    const points = await restored.readSeries(KEY, 0, 29_999_000);
    expect(points.timesMs).toHaveLength(29_000);
    expect(restored.stats().faults).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('is on disk, every file of it, before it is called complete', async () => {
    const historian = await openIn(join(root, 'to be on disk'));
    await historian.append(aBatch(0, 3000));
    const copy = join(root, 'on disk');
    const forced = await noteForced(join(copy, 'FORMAT'));
    await historian.backup(copy).finally(forced.stop);
    const files = readdirSync(copy, { recursive: true }).map((name) => join(copy, String(name)));
    expect(files.length).toBeGreaterThan(3);
    const needed = files.filter((file) => !file.endsWith('FORMAT'));
    expect(needed.filter((file) => !forced.paths.has(file))).toEqual([]);
  });

  it('is refused into a folder that is not empty', async () => {
    const historian = await openIn(join(root, 'source'));
    await expect(historian.backup(root)).rejects.toThrow('not empty');
  });
});

describe('retention', () => {
  it('gives the space back to the disk', async () => {
    const folder = join(root, 'retention');
    const historian = await openIn(folder, { logFileBytes: 100_000 });
    for (let from = 0; from < 400_000; from += 5000) await historian.append(aBatch(from, from + 5000));
    await historian.close();
    const reopened = await openIn(folder, { logFileBytes: 100_000 });
    const before = reopened.stats().bytesOnDisk;
    expect(await reopened.dropBefore(390_000_000)).toBe(390_000);
    await reopened.close();
    const after = await openIn(folder);
    expect(await countOf(after)).toBe(10_000);
    expect(after.stats()).toMatchObject({ points: 10_000, series: 1 });
    expect(after.stats().bytesOnDisk).toBeLessThan(before / 10);
  });
});

describe('a full disk', () => {
  it('refuses appends with the numbers before the last space is gone, and takes them again afterwards', async () => {
    const space = { free: 10e9, total: 20e9 };
    const faults: string[] = [];
    const historian = await openIn(join(root, 'full'), {
      diskSpace: async () => space,
      onFault: (text) => faults.push(text),
    });
    await historian.append(aBatch(0, 10));
    space.free = 400 * 2 ** 20;
    await expect
      .poll(() => historian.append(aBatch(10, 20)).then(String, String))
      .toContain('the disk is full: 400 MB are free, 500 MB stay reserved');
    expect(historian.stats().faults).toHaveLength(1);
    expect(faults.join()).toContain('the disk is full');
    expect((await historian.readSeries(KEY, ...ALL)).timesMs.length).toBeGreaterThanOrEqual(10);
    space.free = 10e9;
    // Nobody has to try for it to be seen.
    await expect.poll(() => historian.stats().faults).toEqual([]);
    await expect.poll(() => historian.append(aBatch(20, 30)).then(() => 'stored', String)).toBe('stored');
    expect(historian.stats().faults).toEqual([]);
  });

  const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;
  it.skipIf(!canMount)(
    'loses nothing that was acknowledged when writes fail half-way',
    async (context) => {
      const folder = join(root, 'small-disk');
      mkdirSync(folder);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).status !== 0) context.skip();
      try {
        const ballast = join(folder, 'ballast');
        writeFileSync(ballast, Buffer.alloc(300_000));
        const plenty = { diskSpace: async () => ({ free: 1e12, total: 2e12 }), logFileBytes: 200_000, logFilesKept: 1 };
        const historian = await openEmbeddedHistorian({ folder: join(folder, 'history'), ...plenty });
        let stored = 0;
        let failure = '';
        while (failure === '' && stored < 10_000_000) {
          await historian.append(aBatch(stored, stored + 5000)).then(
            () => {
              stored += 5000;
            },
            (error: unknown) => {
              failure = String(error);
            },
          );
        }
        expect(failure).toContain('ENOSPC');
        expect(historian.stats().faults.join()).toContain('ENOSPC');
        expect(await countOf(historian)).toBe(stored);
        await historian.close();
        rmSync(ballast);
        const reopened = await openEmbeddedHistorian({ folder: join(folder, 'history'), ...plenty });
        expect(await countOf(reopened)).toBe(stored);
        await reopened.close();
      } finally {
        execFileSync('umount', ['-l', folder]);
      }
    },
    60_000,
  );
});

describe('many series', () => {
  it('takes tens of thousands of series in one batch and finds them again', async () => {
    const folder = join(root, 'many');
    const historian = await openIn(folder);
    const batch = new PointBatch();
    for (let series = 0; series < 30_000; series++) batch.add(series * 17, 1000, series, 192);
    await historian.append(batch);
    expect(await historian.latest()).toHaveLength(30_000);
    expect(await historian.stateAt([17 * 29_999], 5000)).toEqual([
      { key: 17 * 29_999, timeMs: 1000, value: 29_999, quality: 192 },
    ]);
    await historian.close();
    const reopened = await openIn(folder);
    expect(reopened.stats()).toMatchObject({ series: 30_000, points: 30_000 });
  }, 60_000);
});
