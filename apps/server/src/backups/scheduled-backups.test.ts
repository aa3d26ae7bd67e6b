import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { makeBackup } from '../cli/backup.ts';
import { VERIFIED, verifyBackup } from '../cli/verify.ts';
import { ScheduledBackups } from './scheduled-backups.ts';

const DAY_MS = 86_400_000;
const nothing = () => undefined;
let portal: Portal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('a backup on trial', () => {
  it('is restored and read whole, and leaves nothing but the word of it', async () => {
    const backup = join(folder.path, 'backup');
    const said: string[] = [];
    await makeBackup(portal.config, backup, nothing);
    await verifyBackup(backup, (line) => said.push(line));
    expect(said.at(-1)).toMatch(/^The backup can be restored: \d+ users, \d+ assets, \d+ files, [\d,]+ points\.$/);
    expect(await readdir(folder.path)).toEqual(['backup', `backup${VERIFIED}`]);
  });

  it.each([
    ['the database', 'portal.db', 'portal.db is not what was written'],
    ['the history', 'history/chunks.db', 'chunks.db is not what was written'],
  ])('is refused when %s was changed, and leaves nothing', async (_what, file, text) => {
    const backup = join(folder.path, 'backup');
    await makeBackup(portal.config, backup, nothing);
    await writeFile(join(backup, file), 'x', { flag: 'a' });
    await expect(verifyBackup(backup, nothing)).rejects.toThrow(text);
    expect(await readdir(folder.path)).toEqual(['backup']);
  });
});

describe('backups of every day', () => {
  function scheduled(make: (path: string) => Promise<void>, kept = 2) {
    const { clock, log, journal } = portal.context;
    const config = {
      backupFolder: join(folder.path, 'daily'),
      backupsKept: kept,
      dataFolder: portal.config.dataFolder,
    };
    return new ScheduledBackups({ config, clock, log, journal, make });
  }
  /** As the command line leaves it. */
  const good = async (path: string) => {
    await mkdir(path);
    await writeFile(join(path, 'manifest.json'), '{}');
    await writeFile(`${path}${VERIFIED}`, '{}');
  };
  const journal = async () =>
    (
      await portal.context.journal.list(systemCaller, {
        kind: 'backup',
        limit: 100,
        offset: 0,
        cursor: undefined,
      })
    ).entries.map(({ what }) => what);

  it('come once a day, are in the journal, and the oldest go', async () => {
    const before = (await journal()).length;
    const backups = scheduled(good);
    await writeFile(join(folder.path, 'mine'), '');
    // The portal's clock goes on between a look and the next statement: a second may begin in between.
    let begunMs = { least: 0, most: 0 };
    for (let day = 0; day < 4; day++) {
      const least = portal.clock.now();
      await backups.look();
      begunMs = { least, most: portal.clock.now() };
      await backups.look();
      portal.clock.advance(DAY_MS);
    }
    const names = await readdir(join(folder.path, 'daily'));
    expect(names.filter((name) => !name.endsWith(VERIFIED))).toHaveLength(2);
    const lastGoodMs = await backups.lastGoodMs();
    expect(lastGoodMs).toBeGreaterThan(begunMs.least - 1_000);
    expect(lastGoodMs).toBeLessThanOrEqual(begunMs.most);
    expect((await journal()).length - before).toBe(4);
    expect(existsSync(join(folder.path, 'mine'))).toBe(true);
  });

  it('that fail are told once, tried again after an hour, and take nothing away', async () => {
    let isBroken = true;
    let tries = 0;
    const backups = scheduled(async (path) => {
      tries++;
      await mkdir(path);
      if (isBroken) throw new Error('There is no room on the disk.');
      await writeFile(join(path, 'manifest.json'), '{}');
      await writeFile(`${path}${VERIFIED}`, '{}');
    }, 1);
    for (let at = 0; at < 3; at++) await backups.look();
    expect([tries, backups.failure]).toEqual([1, 'There is no room on the disk.']);
    // Nor do they leave a half, of which there would be one more each hour.
    expect(await readdir(join(folder.path, 'daily'))).toEqual([]);
    portal.clock.advance(3_600_000);
    await backups.look();
    expect(tries).toBe(2);
    expect(await backups.lastGoodMs()).toBeUndefined();
    isBroken = false;
    portal.clock.advance(3_600_000);
    await backups.look();
    expect([tries, backups.failure]).toEqual([3, undefined]);
    const left = (await readdir(join(folder.path, 'daily'))).filter((name) => /Z$/.test(name));
    expect(left).toHaveLength(1);
  });
});
