import { DeliverPolicy, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { AssetId } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { pause } from '#pause.ts';
import type { HeldPartition } from '../partitions/held-partition.ts';
import { PartitionLostError } from '../partitions/held-partition.ts';
import { partitionOf } from '../partitions/partition-of.ts';
import type { PartitionHost } from '../partitions/partition-ownership.ts';
import type { CarriedSlots } from './carried-slots.ts';
import { type CarriedMessage, decodeFrame } from './point-frame.ts';
import type { StreamFrame } from './point-lag.ts';
import type { PointStorer, Storing } from './point-storer.ts';
import { lastSequence, POINT_STREAM, subjectOf } from './point-stream.ts';
import { StreamWatch } from './stream-watch.ts';

/** The assets of a partition that this node has. */
export interface PartitionAssets {
  /** Whether an asset is of the partition, one that is still to be made included. */
  has(assetId: AssetId): boolean;
  /** Those that are known now. */
  list(): readonly AssetId[];
}

/** Something that knows more of an asset where its partition is owned. All of it reads what is stored, as at a start. */
export interface PartitionPart {
  /** What has to be known before the first message is stored: the values of now, what is calculated of them. */
  prepare?(assets: PartitionAssets): Promise<void>;
  /** Evaluating begins: everything that was in the stream when the partition was taken is stored. */
  begin?(assets: PartitionAssets): Promise<void>;
  /** Another node is to have them; resolves when nothing more is written of them. Is called also when `begin` failed. */
  end?(assets: PartitionAssets): Promise<void>;
}

export interface PartitionWorkOptions {
  jetStream: JetStreamClient;
  manager: JetStreamManager;
  storer: PointStorer;
  slots: CarriedSlots;
  /** Assets that are known here. */
  assets: () => Iterable<AssetId>;
  parts: readonly PartitionPart[];
  log: Log;
  /** How often it is noted how far the streams are stored, ms. */
  noteEveryMs?: number;
  /** How often it is asked whether something stands in a stream that does not come, ms. */
  watchEveryMs?: number;
}

const NOTE_EVERY_MS = 500;
const RETRY_MS = 1_000;
const WATCH_EVERY_MS = 5_000;
/** Frames of a partition that are fetched ahead. */
const AHEAD = 50;
/** A server that has nothing says so twice in this time; one that misses both is taken for gone, and another is asked. */
const ASKED_FOR_MS = 4_000;

/** What is done for one partition, from when it is taken until it is given up. */
class Work implements Storing {
  readonly held: HeldPartition;
  readonly assets: PartitionAssets;
  isLive = false;
  /** Something may be evaluated that another node has to hear the end of. */
  hasBegun = false;
  /** Of what is in the history, and not yet noted at its key. */
  storedUntil: number;
  running: Promise<void> = Promise.resolve();

  constructor(held: HeldPartition, known: () => Iterable<AssetId>) {
    const has = (assetId: AssetId) => partitionOf(assetId) === held.partition;
    this.held = held;
    this.assets = { has, list: () => [...known()].filter(has) };
    this.storedUntil = held.stored;
  }

  get signal(): AbortSignal {
    return this.held.signal;
  }

  stored(sequence: number): void {
    this.storedUntil = Math.max(this.storedUntil, sequence);
  }
}

/**
 * Works for the partitions that a node has. Taking one is a restart of its assets: what is in the stream is stored
 * without being evaluated, then everything begins with what is stored, then the stream is followed.
 */
export class PartitionWork implements PartitionHost {
  readonly #options: PartitionWorkOptions;
  readonly #works = new Map<HeldPartition, Work>();
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();

  constructor(options: PartitionWorkOptions) {
    this.#options = options;
  }

  /** Partitions that are followed, with everything before it stored. */
  get liveCount(): number {
    let count = 0;
    for (const { isLive } of this.#works.values()) if (isLive) count++;
    return count;
  }

  /** Of a partition that is followed; undefined: it is not. */
  storedUntil(partition: number): number | undefined {
    for (const { held, isLive, storedUntil } of this.#works.values()) {
      if (isLive && held.partition === partition) return storedUntil;
    }
    return undefined;
  }

  begin(held: HeldPartition): void {
    const work = new Work(held, this.#options.assets);
    this.#works.set(held, work);
    work.running = this.#run(work);
    this.#timer ??= setInterval(() => {
      this.#noting = this.#noting.then(() => this.#noteAll());
    }, this.#options.noteEveryMs ?? NOTE_EVERY_MS).unref();
  }

  async end(held: HeldPartition): Promise<void> {
    const work = this.#works.get(held);
    if (!work) return;
    await work.running;
    await this.#options.storer.drained();
    await this.#endParts(work);
    this.#works.delete(held);
    await this.#noting;
    await this.#note(work);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #run(work: Work): Promise<void> {
    const { partition } = work.held;
    while (!work.signal.aborted) {
      try {
        await this.#follow(work);
      } catch (error) {
        if (work.signal.aborted) return;
        this.#options.log.error({ err: error, partition }, 'a partition is begun again');
        await this.#endParts(work);
        await pause(RETRY_MS, work.signal);
      }
    }
  }

  async #follow(work: Work): Promise<void> {
    const { jetStream, manager, parts, slots, storer, log, watchEveryMs: everyMs = WATCH_EVERY_MS } = this.#options;
    const { held, signal } = work;
    await storer.drained();
    await slots.learn(work.assets.list());
    for (const part of parts) await part.prepare?.(work.assets);
    const last = await lastSequence(manager, held.partition);
    const first = work.storedUntil + 1;
    if (last < first) await this.#goLive(work);
    if (signal.aborted) return;
    // An ordered consumer is made anew from the last message that came, when one is missing or its server is gone.
    const consumer = await jetStream.consumers.get(POINT_STREAM, {
      filter_subjects: subjectOf(held.partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: first,
    });
    const messages = await consumer.consume({ max_messages: AHEAD, expires: ASKED_FOR_MS });
    const stop = () => void messages.close();
    const newest = () => lastSequence(manager, held.partition);
    const watch = new StreamWatch(first - 1, { newest, end: stop, everyMs, log });
    signal.addEventListener('abort', stop, { once: true });
    // It may have been taken while the consumer was made.
    if (signal.aborted) stop();
    try {
      for await (const message of messages) {
        if (signal.aborted) return;
        const { seq: sequence, info } = message;
        watch.came(sequence);
        const frame = { sequence, timeMs: info.timestampNanos / 1e6, pending: info.pending };
        await this.#take(work, decodeFrame(message.data), frame);
        if (!work.isLive && message.seq >= last) await this.#goLive(work);
        if (signal.aborted) return;
        watch.taken();
      }
    } finally {
      watch.close();
      signal.removeEventListener('abort', stop);
      await messages.close();
    }
    if (!signal.aborted) throw new Error(`the stream of points ${watch.isStill ? 'stood still' : 'ended'}`);
  }

  async #goLive(work: Work): Promise<void> {
    const { storer, parts, log } = this.#options;
    await storer.drained();
    work.hasBegun = true;
    for (const part of parts) {
      if (!work.signal.aborted) await part.begin?.(work.assets);
    }
    work.isLive = true;
    log.debug({ partition: work.held.partition, stored: work.storedUntil }, 'a partition is followed');
  }

  async #endParts(work: Work): Promise<void> {
    work.isLive = false;
    if (!work.hasBegun) return;
    work.hasBegun = false;
    for (const part of this.#options.parts) {
      try {
        await part.end?.(work.assets);
      } catch (error) {
        // What could not be written is found again by whoever begins with what is stored.
        this.#options.log.error({ err: error, partition: work.held.partition }, 'a partition did not end as it should');
      }
    }
  }

  /** All of a frame goes in at once: nothing that waits for what was put in can come between its messages. */
  async #take(work: Work, messages: readonly CarriedMessage[], frame: StreamFrame): Promise<void> {
    const { storer } = this.#options;
    await storer.room();
    let devices: (RegisteredDevice | undefined)[];
    do {
      devices = [];
      for (const message of messages) devices.push(await this.#deviceOf(work, message));
      if (work.signal.aborted) return;
    } while (devices.some((device) => device?.paused !== undefined));
    for (const [n, message] of messages.entries()) {
      const device = devices[n];
      if (device && !device.isRemoved) storer.put(device, message, frame, work);
    }
    storer.putUntil(frame, work);
  }

  async #deviceOf(work: Work, message: CarriedMessage): Promise<RegisteredDevice | undefined> {
    for (;;) {
      try {
        const found = this.#options.slots.of(message);
        const device = found instanceof Promise ? await found : found;
        if (device?.paused === undefined) return device;
        await device.paused;
      } catch (error) {
        // Records cannot be asked now; nothing of the stream is passed over for that.
        this.#options.log.warn({ err: error, assetId: message.assetId }, 'points wait for the records of their asset');
        await pause(RETRY_MS, work.signal);
        if (work.signal.aborted) return undefined;
      }
    }
  }

  async #noteAll(): Promise<void> {
    await Promise.all([...this.#works.values()].map((work) => this.#note(work)));
  }

  async #note(work: Work): Promise<void> {
    try {
      await work.held.advance(work.storedUntil);
    } catch (error) {
      if (error instanceof PartitionLostError) return;
      this.#options.log.warn({ err: error, partition: work.held.partition }, 'how far a partition is stored waits');
    }
  }
}
