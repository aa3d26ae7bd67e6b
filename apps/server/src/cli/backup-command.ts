import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { configFolders } from '#config/config-folders.ts';
import { CommandError, controlCommand } from '#control/control-command.ts';
import { BACKUP_CONFIG, BACKUP_DATABASE } from './backup-manifest.ts';
import { copyFolder, copyIfThere } from './copy-folder.ts';
import { copyRecordsOfFiles } from './match-files.ts';

/** One step: a copy in several begins again with each write that comes between. */
const ALL_PAGES = 2 ** 30;

const WITHOUT_ADDRESS =
  'No backup was begun, as the records would not be in it: the portal has them in PostgreSQL. Set TELLTALE_DATABASE_URL here, too.';

/**
 * Copies what the data folder holds into an empty folder while the portal runs: files, configuration, history, database. The history
 * goes before the database, so that that knows every series that the copy has. The manifest is written by the command line
 * once everything is there.
 */
export const backupCommand = controlCommand({
  name: 'backup',
  input: z.object({ folder: z.string(), copiesPostgres: z.boolean() }),
  async run({ config, folder: data, historian, log }, { folder, copiesPostgres }, progress) {
    if (config.databaseUrl !== undefined && !copiesPostgres) throw new CommandError(WITHOUT_ADDRESS);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0)
      throw new CommandError(`${folder} is not empty: a backup needs an empty folder.`);
    const [configFolder = ''] = configFolders(config);
    for (const [name, source] of [
      ['files', data.filesFolder],
      ['outbox', data.outboxFolder],
      [BACKUP_CONFIG, configFolder],
    ] as const) {
      progress.report(name);
      // What is being received has no record yet, and a start clears it away; uploads that go on come behind the records.
      await copyFolder(source, join(folder, name), [data.incomingFolder, data.uploadsFolder]);
    }
    await copyIfThere(data.secretKeyFile, join(folder, 'secret.key'));
    progress.report('history');
    // Of history at a server what waits for it; what is there is backed up there.
    await historian.backup(join(folder, config.historyTarget === undefined ? 'history' : 'history-staged'));
    if (config.databaseUrl === undefined) {
      progress.report('database');
      const copy = join(folder, BACKUP_DATABASE);
      await copyRecordsOfFiles(data, folder, () => copyDatabase(data.databaseFile, copy));
    }
    log.info({ folder }, 'a backup was made');
    return { usesPostgres: config.databaseUrl !== undefined, hasHistory: config.historyTarget === undefined };
  },
});

/** @returns by which names it knows files */
async function copyDatabase(source: string, target: string): Promise<ReadonlySet<string>> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await rm(target, { force: true });
    await backup(database, target, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
  const copy = new DatabaseSync(target);
  try {
    return new Set(
      copy
        .prepare('select storage_name as name from files')
        .all()
        .map(({ name }) => String(name)),
    );
  } finally {
    copy.close();
  }
}
