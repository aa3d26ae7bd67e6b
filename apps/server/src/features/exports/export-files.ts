import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SCRATCH = '.part';

/** The results of exports: files under the ids of their jobs, and what is written beside them meanwhile. */
export class ExportFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  pathOf(jobId: string): string {
    return join(this.#folder, jobId);
  }

  scratchPathOf(jobId: string): string {
    return this.pathOf(jobId) + SCRATCH;
  }

  async has(jobId: string): Promise<boolean> {
    try {
      await stat(this.pathOf(jobId));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async remove(jobId: string): Promise<void> {
    await rm(this.pathOf(jobId), { force: true });
    await rm(this.scratchPathOf(jobId), { force: true });
  }

  /** The jobs that something is there of. */
  async listJobs(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return [...new Set(names.map((name) => name.replace(SCRATCH, '')))];
  }
}
