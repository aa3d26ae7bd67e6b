import { DeliverPolicy, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { AssetId } from '@telltale/contract';
import type { Historian, SeriesKey } from '@telltale/historian';
import type { Log } from '#config/log.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { pause } from '#pause.ts';
import type { HeldPartition } from '../partitions/held-partition.ts';
import { PartitionLostError } from '../partitions/held-partition.ts';
import type { PartitionHost } from '../partitions/partition-ownership.ts';
import type { CarriedSlots } from './carried-slots.ts';
import { GatheredHistory } from './gathered-history.ts';
import { HistoryAtPlace } from './history-at-place.ts';
import type { PartitionAssets, PartitionPart } from './partition-part.ts';
import { PartitionTask } from './partition-task.ts';
import { type CarriedMessage, decodeFrame } from './point-frame.ts';
import { BEHIND_FROM_MS, type StreamFrame } from './point-lag.ts';
import type { PointStorer } from './point-storer.ts';
import { lastSequence, POINT_STREAM, sequenceBefore, subjectOf } from './point-stream.ts';
import { PointsBehind } from './points-behind.ts';
import { StreamWatch } from './stream-watch.ts';

export interface PartitionWorkOptions {
  jetStream: JetStreamClient;
  manager: JetStreamManager;
  storer: PointStorer;
  slots: CarriedSlots;
  /** Assets that are known here. */
  assets: () => Iterable<AssetId>;
  historian: Pick<Historian, 'readSeries' | 'readMany' | 'stateAt'>;
  isCalculated: (key: SeriesKey) => boolean;
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

/**
 * Points of a partition that may be in the history behind the place at which it is begun: far more than one node has on the
 * way at once. What stands further behind is not stored.
 */
const MAY_BE_STORED = 250_000;
/** What a device sends once more it has mostly sent not longer ago. */
const SENT_AGAIN_MS = 15_000;

interface Read {
  readonly messages: readonly CarriedMessage[];
  readonly frame: StreamFrame;
}

/**
 * Works for the partitions that a node has. Whoever takes one goes on where its owner was: everything is as it was when
 * the stream had come to that place, and what stands behind it is stored and told, as if it came now (decision 0471).
 */
export class PartitionWork implements PartitionHost {
  readonly #options: PartitionWorkOptions;
  readonly #history: GatheredHistory;
  readonly #works = new Map<HeldPartition, PartitionTask>();
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();

  constructor(options: PartitionWorkOptions) {
    this.#options = options;
    this.#history = new GatheredHistory(options.historian);
  }

  /** Partitions that are followed, with everything before it stored. */
  get liveCount(): number {
    let count = 0;
    for (const { isLive } of this.#works.values()) if (isLive) count++;
    return count;
  }

  /** Since when a partition is to be followed, and is not: what it is sent waits; undefined: none is for so long. */
  get behindSinceMs(): number | undefined {
    const late = [...this.#works.values()].filter(
      (work) => !work.isLive && Date.now() - work.sinceMs >= BEHIND_FROM_MS,
    );
    return late.length === 0 ? undefined : Math.min(...late.map(({ sinceMs }) => sinceMs));
  }

  /** Of a partition that is followed; undefined: it is not. */
  storedUntil(partition: number): number | undefined {
    for (const { held, isLive, storedUntil } of this.#works.values()) {
      if (isLive && held.partition === partition) return storedUntil;
    }
    return undefined;
  }

  /** How far each partition is stored that is worked for, live or not. */
  *progress(): Iterable<{ partition: number; storedUntil: number }> {
    for (const { held, storedUntil } of this.#works.values()) yield { partition: held.partition, storedUntil };
  }

  /** How far each partition is told that was begun here: all that hear of it have heard exactly that. */
  *told(): Iterable<{ assets: PartitionAssets; sequence: number }> {
    for (const { assets, hasBegun, toldUntil } of this.#works.values()) {
      if (hasBegun) yield { assets, sequence: toldUntil };
    }
  }

  begin(held: HeldPartition): void {
    const work = new PartitionTask(held, this.#options.assets, this.#options.parts);
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
    // What is left may yet be written: the others wait until this run can write nothing any more.
    if (work.hasBegun) throw new Error(`not all of partition ${held.partition} was written`);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #run(work: PartitionTask): Promise<void> {
    const { partition } = work.held;
    while (!work.signal.aborted) {
      try {
        await this.#follow(work);
      } catch (error) {
        if (work.signal.aborted) return;
        this.#options.log.error({ err: error, partition }, 'a partition is begun again');
        // What is told until then is evaluated.
        await this.#options.storer.drained();
        await this.#endParts(work);
        await pause(RETRY_MS, work.signal);
      }
    }
  }

  async #follow(work: PartitionTask): Promise<void> {
    const { jetStream, manager, slots, storer, log, watchEveryMs: everyMs = WATCH_EVERY_MS } = this.#options;
    const { held, signal } = work;
    await storer.drained();
    await slots.learn(work.assets.list());
    work.beginAt(await this.#placeOf(work));
    const last = await lastSequence(manager, held.partition);
    const place = work.storedUntil;
    const behind = new PointsBehind(this.#options.isCalculated);
    let ahead: Read[] | undefined = [];
    if (last <= place) {
      ahead = await this.#beginWith(work, behind, []);
      await this.#goLive(work);
    }
    if (signal.aborted) return;
    // An ordered consumer is made anew from the last message that came, when one is missing or its server is gone.
    const consumer = await jetStream.consumers.get(POINT_STREAM, {
      filter_subjects: subjectOf(held.partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: ahead ? await sequenceBefore(manager, place, SENT_AGAIN_MS) : place + 1,
    });
    const messages = await consumer.consume({ max_messages: AHEAD, expires: ASKED_FOR_MS });
    const stop = () => void messages.close();
    const newest = () => lastSequence(manager, held.partition);
    const watch = new StreamWatch(place, { newest, end: stop, everyMs, log });
    signal.addEventListener('abort', stop, { once: true });
    // It may have been taken while the consumer was made.
    if (signal.aborted) stop();
    try {
      for await (const message of messages) {
        if (signal.aborted) return;
        const { seq: sequence, info } = message;
        watch.came(sequence);
        const frame = { sequence, timeMs: info.timestampNanos / 1e6, pending: info.pending };
        const read = () => decodeFrame(message.data);
        if (sequence <= place) {
          if (ahead) behind.addBefore(read);
        } else if (ahead) {
          const one = { messages: read(), frame };
          ahead.push(one);
          behind.add(one.messages);
          const isFar = behind.count >= MAY_BE_STORED && sequence > held.stored;
          if (sequence >= last || isFar) ahead = await this.#beginWith(work, behind, ahead);
        } else await this.#take(work, { messages: read(), frame });
        if (!ahead && !work.isLive && sequence >= last) await this.#goLive(work);
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

  /** Where it is begun: what is told behind that, nobody has evaluated for good. */
  async #placeOf({ held, assets }: PartitionTask): Promise<number> {
    const seen = await Promise.all(this.#options.parts.map((part) => part.seen?.(assets.partition)));
    const known = seen.filter((one) => one !== undefined);
    return known.length === 0 ? held.stored : Math.min(...known);
  }

  /** Begins as it was before what was read ahead, and takes that. */
  async #beginWith(work: PartitionTask, behind: PointsBehind, ahead: readonly Read[]): Promise<undefined> {
    const past = new HistoryAtPlace(this.#history, behind);
    for (const part of this.#options.parts) await part.prepare?.(work.assets, past);
    work.hasBegun = true;
    for (const part of this.#options.parts) {
      if (!work.signal.aborted) await part.begin?.(work.assets, past);
    }
    for (const read of ahead) {
      if (!work.signal.aborted) await this.#take(work, read);
    }
  }

  async #goLive(work: PartitionTask): Promise<void> {
    const { storer, parts, log } = this.#options;
    await storer.drained();
    for (const part of parts) {
      if (!work.signal.aborted) await part.follow?.(work.assets);
    }
    work.isLive = true;
    log.debug({ partition: work.held.partition, stored: work.storedUntil }, 'a partition is followed');
  }

  async #endParts(work: PartitionTask): Promise<void> {
    work.isLive = false;
    if (!work.hasBegun) return;
    let isLeft = false;
    for (const part of this.#options.parts) {
      try {
        await part.end?.(work.assets);
      } catch (error) {
        // What could not be written is evaluated again by whoever begins at the place before it.
        this.#options.log.error({ err: error, partition: work.held.partition }, 'a partition did not end as it should');
        isLeft = true;
      }
    }
    work.hasBegun = isLeft;
  }

  /** All of a frame goes in at once: nothing that waits for what was put in can come between its messages. */
  async #take(work: PartitionTask, { messages, frame }: Read): Promise<void> {
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

  async #deviceOf(work: PartitionTask, message: CarriedMessage): Promise<RegisteredDevice | undefined> {
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

  async #note(work: PartitionTask): Promise<void> {
    try {
      await work.held.advance(work.storedUntil);
    } catch (error) {
      if (error instanceof PartitionLostError) return;
      this.#options.log.warn({ err: error, partition: work.held.partition }, 'how far a partition is stored waits');
    }
  }
}
