import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, upload } from '#features/files/testing/uploads.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { makeBackup } from './backup.ts';
import { BACKUP_DATABASE, BACKUP_POSTGRES_DUMP } from './backup-manifest.ts';
import { filesOfDump } from './files-of-dump.ts';
import { copyRecordsOfFiles } from './match-files.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** As the store names them. */
const named = (letter: string) => letter.repeat(43);

describe('files of a backup', () => {
  let data: { filesFolder: string; uploadsFolder: string };
  let backup: string;
  beforeEach(async () => {
    data = { filesFolder: join(folder.path, 'files'), uploadsFolder: join(folder.path, 'files/uploads') };
    backup = join(folder.path, 'backup');
    await mkdir(data.uploadsFolder, { recursive: true });
    await mkdir(join(backup, 'files'), { recursive: true });
  });
  const put = (where: string, ...letters: string[]) =>
    Promise.all(letters.map((letter) => writeFile(join(where, named(letter)), letter)));
  const copied = async () => (await readdir(join(backup, 'files'))).map((name) => name[0]).toSorted();

  it('are those of its records: without what was deleted meanwhile, with what came', async () => {
    await put(join(backup, 'files'), 'a', 'b');
    await writeFile(join(backup, 'files', 'notes.txt'), 'of the operator');
    await put(data.filesFolder, 'a', 'c');
    await copyRecordsOfFiles(data, backup, async () => new Set(['a', 'c'].map(named)));
    expect(await copied()).toEqual(['a', 'c', 'n', 'u']);
    expect(await readFile(join(backup, 'files', named('c')), 'utf8')).toBe('c');
  });

  it('go with records that are copied again where one was deleted behind them', async () => {
    await put(data.filesFolder, 'a');
    const copies = [['a', 'd'], ['a']];
    await copyRecordsOfFiles(data, backup, async () => new Set((copies.shift() ?? []).map(named)));
    expect(copies).toEqual([]);
    expect(await copied()).toEqual(['a', 'u']);
  });

  it('are what there is where the portal itself misses one', async () => {
    await put(data.filesFolder, 'a');
    let times = 0;
    await copyRecordsOfFiles(data, backup, async () => {
      times++;
      return new Set(['a', 'd'].map(named));
    });
    expect([times, await copied()]).toEqual([2, ['a', 'u']]);
  });

  it('have uploads that go on behind them', async () => {
    await copyRecordsOfFiles(data, backup, async () => {
      await put(data.uploadsFolder, 'u');
      return new Set();
    });
    expect(await readFile(join(backup, 'files/uploads', named('u')), 'utf8')).toBe('u');
  });
});

describe.each(everyPortal())('a backup while files come and go on $engine', ({ engine, start }) => {
  it('has each file that its records name, and no other', async () => {
    const portal = await start();
    try {
      const { assetId } = await portal.anAsset();
      const admin = await portal.as('admin');
      const keep = async (name: string) =>
        (await upload(portal, admin, filesOf(assetId), [[name, name]])).body[0]?.fileId;
      const there = [];
      for (let n = 0; n < 20; n++) there.push(await keep(`before-${n}`));
      const done: number[] = [];
      for (let round = 0; round < 3; round++) {
        let isMade = false;
        const backup = join(folder.path, `backup-${round}`);
        const made = makeBackup(portal.config, backup, () => undefined).finally(() => {
          isMade = true;
        });
        while (!isMade) {
          there.push(await keep('meanwhile'));
          expect((await admin.delete(`/api/files/${there.shift()}`)).status).toBe(200);
          done.push(round);
        }
        await made;
        const names = await recordedIn(backup, engine);
        expect(names.size).toBeGreaterThan(10);
        const entries = await readdir(join(backup, 'files'), { withFileTypes: true });
        expect(new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))).toEqual(names);
        await rm(backup, { recursive: true });
      }
      expect(new Set(done).size).toBe(3);
    } finally {
      await portal.close();
    }
  });
});

async function recordedIn(backup: string, engine: string): Promise<ReadonlySet<string>> {
  if (engine !== 'SQLite') return filesOfDump(join(backup, BACKUP_POSTGRES_DUMP));
  const db = new DatabaseSync(join(backup, BACKUP_DATABASE));
  const rows = db.prepare('select storage_name as name from files').all();
  db.close();
  return new Set(rows.map(({ name }) => String(name)));
}
