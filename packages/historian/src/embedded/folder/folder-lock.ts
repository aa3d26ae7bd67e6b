import { DatabaseSync } from 'node:sqlite';
import { HistoryFolderError } from './folder.ts';

const SQLITE_BUSY = 5;

/** Held while a process has the folder open. The operating system lets go of it when the process dies, however. */
export class FolderLock {
  readonly #db: DatabaseSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Throws HistoryFolderError when another process, or this one, has the folder open. */
  static take(lockFile: string, folder: string): FolderLock {
    const db = new DatabaseSync(lockFile);
    try {
      db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 255 : 0;
      if (errcode !== SQLITE_BUSY)
        throw new HistoryFolderError(`The history folder ${folder} cannot be locked: ${String(error)}`);
      throw new HistoryFolderError(
        `The history folder ${folder} is in use by another Telltale process. Stop that one first, or use another folder.`,
      );
    }
    return new FolderLock(db);
  }

  release(): void {
    this.#db.close();
  }
}
