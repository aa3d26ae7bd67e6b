import { join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { runCommand } from '#control/run-command.ts';
import { dumpPostgres } from '#db/dump-postgres.ts';
import { INSTALL_TOOLS, lackOfTools, versionOfServer } from '#db/postgres-tools.ts';
import { dataFolderAt } from '../data-folder.ts';
import { backupCommand } from './backup-command.ts';
import { BACKUP_POSTGRES_DUMP, writeManifest } from './backup-manifest.ts';
import { filesOfDump } from './files-of-dump.ts';
import { copyRecordsOfFiles } from './match-files.ts';

/**
 * `telltale backup <folder>`: a consistent copy of everything, while the portal runs or not.
 * @throws CommandError before anything is written where the records could not be in it
 */
export async function makeBackup(config: Config, target: string, say: (line: string) => void): Promise<void> {
  const folder = resolve(target);
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) await refuseWithoutTools(databaseUrl);
  const input = { folder, copiesPostgres: databaseUrl !== undefined };
  const { usesPostgres, hasHistory } = await runCommand(config, backupCommand, input, (part) =>
    say(`copying ${String(part)}`),
  );
  if (usesPostgres && databaseUrl !== undefined) {
    const dump = join(folder, BACKUP_POSTGRES_DUMP);
    await copyRecordsOfFiles(dataFolderAt(config.dataFolder, config.cluster), folder, async () => {
      say('copying PostgreSQL with pg_dump');
      if (!(await dumpPostgres(databaseUrl, dump))) throw new CommandError(`pg_dump is gone. ${INSTALL_TOOLS}`);
      return filesOfDump(dump);
    });
  }
  if (!hasHistory) say('The history is NOT in this backup: it is at TELLTALE_HISTORY_URL. Back it up there.');
  say('writing checksums');
  const bytes = await writeManifest(folder, usesPostgres ? 'postgres-dump' : 'sqlite', Date.now());
  say(`${folder} holds the backup, ${(bytes / 1e6).toFixed(1)} MB.`);
}

async function refuseWithoutTools(url: string): Promise<void> {
  const lack = await lackOfTools(['pg_dump', 'pg_restore'], await versionOfServer(url));
  if (lack !== undefined) throw new CommandError(`No backup was begun, as the records would not be in it. ${lack}`);
}
