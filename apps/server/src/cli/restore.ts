import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '#control/control-command.ts';
import { BACKUP_CONFIG, BACKUP_POSTGRES_DUMP, type BackupManifest, checkBackup } from './backup-manifest.ts';
import { forceToDisk, sync } from './force-to-disk.ts';

/**
 * `telltale restore <backup> --to <data>`: makes a data folder of a backup. The backup is checked whole before the
 * first byte is written, and the folder appears only once it is complete and on disk.
 * @returns what the backup says of itself
 * @throws CommandError when the backup is not whole or the target is in use
 */
export async function restoreBackup(
  source: string,
  target: string,
  say: (line: string) => void,
): Promise<BackupManifest> {
  const [from, to] = [resolve(source), resolve(target)];
  await refuseUsedTarget(to);
  say('checking the backup');
  const manifest = await checkBackup(from);
  const building = `${to}.restoring`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { recursive: true, mode: 0o700 });
  for (const { path } of manifest.files) {
    const file = join(building, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), file);
  }
  await forceToDisk(building);
  await rmdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(building, to);
  await sync(dirname(to));
  say(`${to} is ready: set TELLTALE_DATA to it and start the portal.`);
  if (manifest.files.some(({ path }) => path.startsWith(`${BACKUP_CONFIG}/`))) {
    say(
      `The configuration files of then are in ${join(to, BACKUP_CONFIG)}: set TELLTALE_CONFIG to it, or take from it.`,
    );
  }
  if (manifest.database === 'postgres-dump') {
    say(
      `Before that: pg_restore --clean --if-exists --dbname "$TELLTALE_DATABASE_URL" ${join(to, BACKUP_POSTGRES_DUMP)}`,
    );
  }
  if (manifest.database === 'postgres-elsewhere') {
    say('Before that, restore the dump of PostgreSQL that belongs to this backup.');
  }
  return manifest;
}

async function refuseUsedTarget(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new CommandError(`${folder} is not empty: a backup is restored into a new folder.`);
}
