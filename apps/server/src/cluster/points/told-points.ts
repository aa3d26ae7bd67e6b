import type { Subscription } from '@nats-io/transport-node';
import type { AssetId } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import { Commit, type CommittedMessage } from '#ingest/commit.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import { tellMessage } from '#ingest/tell-message.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { Succession } from '../connection/succession.ts';
import { addCarried } from './carried-commit.ts';
import type { CarriedSlots } from './carried-slots.ts';
import { type CarriedMessage, decodeFrame, encodeFrames } from './point-frame.ts';

export interface ToldPointsOptions {
  connection: ClusterConnection;
  /** Of this run of the node. */
  run: string;
  slots: CarriedSlots;
  /** Hear of what other nodes have stored. */
  feeds: readonly LiveFeed[];
  /** Takes over from the history what was not heard. */
  catchUp: () => Promise<void>;
  log: Log;
}

const SUBJECT = 'telltale.told.points';
const FRAME_BYTES = 400_000;
const BEAT_MS = 1_000;
const RETRY_MS = 1_000;
/** Number of the frame; length of the run's name. */
const LEAD_BYTES = 9;

/**
 * What one node has stored takes effect at every other, too: the owner of a partition tells of it over core NATS, once it is in
 * the history. Frames are numbered, and each node says once a second how many it has sent, so that whoever has missed
 * some takes over from the history what is newer there.
 */
export class ToldPoints {
  readonly #options: ToldPointsOptions;
  readonly #heard: Succession;
  #queue: CarriedMessage[] = [];
  #mustCatchUp = false;
  #number = 0;
  #running: Promise<void> | undefined;
  #subscription: Subscription | undefined;
  #beat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ToldPointsOptions) {
    this.#options = options;
    this.#heard = new Succession(options.run);
  }

  start(): void {
    const { connection, log } = this.#options;
    this.#subscription = connection.nats.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error) log.warn({ err: error }, 'values of other nodes cannot be heard');
        else this.#hear(message.data);
      },
    });
    this.#beat = setInterval(() => this.#send(), BEAT_MS).unref();
  }

  /** Tells the other nodes of what was stored here and took effect. */
  tell(commit: Commit, messages: readonly CommittedMessage[]): void {
    for (const frame of encodeFrames(commit, messages, FRAME_BYTES)) {
      this.#number++;
      this.#send(frame);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#subscription?.unsubscribe();
    await this.#running;
  }

  #send(frame: Uint8Array = new Uint8Array()): void {
    const { connection, run } = this.#options;
    const name = Buffer.from(run);
    const lead = Buffer.alloc(LEAD_BYTES);
    lead.writeDoubleLE(this.#number);
    lead[LEAD_BYTES - 1] = name.length;
    connection.nats.publish(SUBJECT, Buffer.concat([lead, name, frame]));
  }

  #hear(data: Uint8Array): void {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const from = LEAD_BYTES + (bytes[LEAD_BYTES - 1] ?? 0);
    const run = bytes.toString('utf8', LEAD_BYTES, from);
    const frame = bytes.subarray(from);
    const heard = this.#heard.hear(run, bytes.readDoubleLE(), frame.length > 0);
    if (heard === 'own') return;
    if (heard === 'gap') this.#mustCatchUp = true;
    if (frame.length > 0) this.#queue.push(...decodeFrame(frame));
    this.#wake();
  }

  #wake(): void {
    if (this.#isClosed || (this.#queue.length === 0 && !this.#mustCatchUp)) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (!this.#isClosed && (this.#queue.length > 0 || this.#mustCatchUp)) {
      const messages = this.#queue;
      this.#queue = [];
      for (const message of messages) await this.#take(message);
      if (!this.#mustCatchUp) continue;
      this.#mustCatchUp = false;
      try {
        await this.#options.catchUp();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'values that were not heard wait for the history');
        this.#mustCatchUp = true;
        break;
      }
    }
    if (!this.#mustCatchUp || this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#wake(), RETRY_MS).unref();
  }

  async #take(message: CarriedMessage): Promise<void> {
    const { slots, feeds, log } = this.#options;
    try {
      const found = slots.of(message);
      const device = found instanceof Promise ? await found : found;
      if (device === undefined || device.isRemoved) return;
      const commit = new Commit();
      const added = addCarried(commit, device, message, { isCalculated: false });
      const assetId: AssetId = device.assetId;
      const sinks = feeds.flatMap((feed) => feed.sinkFor(assetId) ?? []);
      tellMessage(commit, added, sinks);
    } catch (error) {
      // It is in the history, which is asked instead.
      log.warn({ err: error, assetId: message.assetId }, 'a value of another node did not take effect here');
      this.#mustCatchUp = true;
    }
  }
}
