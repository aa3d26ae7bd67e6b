import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName, logFileNumber } from './log-file.ts';

/** Which log files exist and how many things still need each; the oldest that nothing needs are deleted. */
export class LogFiles {
  readonly #folder: string;
  readonly #needs = new Map<number, number>();
  #numbers: number[] = [];
  #mayDelete = false;
  #deleting: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Numbers of the files in the folder, ascending. */
  async load(): Promise<readonly number[]> {
    const names = await readdir(this.#folder);
    this.#numbers = names
      .map(logFileNumber)
      .filter((number) => number !== null)
      .sort((a, b) => a - b);
    return this.#numbers;
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  added(number: number): void {
    this.#numbers.push(number);
  }

  hold(number: number): void {
    this.#needs.set(number, (this.#needs.get(number) ?? 0) + 1);
  }

  release(number: number): void {
    const needs = (this.#needs.get(number) ?? 0) - 1;
    if (needs > 0) this.#needs.set(number, needs);
    else this.#needs.delete(number);
    this.#sweep();
  }

  /** Deletion waits while files are being read (replay, backup). */
  allowDeleting(mayDelete: boolean): void {
    this.#mayDelete = mayDelete;
    this.#sweep();
  }

  /** Deletes complete files from the oldest on, up to the first that is needed; the newest is being written. */
  #sweep(): void {
    while (this.#mayDelete && this.#numbers.length > 1 && !this.#needs.has(this.#numbers[0] as number)) {
      this.#delete(this.#numbers.shift() as number);
    }
  }

  #delete(number: number): void {
    const remove = (): Promise<void> => rm(join(this.#folder, logFileName(number)), { force: true });
    // In order, so that a crash never leaves a file without those after it; a failure is made good at the next start.
    this.#deleting = this.#deleting.then(remove).catch(() => undefined);
  }

  /** Deletes every file: all that they hold is in chunks. */
  async deleteAll(): Promise<void> {
    for (const number of this.#numbers) this.#delete(number);
    this.#numbers = [];
    await this.#deleting;
  }

  settled(): Promise<void> {
    return this.#deleting;
  }
}
