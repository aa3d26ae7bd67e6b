import { join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { runCommand } from '#control/run-command.ts';
import { dumpPostgres } from '#db/dump-postgres.ts';
import { dataFolderAt } from '../data-folder.ts';
import { backupCommand } from './backup-command.ts';
import { BACKUP_POSTGRES_DUMP, type BackupManifest, writeManifest } from './backup-manifest.ts';
import { filesOfDump } from './files-of-dump.ts';
import { copyRecordsOfFiles } from './match-files.ts';

/** `telltale backup <folder>`: a consistent copy of everything, while the portal runs or not. */
export async function makeBackup(config: Config, target: string, say: (line: string) => void): Promise<void> {
  const folder = resolve(target);
  const { usesPostgres, hasHistory } = await runCommand(config, backupCommand, { folder }, (part) =>
    say(`copying ${String(part)}`),
  );
  let database: BackupManifest['database'] = 'sqlite';
  const { databaseUrl } = config;
  if (usesPostgres && databaseUrl !== undefined) {
    const dump = join(folder, BACKUP_POSTGRES_DUMP);
    await copyRecordsOfFiles(dataFolderAt(config.dataFolder, config.cluster), folder, async () => {
      database = await copyPostgres(databaseUrl, dump, say);
      return database === 'postgres-dump' ? filesOfDump(dump) : undefined;
    });
  }
  if (!hasHistory) say('The history is NOT in this backup: it is at TELLTALE_HISTORY_URL. Back it up there.');
  say('writing checksums');
  const bytes = await writeManifest(folder, database, Date.now());
  say(`${folder} holds the backup, ${(bytes / 1e6).toFixed(1)} MB.`);
}

/** The relational data is in PostgreSQL, whose own tool copies it; where that is missing, the operator is told. */
async function copyPostgres(
  url: string,
  file: string,
  say: (line: string) => void,
): Promise<BackupManifest['database']> {
  say('copying PostgreSQL with pg_dump');
  if (await dumpPostgres(url, file)) return 'postgres-dump';
  say('pg_dump is not installed here. The relational data is NOT in this backup: run pg_dump where PostgreSQL is.');
  return 'postgres-elsewhere';
}
