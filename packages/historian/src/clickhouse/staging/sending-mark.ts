import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which records were on their way together: sent again they are the same block, which replicas know by its token. */
export interface Sending {
  fromVersion: number;
  toVersion: number;
}

/** Remembers in the folder of the log what is being sent. */
export class SendingMark {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'sending.json');
  }

  /** Null when nothing is known; then everything in the log is sent again, which changes nothing (versions). */
  async read(): Promise<Sending | null> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const [fromVersion, toVersion] = text.trim().split(' ').map(Number);
    if (!Number.isSafeInteger(fromVersion) || !Number.isSafeInteger(toVersion)) return null;
    return { fromVersion: fromVersion as number, toVersion: toVersion as number };
  }

  async write({ fromVersion, toVersion }: Sending): Promise<void> {
    const part = `${this.#file}.part`;
    await writeFile(part, `${fromVersion} ${toVersion}\n`, { mode: 0o600 });
    await rename(part, this.#file);
  }

  clear(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}
