import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '#clock.ts';
import type { NodeRegistry } from '#cluster/nodes/node-registry.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import { type Journal, portalActor } from '#journal/journal.ts';
import { VERIFIED } from '../cli/verify.ts';
import { backupName, type FoundBackup, isDue, namesToRemove, timeOfBackup } from './backup-plan.ts';

const COMMAND_LINE = resolve(import.meta.dirname, '../cli/main.ts');
/** Behind everything that devices and people wait for. */
const LOW_PRIORITY = 10;
/** What failed is tried again, but not all the time. */
const RETRY_MS = 3_600_000;
/** What a command says of itself when it fails is a line or two. */
const MOST_SAID = 4_000;
/** By which name a node tells the others why its backup failed, each second: so no more than the beginning. */
const NOTE = 'backupFailure';
const MOST_NOTED = 500;

interface Parts {
  config: Pick<Config, 'backupFolder' | 'backupsKept' | 'dataFolder'>;
  clock: Clock;
  log: Log;
  journal: Journal;
  /** Of a portal of several, where the one that has the duty makes them. */
  nodes?: Pick<NodeRegistry, 'living' | 'note'> | undefined;
  /** Makes a backup in a new folder and verifies it; rejects with what went wrong. */
  make?: (folder: string, signal: AbortSignal) => Promise<void>;
}

/** Backups that the portal makes once a day into the folder of the settings: made, restored on trial, and the oldest removed. */
export class ScheduledBackups {
  readonly #parts: Parts & { make: NonNullable<Parts['make']> };
  readonly #stopping = new AbortController();
  #failedMs: number | undefined;
  #failure: string | undefined;

  constructor(parts: Parts) {
    this.#parts = { make: makeBackup(parts.config.dataFolder), ...parts };
  }

  /** The settings name a folder for them. */
  get isOn(): boolean {
    return this.#parts.config.backupFolder !== undefined;
  }

  /** Why there is no backup of today, at whichever node it was tried; undefined: there is one, or none is to be made. */
  get failure(): string | undefined {
    const { nodes } = this.#parts;
    if (nodes === undefined || this.#failure !== undefined) return this.#failure;
    const noted = nodes.living().find(({ hasDuty }) => hasDuty)?.notes[NOTE];
    return noted === undefined || noted === '' ? undefined : String(noted);
  }

  /** When the newest backup was begun that can be restored, ms; undefined: there is none. */
  async lastGoodMs(): Promise<number | undefined> {
    const times = (await this.#find()).filter(({ isVerified }) => isVerified).map(({ timeMs }) => timeMs);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Makes a backup if it is time for one. */
  async look(): Promise<void> {
    const { config, clock, log, journal, make } = this.#parts;
    if (config.backupFolder === undefined) return;
    const nowMs = clock.now();
    if (this.#failedMs !== undefined && nowMs - this.#failedMs < RETRY_MS) return;
    try {
      await mkdir(config.backupFolder, { recursive: true, mode: 0o700 });
      if (!isDue(await this.#find(), nowMs)) return;
      const name = backupName(nowMs);
      await make(join(config.backupFolder, name), this.#stopping.signal);
      await journal.append({ kind: 'backup', what: 'backup made and verified', after: { name }, by: portalActor });
      for (const old of namesToRemove(await this.#find(), config.backupsKept)) await this.#remove(old);
      this.#failedMs = undefined;
      this.#setFailure(undefined);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      // Tried again each hour on a disk without room, halves would keep it full.
      await this.#removeHalf(backupName(nowMs));
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'the backup of today could not be made');
      // Once a day in the journal, however often it is tried.
      if (this.#failure === undefined) {
        await journal.append({ kind: 'backup', what: 'backup failed', after: { reason }, by: portalActor });
      }
      this.#failedMs = nowMs;
      this.#setFailure(reason);
    }
  }

  /** Ends a backup that is being made; its half is removed when the next one is whole. */
  stop(): void {
    this.#stopping.abort();
  }

  #setFailure(reason: string | undefined): void {
    this.#failure = reason;
    this.#parts.nodes?.note(NOTE, reason?.slice(0, MOST_NOTED) ?? '');
  }

  async #find(): Promise<FoundBackup[]> {
    const folder = this.#parts.config.backupFolder;
    if (folder === undefined) return [];
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.flatMap((name) => {
      const timeMs = timeOfBackup(name);
      if (timeMs === undefined) return [];
      const isComplete = existsSync(join(folder, name, 'manifest.json'));
      return [{ name, timeMs, isComplete, isVerified: isComplete && names.includes(`${name}${VERIFIED}`) }];
    });
  }

  async #remove(name: string): Promise<void> {
    const path = join(this.#parts.config.backupFolder ?? '', name);
    await rm(`${path}${VERIFIED}`, { force: true });
    await rm(path, { recursive: true, force: true });
    this.#parts.log.info({ name }, 'an old backup was removed');
  }

  async #removeHalf(name: string): Promise<void> {
    try {
      const half = (await this.#find()).find((one) => one.name === name && !one.isComplete);
      if (half) await rm(join(this.#parts.config.backupFolder ?? '', name), { recursive: true, force: true });
    } catch (error) {
      this.#parts.log.error({ err: error, name }, 'half of a backup could not be removed');
    }
  }
}

/** By the command line, in a process of its own: checksums and the trial cost minutes of a processor where there is much. */
function makeBackup(dataFolder: string) {
  return (folder: string, signal: AbortSignal) =>
    new Promise<void>((done, fail) => {
      const env = { ...process.env, TELLTALE_DATA: dataFolder };
      const child = spawn(process.execPath, [COMMAND_LINE, 'backup', folder, '--verify'], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
        signal,
      });
      if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-MOST_SAID);
      });
      child.on('error', fail);
      child.on('close', (code) => (code === 0 ? done() : fail(new Error(said.trim() || `it ended with ${code}`))));
    });
}
