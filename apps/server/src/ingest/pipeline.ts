import { Commit, type CommitSink, type CommittedMessage, type TransientPoint } from './commit.ts';
import { CommitStore } from './commit-store.ts';
import { excerptOf, type IncomingPoint, type SetAside } from './incoming.ts';
import { ItemRegistrar, MAX_ITEMS_PER_ASSET } from './item-registrar.ts';
import type { AcceptOptions, PipelineParts } from './pipeline-parts.ts';
import type { DeviceRef, RegisteredDevice } from './registered-device.ts';
import { scaledPoint } from './slot-scaling.ts';
import { tellMessage } from './tell-message.ts';
import { arrivalTime, freeTime } from './time/arrival-time.ts';
import { looksLikeSeconds, reasonAgainstTime } from './time/time-rules.ts';

/** A message on its way into a commit. */
interface Message {
  readonly device: RegisteredDevice;
  readonly options: AcceptOptions;
  readonly receivedMs: number;
  /** For the points that came without a time. */
  readonly arrivalMs: number;
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

const CALCULATED_HERE = 'the portal calculates this data item itself';

const WEIGHT_OF_LAST_COMMIT = 1 / 8;

/** A series has one point a millisecond; what has no time of its own finds none that is free for ten minutes. */
const TOO_MANY_AT_ONCE = 'more values without a time than a series has milliseconds';

/** A disk that fails during the stop is not waited for longer than this. */
const CLOSE_PATIENCE_MS = 3_000;

/**
 * The one way in for measured values: quality and time rules → data items → history on disk → current values → live
 * feed, in this order. Messages of all devices that come in while the disk is busy go down together (group commit).
 */
export class IngestPipeline {
  readonly #parts: PipelineParts;
  readonly #sink: CommitSink;
  /** What is calculated and shown of it is another part's matter. */
  readonly #isCarried: boolean;
  readonly #roomWaiters: (() => void)[] = [];
  readonly #hinted = new WeakSet<RegisteredDevice>();
  #open = new Commit();
  /** The one on its way to the disk. */
  #storing: Commit | undefined;
  #running: Promise<void> | undefined;
  #inFlight = 0;
  #commitMs = 0;
  #isClosed = false;
  #stored = 0;
  #late = 0;
  #refused = 0;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#isCarried = parts.sink !== undefined;
    this.#sink =
      parts.sink ??
      new CommitStore(parts.historian, parts.reserve, parts.log, (commit, message, error) =>
        this.quarantineRefused(commit, message, error),
      );
  }

  /** Why nothing can be stored now, or undefined; /api/health shows it. */
  get fault(): string | undefined {
    return this.#sink.fault ?? this.#parts.registrar.fault;
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
    if (this.isFull || this.#isClosed || device === undefined || device.isRemoved || device.paused !== undefined) {
      return this.#acceptLater(ref, points, options);
    }
    if (options.isContact !== false) this.#parts.connections.contact(device.assetId);
    const receivedMs = this.#parts.clock.now();
    const arrivalMs = points.some(hasNoTime) ? arrivalTime(device, points, receivedMs, this.#parts.ticks) : receivedMs;
    const message: Message = { device, options, receivedMs, arrivalMs };
    const unknown: IncomingPoint[] = [];
    // Not awaited in here: while a message waits for the disk, nothing but its place in the commit is held of it.
    const known = this.#take(message, points, unknown);
    if (unknown.length === 0) return known ?? Promise.resolve();
    return this.#acceptUnknown(message, unknown).then(() => known);
  }

  async #acceptLater(ref: DeviceRef, points: readonly IncomingPoint[], options: AcceptOptions): Promise<void> {
    await this.room();
    if (this.#isClosed) throw new Error('the portal is closing');
    const device = await this.#parts.registry.get(ref.assetId);
    if (device === undefined || device.isRemoved) throw new DeviceGoneError();
    await device.paused;
    await this.accept(device, points, options);
  }

  async #acceptUnknown(message: Message, points: readonly IncomingPoint[]): Promise<void> {
    const { device } = message;
    await this.#parts.registrar.ensure(device, [...new Set(points.map((point) => point.label))]);
    while (device.paused !== undefined) await device.paused;
    if (device.isRemoved) throw new DeviceGoneError();
    const refused: IncomingPoint[] = [];
    const added = this.#take(message, points, refused);
    if (refused.length > 0) this.#refuse(message, refused);
    await added;
  }

  /** Resolves when all that was taken in so far is stored and told of, or refused. */
  async drained(): Promise<void> {
    const waiting = this.#open.messages.length > 0 ? this.#open : this.#storing;
    await waiting?.done.catch(() => undefined);
  }

