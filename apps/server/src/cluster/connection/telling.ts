import type { Subscription } from '@nats-io/transport-node';
import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';
import type { ClusterConnection } from './cluster-connection.ts';
import { Succession } from './succession.ts';

export interface TellingOptions {
  connection: ClusterConnection;
  subject: string;
  /** Of this run of the node. */
  run: string;
  /** What another node has told; one after the other, in the order of each node. What it throws is logged, and caught up with. */
  take: (payload: Uint8Array, run: string) => void | Promise<void>;
  /** Makes good what was not heard. */
  catchUp: () => Promise<void>;
  log: Log;
  /** So often the last number is repeated, ms. */
  beatMs?: number;
}

interface Heard {
  readonly run: string;
  readonly payload: Uint8Array;
}

const BEAT_MS = 1_000;
const RETRY_MS = 1_000;
/** Number; length of the run's name. */
const LEAD_BYTES = 9;
const NOTHING = new Uint8Array();

/**
 * What nodes tell all others over core NATS, which may lose it. What a node tells is numbered, and it says once a second how far it
 * is, so that whoever has missed something makes it good from where it is kept.
 */
export class Telling {
  readonly #options: TellingOptions;
  readonly #heard: Succession;
  readonly #closing = new AbortController();
  #queue: Heard[] = [];
  #mustCatchUp = false;
  #number = 0;
  #running: Promise<void> | undefined;
  #subscription: Subscription | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(options: TellingOptions) {
    this.#options = options;
    this.#heard = new Succession(options.run);
  }

  start(): void {
    const { connection, subject, log, beatMs = BEAT_MS } = this.#options;
    this.#subscription = connection.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) log.warn({ err: error, subject }, 'what other nodes tell cannot be heard');
        else this.#hear(message.data);
      },
    });
    this.#beat = setInterval(() => this.#send(NOTHING), beatMs).unref();
  }

  /** @param payload at least one byte */
  tell(payload: Uint8Array): void {
    this.#number++;
    this.#send(payload);
  }

  /** Resolves when everything that has come so far was taken. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#beat);
    this.#subscription?.unsubscribe();
    await this.#running;
  }

  #send(payload: Uint8Array): void {
    const { connection, run, subject } = this.#options;
    if (connection.nats.isClosed()) return;
    const name = Buffer.from(run);
    const lead = Buffer.alloc(LEAD_BYTES);
    lead.writeDoubleLE(this.#number);
    lead[LEAD_BYTES - 1] = name.length;
    connection.nats.publish(subject, Buffer.concat([lead, name, payload]));
  }

  #hear(data: Uint8Array): void {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const from = LEAD_BYTES + (bytes[LEAD_BYTES - 1] ?? 0);
    const run = bytes.toString('utf8', LEAD_BYTES, from);
    const payload = bytes.subarray(from);
    const heard = this.#heard.hear(run, bytes.readDoubleLE(), payload.length > 0);
    if (heard === 'own') return;
    if (heard === 'gap') this.#mustCatchUp = true;
    if (payload.length > 0) this.#queue.push({ run, payload });
    if (this.#queue.length === 0 && !this.#mustCatchUp) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    const { log, subject, take, catchUp } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted && (this.#queue.length > 0 || this.#mustCatchUp)) {
      for (const { payload, run } of this.#queue.splice(0)) {
        try {
          await take(payload, run);
        } catch (error) {
          log.warn({ err: error, subject }, 'what another node told did not take effect here');
          this.#mustCatchUp = true;
        }
      }
      if (!this.#mustCatchUp || signal.aborted) continue;
      this.#mustCatchUp = false;
      try {
        await catchUp();
      } catch (error) {
        log.warn({ err: error, subject }, 'what other nodes told and was not heard is not made good yet');
        this.#mustCatchUp = true;
        await pause(RETRY_MS, signal);
      }
    }
  }
}
