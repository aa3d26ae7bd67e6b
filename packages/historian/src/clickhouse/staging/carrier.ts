import { HistoryUnavailableError } from '../../port.ts';
import type { RecentPoints } from '../recent/recent-points.ts';
import type { HistoryServer } from '../server/open-server.ts';
import { useFileNumber } from '../server/used-versions.ts';
import type { Summaries } from '../summaries/summaries.ts';
import { insertBlock } from './insert-block.ts';
import { carryOut } from './operations.ts';
import type { Staged, StagedLog } from './staged-log.ts';
import { fileOf } from './versions.ts';

export interface CarrierOptions {
  server: HistoryServer;
  log: StagedLog;
  /** Must hear of what is written before it is. */
  summaries?: Summaries | null;
  /** Must hear of it, too. */
  recent?: Pick<RecentPoints, 'writes' | 'settled'> | undefined;
  /** Throws while the server is not this portal's to write to. */
  guard: (signal: AbortSignal) => Promise<void>;
  /** Hears of what is settled. */
  onSettled: (staged: Staged) => Promise<void>;
  /** Hears once when the server can no longer be written to, and once when it can again. */
  onTrouble: (text: string | null) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Points wait so long for others to go with them, unless somebody asks for them. */
  gatherMs?: number;
}

const GATHER_MS = 500;
/** So many points are not kept waiting for others. */
const ENOUGH_POINTS = 100_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

interface Waiting {
  version: number;
  resolve: (isThere: boolean) => void;
}

interface Between {
  change: () => void;
  resolve: (version: number) => void;
  reject: (error: Error) => void;
}

/** What may end a sleep: the later of these only those sleeps that wait for them. */
const wakers = { closing: 0, asking: 1, staging: 2 } as const;
type Waker = keyof typeof wakers;

/** Carries what is in the log to the server, one block or operation after the other. */
export class Carrier {
  readonly #options: CarrierOptions;
  #waiting: Waiting[] = [];
  #between: Between[] = [];
  #settled = 0;
  /** Since when the oldest that waits has been waiting; null while nothing does. */
  #waitingSinceMs: number | null = null;
  #trouble: string | null = null;
  #isClosed = false;
  #sleeping: { until: Waker; wake: () => void } | null = null;
  #markedFile = 0;
  readonly #ended = new AbortController();
  #running: Promise<void> | null = null;