  /** Writes out what came in; what cannot be written now is not acknowledged. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.registrar.close();
    const patience = setTimeout(() => this.#sink.close(), this.#sink.fault === undefined ? CLOSE_PATIENCE_MS : 0);
    await this.#running;
    clearTimeout(patience);
  }

  /** Puts the points whose labels are known into the open commit, and the others into `unknown`. */
  #take(message: Message, points: readonly IncomingPoint[], unknown: IncomingPoint[]): Promise<void> | undefined {
    const commit = this.#open;
    const { device, receivedMs } = message;
    const from = commit.slots.length;
    let historical: Set<number> | undefined;
    let transient: TransientPoint[] | undefined;
    let { arrivalMs } = message;
    for (const point of points) {
      const slot = device.slotOf(point.label);
      if (slot === undefined) {
        // What cannot be stored makes no data item.
        if (this.#isTimely(message, point, point.timeMs ?? arrivalMs)) unknown.push(point);
        continue;
      }
      if (slot.isCalculated) {
        this.#setAsideCalculated(message, point);
        continue;
      }
      // The same label again in one message is the next moment, and so is all that follows it.
      if (point.timeMs === undefined) arrivalMs = freeTime(slot, arrivalMs, receivedMs, this.#parts.ticks);
      const timeMs = point.timeMs ?? arrivalMs;
      if (!this.#isTimely(message, point, timeMs)) continue;
      // What is imported is in its unit already.
      const value = message.options.isContact === false ? point.value : scaledPoint(slot, point, timeMs);
      slot.newestMs = point.timeMs === undefined ? timeMs : Math.max(slot.newestMs, timeMs);
      if (point.keeping === 'transient') {
        transient ??= [];
        transient.push({ slot, timeMs, value, quality: point.quality });
        continue;
      }
      if (point.keeping === 'historical') historical = (historical ?? new Set()).add(commit.slots.length);
      commit.add(slot, timeMs, value, point.quality);
    }
    message.options.report?.took(commit.slots.length - from + (transient?.length ?? 0));
    if (!this.#isCarried) device.calculations?.take(commit, from, historical, receivedMs);
    const to = commit.slots.length;
    if (arrivalMs > device.arrivalMs) device.arrivalMs = arrivalMs;
    if (to === from && transient === undefined) return undefined;
    const received = message.options.origin && { ...message.options.origin, receivedMs };
    const taken = { device, from, to, historical, transient, receivedMs, received };
    if (to === from && !this.#isCarried) {
      // Nothing of it goes to disk: it is shown at once.
      this.#tell(commit, taken);
      return undefined;
    }
    commit.messages.push(taken);
    this.#inFlight += to - from;
    this.#running ??= this.#run();
    return commit.done;
  }

  #isTimely(message: Message, point: IncomingPoint, timeMs: number): boolean {
    const { device, receivedMs } = message;
    const reason = reasonAgainstTime(timeMs, receivedMs);
    if (reason !== undefined) {
      const isOwn = point.timeMs !== undefined;
      const excerpt = excerptOf(point.value);
      const thing = { reason: isOwn ? reason : TOO_MANY_AT_ONCE, label: point.label, timeMs, excerpt };
      this.#setAside(message, [thing]);
      return false;
    }
    if (looksLikeSeconds(timeMs) && !this.#hinted.has(device)) {
      this.#hinted.add(device);
      const details = { assetId: device.assetId, device: device.serialNumber, timeMs };
      this.#parts.log.warn(details, 'times of this device read as January 1970: are they in seconds?');
    }
    return true;
  }

  async #run(): Promise<void> {
    // What comes in during this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#open.messages.length > 0) {
      const commit = this.#open;
      this.#open = new Commit();
      this.#storing = commit;
      const beganMs = performance.now();
      try {
        const stored = await this.#sink.store(commit);
        this.#commitMs += (performance.now() - beganMs - this.#commitMs) * WEIGHT_OF_LAST_COMMIT;
        for (const message of stored) {
          this.#stored += message.to - message.from;
          this.#tell(commit, message);
        }
        commit.resolve();
      } catch (error) {
        commit.reject(error instanceof Error ? error : new Error(String(error)));
      }
      this.#inFlight -= commit.slots.length;
      if (!this.isFull) for (const resolve of this.#roomWaiters.splice(0)) resolve();
    }
    this.#running = undefined;
    this.#storing = undefined;
  }

  #tell(commit: Commit, message: CommittedMessage): void {
    const sinks = this.#parts.feeds.flatMap((feed) => feed.sinkFor(message.device.assetId) ?? []);
    this.#late += tellMessage(commit, message, sinks);
  }

  #refuse(message: Message, points: readonly IncomingPoint[]): void {
    this.#refused += points.length;
    message.device.refusedPoints += points.length;
    const limit = `the asset has ${MAX_ITEMS_PER_ASSET} data items already`;
    this.#setAside(
      message,
      points.map(({ label, timeMs, value }) => ({
        reason: ItemRegistrar.reasonAgainst(label) ?? limit,
        label,
        timeMs: timeMs ?? null,
        excerpt: excerptOf(value),
      })),
    );
  }

  /** Sets a message aside that the history will never take. */
  quarantineRefused(commit: Commit, message: CommittedMessage, error: unknown): void {
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
    this.#parts.quarantine.add({ assetId: message.device.assetId }, message.device.serialNumber, refused);
  }

  #setAsideCalculated(message: Message, { label, timeMs, value }: IncomingPoint): void {
    const thing = { reason: CALCULATED_HERE, label, timeMs: timeMs ?? null, excerpt: excerptOf(value) };
    this.#setAside(message, [thing]);
  }

  #setAside({ device, options }: Message, things: readonly SetAside[]): void {
    options.report?.setAside(things);
    this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, things);
  }
}

function hasNoTime(point: IncomingPoint): boolean {
  return point.timeMs === undefined;
}
