import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { checkStore } from '@telltale/historian';
import { CommandError } from '#control/control-command.ts';
import { INSTALL_TOOLS, lackOfTools } from '#db/postgres-tools.ts';
import { BACKUP_DATABASE, BACKUP_POSTGRES_DUMP } from './backup-manifest.ts';
import { restoreBackup } from './restore.ts';

/** What stands beside a backup that was restored and read whole. */
export const VERIFIED = '.verified';

/**
 * `telltale verify <backup>`: restores a backup into a scratch folder beside it, reads all of it, and takes the folder away
 * again. What it found is written beside the backup, which itself stays as it is.
 * @throws CommandError with what is wrong
 */
export async function verifyBackup(backup: string, say: (line: string) => void): Promise<void> {
  const source = resolve(backup);
  const scratch = await mkdtemp(join(dirname(source), '.telltale-verify-'));
  try {
    const data = join(scratch, 'data');
    say('restoring it into a scratch folder');
    const { database } = await restoreBackup(source, data, () => undefined);
    const records = await checkRecords(database, data, say);
    const points = await checkHistory(join(data, 'history'), say);
    const history =
      points === null ? 'the history is not in it, but at its server' : `${points.toLocaleString('en-US')} points`;
    say(`The backup can be restored: ${records}, ${history}.`);
    const found = { verified: new Date().toISOString(), database, points };
    await writeFile(`${source}${VERIFIED}`, `${JSON.stringify(found)}\n`, { mode: 0o600 });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How many points there are; null when the history is not in the backup. */
async function checkHistory(folder: string, say: (line: string) => void): Promise<number | null> {
  if (!existsSync(folder)) return null;
  say('reading all history');
  const { points, problems } = await checkStore(folder);
  if (problems.length > 0) throw new CommandError(`The history of the backup is damaged: ${problems.join('; ')}`);
  return points;
}

async function checkRecords(database: string, data: string, say: (line: string) => void): Promise<string> {
  if (database === 'sqlite') {
    say('reading the database');
    return checkDatabase(join(data, BACKUP_DATABASE), join(data, 'files'));
  }
  if (database === 'postgres-dump') {
    await readDump(join(data, BACKUP_POSTGRES_DUMP));
    return 'all of the dump of PostgreSQL can be read';
  }
  // So older versions made it where there was no pg_dump.
  throw new CommandError(
    `The records are not in the backup, but in PostgreSQL: it was made without pg_dump. ${INSTALL_TOOLS} Then make another.`,
  );
}

async function readDump(dump: string): Promise<void> {
  const lack = await lackOfTools(['pg_restore']);
  if (lack !== undefined) throw new CommandError(`The dump of PostgreSQL in the backup was not read. ${lack}`);
  // As a script for nobody: so all of it is unpacked, and not its contents alone.
  await promisify(execFile)('pg_restore', ['--file=/dev/null', dump]).catch((cause: { stderr?: string }) => {
    throw new CommandError(`The dump of PostgreSQL in the backup cannot be read: ${cause.stderr?.trim()}`, { cause });
  });
}

function checkDatabase(file: string, filesFolder: string): string {
  const db = new DatabaseSync(file);
  try {
    const [first] = db.prepare('pragma integrity_check').all();
    const said = String(Object.values(first ?? {})[0]);
    if (said !== 'ok') throw new CommandError(`The database of the backup is damaged: ${said}`);
    const orphans = db.prepare('pragma foreign_key_check').all().length;
    if (orphans > 0)
      throw new CommandError(`The database of the backup has ${orphans} records that belong to nothing.`);
    const users = db.prepare('select count(*) as n from users').get()?.n;
    const assets = db.prepare('select count(*) as n from assets').get()?.n;
    return `${users} users, ${assets} assets, ${filesOf(db, filesFolder)}`;
  } finally {
    db.close();
  }
}

/** What the portal misses its backup misses, too; in one of an older version it may have been deleted while that was made. */
function filesOf(db: DatabaseSync, folder: string): string {
  const files = db.prepare('select storage_name as name from files').all();
  const missing = files.filter(({ name }) => !existsSync(join(folder, String(name)))).length;
  const text = `${files.length} files`;
  return missing === 0 ? text : `${text} (${missing} of them without their content, as in the portal then)`;
}