  constructor(options: CarrierOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** What keeps it from carrying, in a line; null while nothing does. */
  get trouble(): string | null {
    return this.#trouble;
  }

  get waitingSinceMs(): number | null {
    return this.#waitingSinceMs;
  }

  /** Something was put into the log. */
  staged(): void {
    this.#waitingSinceMs ??= this.#options.now();
    this.#wake(this.#options.log.waitingPoints >= ENOUGH_POINTS ? 'asking' : 'staging');
  }

  #wake(waker: Waker): void {
    if (this.#sleeping && wakers[waker] <= wakers[this.#sleeping.until]) this.#sleeping.wake();
  }

  /**
   * Resolves when everything that is in the log now is at the server; with false when it cannot be carried there at the
   * moment, or not within so long.
   */
  async flush(patienceMs: number): Promise<boolean> {
    const version = this.#options.log.lastVersion;
    if (this.#settled >= version || this.#options.log.isEmpty) return true;
    if (this.#trouble !== null) return false;
    let timer: NodeJS.Timeout | undefined;
    const isThere = await new Promise<boolean>((resolve) => {
      const waiting = { version, resolve };
      this.#waiting.push(waiting);
      timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(false);
      }, patienceMs);
      this.#wake('asking');
    });
    clearTimeout(timer);
    return isThere;
  }

  /**
   * Runs a change at a moment at which nothing is on its way to the server.
   * @returns the version up to which everything is there
   * @throws HistoryUnavailableError when it ends before
   */
  betweenWrites(change: () => void): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new HistoryUnavailableError('the history store is closing'));
      this.#between.push({ change, resolve, reject });
      this.#wake('asking');
    });
  }

  #serveBetween(): void {
    const { log } = this.#options;
    const version = log.isEmpty ? log.lastVersion : this.#settled;
    // Of what an earlier run left nothing is known until some of it was carried.
    if (version === 0) return;
    for (const { change, resolve } of this.#between.splice(0)) {
      change();
      resolve(version);
    }
  }

  async #run(): Promise<void> {
    const { log, gatherMs = GATHER_MS } = this.#options;
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isClosed) {
      this.#serveBetween();
      if (log.isEmpty) {
        this.#waitingSinceMs = null;
        for (const { resolve } of this.#waiting.splice(0)) resolve(true);
        await this.#sleep('staging');
        continue;
      }
      // On a busy portal there always is something: each block still waits for company, or the server drowns in small parts.
      if (this.#mayGather()) {
        await this.#sleep('asking', gatherMs);
        if (this.#isClosed) return;
      }
      try {
        const next = log.take();
        if (next) await this.#carry(next);
        this.#tellTrouble(null);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (this.#isClosed) return;
        this.#failed(error);
        await this.#sleep('closing', pauseMs);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
    }
  }

  #mayGather(): boolean {
    const { log } = this.#options;
    const isAsked = this.#waiting.length > 0 || log.waitingPoints >= ENOUGH_POINTS;
    return !isAsked && this.#trouble === null && log.isGathering;
  }

  async #carry(staged: Staged): Promise<void> {
    const { log, server, recent, summaries = null } = this.#options;
    // When all there is goes now, what is left afterwards came later than now.
    const restSinceMs = log.isAllTaken ? this.#options.now() : this.#waitingSinceMs;
    const { signal } = this.#ended;
    await this.#options.guard(signal);
    await log.markSending(staged);
    const file = fileOf(staged.toVersion);
    if (file > this.#markedFile) {
      await useFileNumber(server, file, signal);
      this.#markedFile = file;
    }
    recent?.writes(staged);
    if (staged.kind === 'operation') {
      const count = await carryOut(server, staged.record, staged.fromVersion, signal, summaries);
      log.answer(staged.fromVersion, count);
    } else {
      await summaries?.beforeBlock(staged, signal);
      const token = `telltale-${staged.fromVersion}-${staged.toVersion}`;
      await insertBlock(server, staged.encode(), token, signal);
    }
    recent?.settled();
    await this.#options.onSettled(staged);
    log.settle();
    this.#settled = staged.toVersion;
    this.#waitingSinceMs = log.isEmpty ? null : (restSinceMs ?? this.#options.now());
    const isThere = ({ version }: Waiting): boolean => version <= this.#settled;
    for (const { resolve } of this.#waiting.filter(isThere)) resolve(true);
    this.#waiting = this.#waiting.filter((waiting) => !isThere(waiting));
  }

  #failed(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#tellTrouble(text);
    for (const { resolve } of this.#waiting.splice(0)) resolve(false);
    // Also of those behind it: nobody knows for how long.
    this.#options.log.abandon(`${text}; it is carried out as soon as it can be`);
  }

  #tellTrouble(text: string | null): void {
    const isNews = (text === null) !== (this.#trouble === null);
    this.#trouble = text;
    if (isNews) this.#options.onTrouble(text);
  }

  #sleep(until: Waker, ms?: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleeping = null;
        resolve();
      };
      if (ms !== undefined) timer = setTimeout(wake, ms);
      this.#sleeping = { until, wake };
    });
  }

  /** Carries what is there, if it can be within so long, and ends. */
  async close(patienceMs: number): Promise<void> {
    await this.flush(patienceMs);
    this.#isClosed = true;
    this.#wake('closing');
    this.#ended.abort();
    await this.#running;
    for (const { reject } of this.#between.splice(0))
      reject(new HistoryUnavailableError('the history store is closing'));
    this.#options.log.abandon();
  }
}
