import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { configFolders } from '#config/config-folders.ts';
import { dataFolderAt } from '#data-folder.ts';
import { timeOfBackup } from '../../backups/backup-plan.ts';
import { type DiskSpace, readSpace, reserveOf } from '../../disk-space.ts';
import { VERIFIED } from '../verify.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const GIGABYTE = 1e9;
/** Below so much on the disk of the data folder somebody should know. */
const LITTLE_BYTES = 5 * GIGABYTE;
const OTHERS = 0o077;
const DAY_MS = 86_400_000;
const LATE_DAYS = 2;

type SpaceOf = (folder: string) => Promise<DiskSpace>;

/** The data folder: there, writable, for this user alone, with room. */
export async function checkDataFolder(
  { dataFolder }: Pick<Config, 'dataFolder'>,
  spaceOf: SpaceOf = readSpace,
): Promise<Finding[]> {
  const what = 'Data folder';
  const info = await stat(dataFolder).catch(() => undefined);
  if (info === undefined) {
    const parent = await nearest(dataFolder);
    return (await isWritable(parent))
      ? [ok(what, `${dataFolder} does not exist yet; the first start makes it.`), await checkRoom(parent, spaceOf)]
      : [fault(what, `${dataFolder} cannot be made: this user may not write to ${parent}.`)];
  }
  if (!info.isDirectory()) return [fault(what, `${dataFolder} is no folder. Set TELLTALE_DATA to one.`)];
  if (!(await isWritable(dataFolder))) {
    return [fault(what, `This user may not write to ${dataFolder}. Give it to the user that the portal runs as.`)];
  }
  const findings = [ok(what, dataFolder), await checkRoom(dataFolder, spaceOf)];
  const open = (info.mode & OTHERS) !== 0 ? [dataFolder] : [];
  const { secretKeyFile } = dataFolderAt(dataFolder);
  const secret = await stat(secretKeyFile).catch(() => undefined);
  if (secret && (secret.mode & OTHERS) !== 0) open.push(secretKeyFile);
  findings.push(
    open.length === 0
      ? ok('Permissions', 'The data folder is for this user alone.')
      : warning(
          'Permissions',
          `Other users of this machine can read ${open.join(' and ')}. Run: chmod -R go= ${dataFolder}`,
        ),
  );
  return findings;
}

async function checkRoom(folder: string, spaceOf: SpaceOf): Promise<Finding> {
  const what = 'Disk';
  const space = await spaceOf(folder);
  const free = `${(space.freeBytes / GIGABYTE).toFixed(1)} GB of ${(space.totalBytes / GIGABYTE).toFixed(1)} GB are free`;
  if (space.freeBytes < reserveOf(space)) {
    return fault(what, `${free}: the portal takes nothing in any more. Make room, or set TELLTALE_RETENTION_GB.`);
  }
  if (space.freeBytes < LITTLE_BYTES) return warning(what, `${free}. Make room, or set TELLTALE_RETENTION_GB.`);
  return ok(what, `${free}.`);
}

/** The files that an operator edits, and that pages write: each must be JSON, and they must be able to. */
export async function checkConfigFolder(config: Parameters<typeof configFolders>[0]): Promise<Finding> {
  const what = 'Configuration files';
  // The last are those that the portal comes with.
  const folders = configFolders(config).slice(0, -1);
  const [written = ''] = folders;
  const wrong: string[] = [];
  let count = 0;
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      count++;
      try {
        JSON.parse(await readFile(join(folder, name), 'utf8'));
      } catch (error) {
        wrong.push(`${join(folder, name)}: ${reasonOf(error)}`);
      }
    }
  }
  if (wrong.length > 0) return fault(what, `These cannot be read: ${wrong.join('; ')}`);
  if (!(await isWritable(await nearest(written)))) {
    return warning(
      what,
      `This user may not write to ${written}: pages cannot save what they keep in files (rules of the MQTT broker, sites of frames). Set TELLTALE_CONFIG to a folder in the data folder.`,
    );
  }
  if (count === 0) return ok(what, `There are none in ${folders.join(' and ')}: what comes with the portal is used.`);
  return ok(what, `${count} in ${folders.join(' and ')}.`);
}

/** Backups: that there are any, that they can be restored, and that they are not lost with the data folder. */
export async function checkBackups(
  { backupFolder, dataFolder }: Pick<Config, 'backupFolder' | 'dataFolder'>,
  nowMs: number,
): Promise<Finding> {
  const what = 'Backups';
  if (backupFolder === undefined) {
    return warning(what, 'The portal makes none by itself. Set TELLTALE_BACKUP_DIR to a folder on another disk.');
  }
  const names = await readdir(backupFolder).catch(() => undefined);
  if (names === undefined) {
    const parent = await nearest(backupFolder);
    return (await isWritable(parent))
      ? ok(what, `There is none yet; the first comes a minute after the start, into ${backupFolder}.`)
      : fault(what, `${backupFolder} cannot be made: this user may not write to ${parent}.`);
  }
  if (!(await isWritable(backupFolder))) return fault(what, `This user may not write to ${backupFolder}.`);
  const times = names
    .filter((name) => names.includes(`${name}${VERIFIED}`))
    .flatMap((name) => timeOfBackup(name) ?? []);
  if (times.length === 0) return warning(what, `None in ${backupFolder} was verified yet.`);
  const days = (nowMs - Math.max(...times)) / DAY_MS;
  const age = `The newest that can be restored is of ${new Date(Math.max(...times)).toISOString()}`;
  if (days > LATE_DAYS) return warning(what, `${age}. The log says why none came since.`);
  const [own, data] = await Promise.all([stat(backupFolder), stat(await nearest(dataFolder))]);
  if (own.dev === data.dev)
    return warning(what, `${age}, but it is on the disk of the data folder and would be lost with it.`);
  return ok(what, `${age}.`);
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    // A program may be executed, and nothing can be made in it.
    async () => (await stat(folder)).isDirectory(),
    () => false,
  );
}

/** The folder, or the one above it that there is. */
async function nearest(folder: string): Promise<string> {
  const parent = dirname(folder);
  if (parent === folder) return folder;
  return stat(folder).then(
    () => folder,
    () => nearest(parent),
  );
}
