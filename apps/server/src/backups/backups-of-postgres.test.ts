import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { makeBackup } from '../cli/backup.ts';
import { writeManifest } from '../cli/backup-manifest.ts';
import { VERIFIED, verifyBackup } from '../cli/verify.ts';
import { backupName } from './backup-plan.ts';
import { ScheduledBackups } from './scheduled-backups.ts';

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 180_000 });

const DAY_MS = 86_400_000;
const WITHOUT_TOOLS =
  /No backup was begun.*\. pg_dump and pg_restore cannot be run here\. Install postgresql-client \d+/;
const nothing = () => undefined;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let portal: Portal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let backup: string;

beforeAll(async () => {
  database = await createMigratedDatabase();
  portal = await startPortal({ config: { databaseUrl: database.url } });
});
afterAll(async () => {
  await portal.close();
  await database.drop();
});
beforeEach(async () => {
  folder = await temporaryFolder();
  backup = join(folder.path, 'backup');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

const hideTools = () => vi.stubEnv('PATH', join(folder.path, 'empty'));
describe('a backup of PostgreSQL', () => {
  it('passes where its tools are', async () => {
    await makeBackup(portal.config, backup, nothing);
    await verifyBackup(backup, nothing);
    expect(JSON.parse(await readFile(`${backup}${VERIFIED}`, 'utf8'))).toMatchObject({ database: 'postgres-dump' });
  });

  it('is not begun where they are not, to be verified or not', async () => {
    const env = { TELLTALE_DATA: portal.config.dataFolder, TELLTALE_DATABASE_URL: database.url, PATH: folder.path };
    const ended = await new TelltaleProcess('cli/main.ts', ['backup', backup, '--verify'], env).exited;
    expect(ended).toEqual({ code: 1, output: expect.stringMatching(WITHOUT_TOOLS) });
    hideTools();
    await expect(makeBackup(portal.config, backup, nothing)).rejects.toThrow(WITHOUT_TOOLS);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('is not begun where it is not said where the records are', async () => {
    const made = makeBackup({ ...portal.config, databaseUrl: undefined }, backup, nothing);
    await expect(made).rejects.toThrow(/^No backup was begun.*Set TELLTALE_DATABASE_URL here, too\.$/);
    expect(existsSync(backup)).toBe(false);
  });

  it('is not begun where PostgreSQL does not answer', async () => {
    const made = makeBackup({ ...portal.config, databaseUrl: 'postgres://x@127.0.0.1:1/x' }, backup, nothing);
    await expect(made).rejects.toThrow(/^TELLTALE_DATABASE_URL: the database cannot be used: .*ECONNREFUSED/);
    expect(existsSync(backup)).toBe(false);
  });

  it('does not pass without the records', async () => {
    await mkdir(backup);
    await writeManifest(backup, 'postgres-elsewhere', Date.now());
    await expect(verifyBackup(backup, nothing)).rejects.toThrow(
      /^The records are not in the backup.*Install postgresq/,
    );
    expect(await readdir(folder.path)).toEqual(['backup']);
  });

  it('does not pass where its dump cannot be read', async () => {
    await makeBackup(portal.config, backup, nothing);
    hideTools();
    await expect(verifyBackup(backup, nothing)).rejects.toThrow(
      /was not read\. pg_restore cannot be run here\. Install postgresql-client/,
    );
    expect(await readdir(folder.path)).toEqual(['backup']);
  });

  it('does not pass where its dump is cut off', async () => {
    await makeBackup(portal.config, backup, nothing);
    const dump = await readFile(join(backup, 'portal.pgdump'));
    await rm(join(backup, 'manifest.json'));
    await writeFile(join(backup, 'portal.pgdump'), dump.subarray(0, dump.length / 2));
    await writeManifest(backup, 'postgres-dump', Date.now());
    await expect(verifyBackup(backup, nothing)).rejects.toThrow(/cannot be read: pg_restore: error: /);
    expect(await readdir(folder.path)).toEqual(['backup']);
  });
});

it('a backup of the day fails without the tools, and takes none away that has the records', async () => {
  const { clock, log, journal } = portal.context;
  const backupFolder = join(folder.path, 'daily');
  const nowMs = clock.now();
  const names = [2, 1].map((days) => backupName(nowMs - days * DAY_MS));
  for (const name of names) {
    await mkdir(join(backupFolder, name), { recursive: true });
    await writeFile(join(backupFolder, name, 'manifest.json'), '{}');
    await writeFile(join(backupFolder, `${name}${VERIFIED}`), '{}');
  }
  const before = await readdir(backupFolder);
  vi.stubEnv('TELLTALE_DATABASE_URL', database.url);
  hideTools();
  const config = { backupFolder, backupsKept: 1, dataFolder: portal.config.dataFolder };
  const backups = new ScheduledBackups({ config, clock, log, journal });
  await backups.look();
  expect(backups.failure).toMatch(WITHOUT_TOOLS);
  expect(await backups.lastGoodMs()).toBe(Math.floor((nowMs - DAY_MS) / 1_000) * 1_000);
  expect(await readdir(backupFolder)).toEqual(before);
});
