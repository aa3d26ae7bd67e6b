import type { Historian } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { Commit, type CommittedMessage } from './commit.ts';
import { CommitStore } from './commit-store.ts';
import type { Connections } from './connections.ts';
import type { DataItemSlot } from './data-item-slot.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { excerptOf, type IncomingPoint, type SetAside } from './incoming.ts';
import { ItemRegistrar, MAX_ITEMS_PER_ASSET } from './item-registrar.ts';
import type { LiveFeed } from './live-feed.ts';
import type { Quarantine } from './quarantine.ts';
import type { DeviceRef, RegisteredDevice } from './registered-device.ts';
import { isCurrent, looksLikeSeconds, reasonAgainstTime } from './time-rules.ts';

export interface AcceptOptions {
  /** Stored, never current, even when newer (Sparkplug is_historical, an import). */
  isHistorical?: boolean;
  /** Shown as current, not stored (Sparkplug is_transient). */
  isTransient?: boolean;
  /** False: not a sign of life of the device (an import). */
  isContact?: boolean;
}

export interface PipelineParts {
  historian: Historian;
  /** Says when the disk has no room for more history. */
  reserve: { readonly fault: string | undefined };
  registry: DeviceRegistry;
  registrar: ItemRegistrar;
  connections: Connections;
  quarantine: Quarantine;
  feeds: readonly LiveFeed[];
  clock: Clock;
  log: Log;
}

/** The device was deleted while its message was under way: nothing is stored, so nothing may be acknowledged. */
export class DeviceGoneError extends Error {
  constructor() {
    super('the asset was deleted');
    this.name = 'DeviceGoneError';
  }
}

/** Points that wait for the disk; above it nothing more is taken in until some are written. */
const MAX_POINTS_IN_FLIGHT = 100_000;

const WEIGHT_OF_LAST_COMMIT = 1 / 8;

/** A disk that fails during the stop is not waited for longer than this. */
const CLOSE_PATIENCE_MS = 3_000;

/**
 * The one way in for measured values: quality and time rules → data items → history on disk → current values → live
 * feed, in this order. Messages of all devices that come in while the disk is busy go down together (group commit).
 */
