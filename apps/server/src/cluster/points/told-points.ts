import type { Log } from '#config/log.ts';
import { Commit, type CommittedMessage } from '#ingest/commit.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import { tellMessage } from '#ingest/tell-message.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { Telling } from '../connection/telling.ts';
import { addCarried } from './carried-commit.ts';
import type { CarriedSlots } from './carried-slots.ts';
import { decodeFrame, encodeFrames } from './point-frame.ts';

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

const FRAME_BYTES = 400_000;

/** What one node has stored takes effect at every other, too: the owner of a partition tells of it, once it is in the history. */
export class ToldPoints {
  readonly #options: ToldPointsOptions;
  readonly #telling: Telling;

  constructor(options: ToldPointsOptions) {
    const { connection, run, catchUp, log } = options;
    this.#options = options;
    const take = (frame: Uint8Array) => this.#take(frame);
    this.#telling = new Telling({ connection, subject: 'telltale.told.points', run, take, catchUp, log });
  }

  start(): void {
    this.#telling.start();
  }

  /** Tells the other nodes of what was stored here and took effect. */
  tell(commit: Commit, messages: readonly CommittedMessage[]): void {
    for (const frame of encodeFrames(commit, messages, FRAME_BYTES)) this.#telling.tell(frame);
  }

  /** Resolves when all that was heard so far has taken effect. */
  settled(): Promise<void> {
    return this.#telling.settled();
  }

  close(): Promise<void> {
    return this.#telling.close();
  }

  async #take(frame: Uint8Array): Promise<void> {
    const { slots, feeds } = this.#options;
    const commit = new Commit();
    for (const message of decodeFrame(frame)) {
      const found = slots.of(message);
      const device = found instanceof Promise ? await found : found;
      if (device === undefined || device.isRemoved) continue;
      const added = addCarried(commit, device, message, { isCalculated: false });
      const sinks = feeds.flatMap((feed) => feed.sinkFor(device.assetId) ?? []);
      tellMessage(commit, added, sinks);
    }
  }
}
