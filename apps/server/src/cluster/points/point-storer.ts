import type { Historian } from '@telltale/historian';
import type { Log } from '#config/log.ts';
import { Commit, type CommittedMessage } from '#ingest/commit.ts';
import { CommitStore } from '#ingest/commit-store.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { tellMessage } from '#ingest/tell-message.ts';
import { addCarried } from './carried-commit.ts';
import type { CarriedMessage } from './point-frame.ts';
import { PointLag, ReadFrames, type StreamFrame } from './point-lag.ts';

export interface PointStorerOptions {
  /** Shared by all nodes; what it has appended another node finds. */
  historian: Pick<Historian, 'append'>;
  /** Hears of every point that is stored here. */
  feeds: readonly LiveFeed[];
  /** Hears of what was stored and took effect here, for those where it does not. */
  onTold?: (commit: Commit, messages: readonly CommittedMessage[]) => void;
  onRefused: (commit: Commit, message: CommittedMessage, error: unknown) => void;
  log: Log;
}

/** On whose behalf points are stored. */
export interface Storing {
  readonly signal: AbortSignal;
  /** A message that came at this time is told next, by the clock of the node that took it in. */
  telling(receivedMs: number): void;
  /** Is told once everything up to a number of its stream is in the history, and took effect. */
  stored(sequence: number): void;
}

interface Open {
  readonly commit: Commit;
  /** For each message of the commit. */
  readonly by: Storing[];
  /** Where each stream stands once the commit is stored. */
  readonly sequences: Map<Storing, number>;
  readonly read: ReadFrames;
}

const MAX_POINTS_IN_FLIGHT = 100_000;
/**
 * So many messages take effect at once: what waited while the history was away would keep this process from all else for
 * seconds, and the others would take it for gone.
 */
const MOST_AT_ONCE = 5_000;
/** A block is on its way for longer than usual. */
const MOMENT_MS = 250;

const open = (): Open => ({ commit: new Commit(), by: [], sequences: new Map(), read: new ReadFrames() });

/**
 * Puts into the history what a node reads from the streams of its partitions: what came from all of them while the
 * history was busy goes together. Then it takes effect, in the order of each stream.
 */
export class PointStorer {
  readonly #options: PointStorerOptions;
  readonly #store: CommitStore;
  readonly #roomWaiters: (() => void)[] = [];
  readonly #lag = new PointLag();
  /** What is stored next, one after the other; more is put into the last. */
  readonly #waiting: [Open, ...Open[]] = [open()];
  #storing: Open | undefined;
  #running: Promise<void> | undefined;
  #inFlight = 0;
  #stored = 0;
  #late = 0;

  constructor(options: PointStorerOptions) {
    this.#options = options;
    const { historian, log, onRefused } = options;
    this.#store = new CommitStore(historian, { fault: undefined }, log, onRefused);
  }

  /** Why nothing can be stored now, or undefined. Devices are acknowledged all the same. */
  get fault(): string | undefined {
    return this.#store.fault;
  }

  /** Since when what devices sent is not in the history, by the clock of the servers of the stream; undefined: it is. */
  get behindSinceMs(): number | undefined {
    return this.#lag.look(this.#reads());
  }

  /** Since when what came waits to be told, if for longer than a moment, read or not; undefined: what came is told. */
  get waitingSinceMs(): number | undefined {
    const behindMs = this.behindSinceMs;
    if (behindMs !== undefined) return Math.floor(behindMs);
    const oldest = this.#reads()[0]?.oldest;
    return oldest && performance.now() - oldest.readMs >= MOMENT_MS ? Math.floor(oldest.timeMs) : undefined;
  }

  #reads(): ReadFrames[] {
    return [...(this.#storing ? [this.#storing] : []), ...this.#waiting].map(({ read }) => read);
  }

  get #open(): Open {
    return this.#waiting.at(-1) as Open;
  }

  stats() {
    return { stored: this.#stored, late: this.#late, inFlight: this.#inFlight };
  }

  /** Resolves when points can be put in again. */
  async room(): Promise<void> {
    while (this.#inFlight >= MAX_POINTS_IN_FLIGHT) {
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
  }

  /** Puts a message of a frame in; what is calculated of it goes with it, and all of it stands where the frame does. */
  put(device: RegisteredDevice, message: CarriedMessage, { sequence }: StreamFrame, by: Storing): void {
    this.#open.commit.batch.standAt(sequence);
    const { from, to } = addCarried(this.#open.commit, device, message, { isCalculated: true });
    this.#open.by.push(by);
    this.#inFlight += to - from;
  }

  /** Everything of a stream up to this frame was put in. */
  putUntil(frame: StreamFrame, by: Storing): void {
    this.#open.sequences.set(by, frame.sequence);
    this.#open.read.add(frame, by);
    // Between two frames: where a stream stands is known of whole ones.
    if (this.#open.by.length >= MOST_AT_ONCE) this.#waiting.push(open());
    this.#running ??= this.#run();
  }

  /** Resolves when all that was put in so far is stored and told of, or refused. */
  async drained(): Promise<void> {
    const waiting = this.#waiting.findLast(({ sequences }) => sequences.size > 0) ?? this.#storing;
    await waiting?.commit.done.catch(() => undefined);
  }

  /** Ends waiting for a history that cannot be written; another node reads what is left from the streams. */
  async close(): Promise<void> {
    this.#store.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      // Others have their turn, and what came meanwhile goes together.
      await new Promise((resolve) => setImmediate(resolve));
      const [taken] = this.#waiting;
      this.#waiting.shift();
      if (this.#waiting.length === 0) this.#waiting.push(open());
      this.#storing = taken;
      await this.#storeAndTell(taken);
      this.#inFlight -= taken.commit.slots.length;
      for (const resolve of this.#roomWaiters.splice(0)) resolve();
    } while (this.#waiting[0].sequences.size > 0);
    this.#running = undefined;
    this.#storing = undefined;
  }

  async #storeAndTell({ commit, by, sequences, read }: Open): Promise<void> {
    try {
      const stored = new Set(commit.slots.length === 0 ? commit.messages : await this.#store.store(commit));
      this.#lag.stored(read);
      const told: CommittedMessage[] = [];
      for (const [n, message] of commit.messages.entries()) {
        if (!stored.has(message)) continue;
        this.#stored += message.to - message.from;
        // Another node owns it by now, and tells of it.
        if (by[n]?.signal.aborted !== false) continue;
        by[n]?.telling(message.receivedMs);
        this.#tell(commit, message);
        told.push(message);
      }
      if (told.length > 0) this.#options.onTold?.(commit, told);
      for (const [one, sequence] of sequences) one.stored(sequence);
      commit.resolve();
    } catch (error) {
      // Only a stop ends the waiting; what is not noted as stored is read again.
      commit.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #tell(commit: Commit, message: CommittedMessage): void {
    const sinks = this.#options.feeds.flatMap((feed) => feed.sinkFor(message.device.assetId) ?? []);
    this.#late += tellMessage(commit, message, sinks);
  }
}