export class IngestPipeline {
  readonly #parts: PipelineParts;
  readonly #store: CommitStore;
  readonly #roomWaiters: (() => void)[] = [];
  readonly #hinted = new WeakSet<RegisteredDevice>();
  #open = new Commit();
  #running: Promise<void> | undefined;
  #inFlight = 0;
  #commitMs = 0;
  #isClosed = false;
  #stored = 0;
  #late = 0;
  #refused = 0;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#store = new CommitStore(parts.historian, parts.reserve, parts.log, (commit, message, error) =>
      this.#quarantineRefused(commit, message, error),
    );
  }

  /** Why nothing can be stored now, or undefined; /api/health shows it. */
  get fault(): string | undefined {
    return this.#store.fault ?? this.#parts.registrar.fault;
  }

  /** True: what comes in now must wait before it is even read. */
  get isFull(): boolean {
    return this.#inFlight >= MAX_POINTS_IN_FLIGHT;
  }

  /** How long commits take, ms: a mean in which the last ones weigh most. */
  get commitMs(): number {
    return this.#commitMs;
  }

  stats() {
    return { stored: this.#stored, late: this.#late, refused: this.#refused, inFlight: this.#inFlight };
  }

  /** Resolves when points can be taken in again. */
  async room(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  /**
   * Takes in the points of one message of a device. Resolves once they are on disk; points that cannot be stored are
   * set aside with their reason and do not count.
   * @throws {DeviceGoneError} when the asset was deleted
   */
  accept(ref: DeviceRef, points: readonly IncomingPoint[], options: AcceptOptions = {}): Promise<void> {
    const device = this.#parts.registry.find(ref.assetId);
    if (this.isFull || this.#isClosed || device === undefined || device.isRemoved) {
      return this.#acceptLater(ref, points, options);
    }
    if (options.isContact !== false) this.#parts.connections.contact(device.assetId);
    const receivedMs = this.#parts.clock.now();
    const unknown: IncomingPoint[] = [];
    // Not awaited in here: while a message waits for the disk, nothing but its place in the commit is held of it.
    const known = this.#take(device, points, options, receivedMs, unknown);
    if (unknown.length === 0) return known ?? Promise.resolve();
    return this.#acceptUnknown(device, unknown, options, receivedMs).then(() => known);
  }

  async #acceptLater(ref: DeviceRef, points: readonly IncomingPoint[], options: AcceptOptions): Promise<void> {
    await this.room();
    if (this.#isClosed) throw new Error('the portal is closing');
    const device = await this.#parts.registry.get(ref.assetId);
    if (device === undefined || device.isRemoved) throw new DeviceGoneError();
    await this.accept(device, points, options);
  }

  async #acceptUnknown(
    device: RegisteredDevice,
    points: readonly IncomingPoint[],
    options: AcceptOptions,
    receivedMs: number,
  ): Promise<void> {
    await this.#parts.registrar.ensure(device, [...new Set(points.map((point) => point.label))]);
    if (device.isRemoved) throw new DeviceGoneError();
    const refused: IncomingPoint[] = [];
    const added = this.#take(device, points, options, receivedMs, refused);
    if (refused.length > 0) this.#refuse(device, refused);
    await added;
  }

  /** Writes out what came in; what cannot be written now is not acknowledged. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.registrar.close();
    const patience = setTimeout(() => this.#store.close(), this.#store.fault === undefined ? CLOSE_PATIENCE_MS : 0);
    await this.#running;
    clearTimeout(patience);
  }

  /** Puts the points whose labels are known into the open commit, and the others into `unknown`. */
  #take(
    device: RegisteredDevice,
    points: readonly IncomingPoint[],
    options: AcceptOptions,
    receivedMs: number,
    unknown: IncomingPoint[],
  ): Promise<void> | undefined {
    const commit = this.#open;
    const from = commit.slots.length;
    for (const point of points) {
      const slot = device.slotSpelt(point.label);
      if (slot === undefined) {
        unknown.push(point);
        continue;
      }
      const timeMs = point.timeMs ?? receivedMs;
      if (point.timeMs !== undefined && !this.#isTimely(device, point, receivedMs)) continue;
      if (options.isTransient) this.#show(slot, timeMs, point, receivedMs);
      else commit.add(slot, timeMs, point.value, point.quality);
    }
    const to = commit.slots.length;
    if (to === from) return undefined;
    commit.messages.push({ device, from, to, isHistorical: options.isHistorical === true, receivedMs });
    this.#inFlight += to - from;
    this.#running ??= this.#run();
    return commit.done;
  }

  #isTimely(device: RegisteredDevice, point: IncomingPoint, receivedMs: number): boolean {
    const timeMs = point.timeMs ?? receivedMs;
    const reason = reasonAgainstTime(timeMs, receivedMs);
    if (reason !== undefined) {
      this.#setAside(device, [{ reason, label: point.label, timeMs, excerpt: excerptOf(point.value) }]);
      return false;
    }
    if (looksLikeSeconds(timeMs) && !this.#hinted.has(device)) {
      this.#hinted.add(device);
      const details = { assetId: device.assetId, device: device.serialNumber, timeMs };
      this.#parts.log.warn(details, 'times of this device read as January 1970: are they in seconds?');
    }
    return true;
  }

  #show(slot: DataItemSlot, timeMs: number, point: IncomingPoint, receivedMs: number): void {
    if (!isCurrent(timeMs, slot.timeMs, receivedMs)) return;
    slot.set(timeMs, point.value, point.quality);
    for (const feed of this.#parts.feeds) feed.sinkFor(slot.assetId)?.current(slot);
  }

  async #run(): Promise<void> {
    // What comes in during this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#open.messages.length > 0) {
      const commit = this.#open;
      this.#open = new Commit();
      const beganMs = performance.now();
      try {
        const stored = await this.#store.store(commit);
        this.#commitMs += (performance.now() - beganMs - this.#commitMs) * WEIGHT_OF_LAST_COMMIT;
        for (const message of stored) this.#publish(commit, message);
        commit.resolve();
      } catch (error) {
        commit.reject(error instanceof Error ? error : new Error(String(error)));
      }
      this.#inFlight -= commit.slots.length;
      if (!this.isFull) for (const resolve of this.#roomWaiters.splice(0)) resolve();
    }
    this.#running = undefined;
  }

  #publish(commit: Commit, message: CommittedMessage): void {
    const { batch } = commit;
    const { timesMs, qualities } = batch;
    const sinks = this.#parts.feeds.flatMap((feed) => feed.sinkFor(message.device.assetId) ?? []);
    this.#stored += message.to - message.from;
    for (let i = message.from; i < message.to; i++) {
      const slot = commit.slots[i] as DataItemSlot;
      const timeMs = timesMs[i] as number;
      if (!message.isHistorical && isCurrent(timeMs, slot.timeMs, message.receivedMs)) {
        slot.set(timeMs, batch.valueAt(i), qualities[i] as number);
        for (const sink of sinks) sink.current(slot);
      } else {
        this.#late++;
        for (const sink of sinks) sink.late(slot, timeMs);
      }
    }
  }

  #refuse(device: RegisteredDevice, points: readonly IncomingPoint[]): void {
    this.#refused += points.length;
    device.refusedPoints += points.length;
    const limit = `the asset has ${MAX_ITEMS_PER_ASSET} data items already`;
    this.#setAside(
      device,
      points.map(({ label, timeMs, value }) => ({
        reason: ItemRegistrar.reasonAgainst(label) ?? limit,
        label,
        timeMs: timeMs ?? null,
        excerpt: excerptOf(value),
      })),
    );
  }

  #quarantineRefused(commit: Commit, message: CommittedMessage, error: unknown): void {
    this.#parts.log.error({ err: error, assetId: message.device.assetId }, 'the history refused a message');
    const { batch } = commit;
    const refused: SetAside[] = [];
    for (let i = message.from; i < message.to; i++) {
      refused.push({
        reason: 'the history refused it',
        label: commit.slots[i]?.label ?? null,
        timeMs: batch.timesMs[i] ?? null,
        excerpt: excerptOf(batch.valueAt(i)),
      });
    }
    this.#setAside(message.device, refused);
  }

  #setAside(device: RegisteredDevice, things: readonly SetAside[]): void {
    this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, things);
  }
}
