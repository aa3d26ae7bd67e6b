import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRoom } from './start-room.ts';

/** The data folder cannot be used; the message says why and is shown as it stands. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Everything that must survive, in one folder (spec 3 §1). */
export interface DataFolder {
  readonly path: string;
  readonly databaseFile: string;
  readonly historyFolder: string;
  /** What is on its way to the history's server, where history is kept at one. */
  readonly stagedHistoryFolder: string;
  readonly filesFolder: string;
  /** In it, what has come of uploads that go on. */
  readonly uploadsFolder: string;
  /** What is being received, of this process alone: it clears it away at its start. On the disk of the files. */
  readonly incomingFolder: string;
  readonly outboxFolder: string;
  /** Results of exports, which are kept for a day. */
  readonly exportsFolder: string;
  /** Exports that are answered at once, while they are made; of this process alone. */
  readonly answersFolder: string;
  readonly controlSocket: string;
  /** Opens what must be kept readable but not in the clear (secret-box.ts). */
  readonly secretKeyFile: string;
  /** Copies of the database made before a migration. */
  readonly safetyCopies: string;
  /** Keeps room for a start on a full disk (start-room.ts). */
  readonly startRoom: StartRoom;
}

/** @param node what the portal is a node of: its name, and the folder that all nodes mount; undefined: it is one process */
export function dataFolderAt(path: string, node?: { node: string; filesFolder: string }): DataFolder {
  const shared = node?.filesFolder ?? path;
  return {
    path,
    databaseFile: join(path, 'portal.db'),
    historyFolder: join(path, 'history'),
    stagedHistoryFolder: join(path, 'history-staged'),
    filesFolder: join(shared, 'files'),
    uploadsFolder: join(shared, 'files', 'uploads'),
    incomingFolder: join(shared, 'files', node ? `incoming-${node.node}` : 'incoming'),
    outboxFolder: join(path, 'outbox'),
    exportsFolder: join(shared, 'exports'),
    answersFolder: join(path, 'answers'),
    controlSocket: join(path, 'control.sock'),
    secretKeyFile: join(shared, 'secret.key'),
    safetyCopies: join(path, 'before-migration'),
    startRoom: new StartRoom(join(path, 'start-room')),
  };
}

const lockFile = (path: string) => join(path, 'portal.lock');
const pidFile = (path: string) => join(path, 'portal.pid');

export interface FolderLock {
  /** The disk was so full that the room kept for a start was needed. */
  readonly usedStartRoom: boolean;
  release(): void;
}

/**
 * Takes the data folder for this process. The lock is SQLite's own on a small file: the system drops it when the
 * process ends, however it ends, and a second process is refused.
 * @throws DataFolderError when another Telltale uses the folder, or it cannot be written
 */
export async function lockDataFolder({ path, startRoom }: DataFolder): Promise<FolderLock> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
  } catch (cause) {
    throw new DataFolderError(`The data folder ${path} cannot be used: ${messageOf(cause)}`, { cause });
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockFile(path), { timeout: 0 });
    await chmod(lockFile(path), 0o600);
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock?.close();
    if (isBusy(cause)) {
      const pid = await readFile(pidFile(path), 'utf8').catch(() => '');
      const who = pid.trim() === '' ? '' : ` (process ${pid.trim()})`;
      throw new DataFolderError(`Another Telltale${who} is using the data folder ${path}. Stop it first.`);
    }
    throw new DataFolderError(`The data folder ${path} cannot be locked: ${messageOf(cause)}`, { cause });
  }
  // Up to here nothing was written; the room is that of the process that holds the lock.
  const usedStartRoom = await startRoom.give();
  await writeFile(pidFile(path), `${process.pid}\n`, { mode: 0o600 });
  const held = lock;
  return { usedStartRoom, release: () => held.close() };
}

/** Whether a running Telltale holds the folder. */
export async function isLocked(path: string): Promise<boolean> {
  try {
    const lock = new DatabaseSync(lockFile(path), { timeout: 0, readOnly: false });
    try {
      lock.exec('begin exclusive');
      return false;
    } finally {
      lock.close();
    }
  } catch (error) {
    return isBusy(error);
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
