import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { configFolders } from '#config/config-folders.ts';
import { CommandError, controlCommand } from '#control/control-command.ts';
import { BACKUP_CONFIG, BACKUP_DATABASE } from './backup-manifest.ts';
import { copyFolder, copyIfThere } from './copy-folder.ts';

/** One step: a copy in several begins again with each write that comes between. */
const ALL_PAGES = 2 ** 30;

/**
 * Copies what the data folder holds into an empty folder while the portal runs: history, database, files, configuration. The history
 * goes first, so that the database knows every series that the copy has. The manifest is written by the command line
 * once everything is there.
 */
export const backupCommand = controlCommand({
  name: 'backup',
  input: z.object({ folder: z.string() }),
  async run({ config, folder: data, historian, log }, { folder }, progress) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0)
      throw new CommandError(`${folder} is not empty: a backup needs an empty folder.`);
    progress.report('history');
    // Of history at a server what waits for it; what is there is backed up there.
    await historian.backup(join(folder, config.historyTarget === undefined ? 'history' : 'history-staged'));
    if (config.databaseUrl === undefined) {
      progress.report('database');
      await copyDatabase(data.databaseFile, join(folder, BACKUP_DATABASE));
    }
    const [configFolder = ''] = configFolders(config);
    for (const [name, source] of [
      ['files', data.filesFolder],
      ['outbox', data.outboxFolder],
      [BACKUP_CONFIG, configFolder],
    ] as const) {
      progress.report(name);
      // What is being received has no record yet, and a start clears it away.
      await copyFolder(source, join(folder, name), data.incomingFolder);
    }
    await copyIfThere(data.secretKeyFile, join(folder, 'secret.key'));
    log.info({ folder }, 'a backup was made');
    return { usesPostgres: config.databaseUrl !== undefined, hasHistory: config.historyTarget === undefined };
  },
});

async function copyDatabase(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(database, target, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
}
