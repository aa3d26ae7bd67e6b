import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir, readFile, rename } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { CommandError } from '#control/control-command.ts';
import { forceToDisk, sync } from './force-to-disk.ts';

export const BACKUP_DATABASE = 'portal.db';
export const BACKUP_POSTGRES_DUMP = 'portal.pgdump';
/** What stood in the operator's folder of configuration files. */
export const BACKUP_CONFIG = 'config';
const MANIFEST = 'manifest.json';
const FORMAT = 1;

/** A path of the manifest stays inside the backup (guarantees F8). */
const innerPath = z
  .string()
  .min(1)
  .refine((path) => !isAbsolute(path) && !/^[a-z]:/i.test(path) && !path.includes('\\') && !path.includes('\0'))
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), 'leaves the backup');

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  created: z.string(),
  // The last: older versions made backups without records where there was no pg_dump.
  database: z.enum(['sqlite', 'postgres-dump', 'postgres-elsewhere']),
  files: z.array(z.object({ path: innerPath, bytes: z.number().int().nonnegative(), sha256: z.string() })),
});
/** The file that has the records. */
const RECORDS = { sqlite: BACKUP_DATABASE, 'postgres-dump': BACKUP_POSTGRES_DUMP, 'postgres-elsewhere': undefined };
export type BackupManifest = z.infer<typeof manifestSchema>;

/**
 * Writes the manifest, the last file of a backup, once all others are on disk: a folder without it is half a backup, and is
 * refused.
 * @returns how many bytes the backup has
 */
export async function writeManifest(
  folder: string,
  database: BackupManifest['database'],
  nowMs: number,
): Promise<number> {
  const files: BackupManifest['files'] = [];
  for (const path of await listFiles(folder)) files.push({ path, ...(await digest(join(folder, path))) });
  await forceToDisk(folder);
  const manifest: BackupManifest = { format: FORMAT, created: new Date(nowMs).toISOString(), database, files };
  const file = await open(join(folder, `${MANIFEST}.part`), 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(manifest, null, 2));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(join(folder, `${MANIFEST}.part`), join(folder, MANIFEST));
  await sync(folder);
  return files.reduce((sum, entry) => sum + entry.bytes, 0);
}

/**
 * Reads the manifest of a backup and holds every file against it.
 * @throws CommandError when the backup is not whole, was changed, or names a path outside itself
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new CommandError(`${folder} is no complete backup: it has no ${MANIFEST}.`);
  });
  const manifest = readManifest(folder, text);
  const records = RECORDS[manifest.database];
  if (records !== undefined && !manifest.files.some(({ path }) => path === records)) {
    throw new CommandError(`The backup is not complete: its manifest does not name ${records}, which has the records.`);
  }
  const present = new Set(await listFiles(folder));
  present.delete(MANIFEST);
  for (const { path, bytes, sha256 } of manifest.files) {
    if (!present.delete(path)) throw new CommandError(`The backup is not complete: ${path} is missing.`);
    const found = await digest(join(folder, path));
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new CommandError(`The backup is damaged: ${path} is not what was written.`);
    }
  }
  const [unknown] = present;
  if (unknown !== undefined) throw new CommandError(`The backup holds ${unknown}, which its manifest does not know.`);
  return manifest;
}

function readManifest(folder: string, text: string): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CommandError(`${folder}/${MANIFEST} is no manifest that this version can read.`, { cause });
  }
}

/** Paths below the folder, with slashes; a link would lead somewhere else, so there must be none. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isDirectory()) continue;
    if (!(await lstat(join(folder, path))).isFile())
      throw new CommandError(`The backup holds ${path}, which is no plain file.`);
    paths.push(path);
  }
  return paths.toSorted();
}

async function digest(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
