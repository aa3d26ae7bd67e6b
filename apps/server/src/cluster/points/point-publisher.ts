import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import type { Log } from '#config/log.ts';
import type { Commit, CommitSink, CommittedMessage } from '#ingest/commit.ts';
import { pause } from '#pause.ts';
import { partitionOf } from '../partitions/partition-of.ts';
import { encodeFrames } from './point-frame.ts';
import { subjectOf } from './point-stream.ts';

export interface PointPublisherOptions {
  jetStream: JetStreamClient;
  /** Of this run of the node: with a number behind it, it names a frame that is sent again. */
  run: string;
  log: Log;
  /** A frame is not longer than about this; NATS refuses messages of more than a megabyte unless told otherwise. */
  frameBytes?: number;
  /** Waited for before a frame counts as kept. */
  onKept?: OnKept | undefined;
}

/** @param sequence of the frame in the stream of the partitions */
export type OnKept = (partition: number, sequence: number) => Promise<void>;

const FRAME_BYTES = 400_000;
const RETRY_MS = 500;
/** So often a frame is asked for under its id that JetStream knows and has no place for. */
const MOST_UNPLACED = 4;
const NO_ROOM_CODES: ReadonlySet<number> = new Set([
  10_023, // insufficient resources
  10_047, // resources of the server are used up
  10_077, // the stream has its most bytes
  10_028, // the account has its most bytes
  10_002, // the account's resources are used up
]);
/** JetStream says so while it has no room on the disk. */
const NO_ROOM_TEXT = /no space|insufficient|maximum bytes|resource limits/i;

/**
 * Puts commits into the streams of their partitions. A commit is kept once JetStream has all of it on a majority of its
 * servers; until then it is sent again, under the same ids, and nothing is acknowledged.
 */
export class PointPublisher implements CommitSink {
  readonly #options: PointPublisherOptions;
  readonly #closing = new AbortController();
  #number = 0;
  #fault: string | undefined;

  constructor(options: PointPublisherOptions) {
    this.#options = options;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  close(): void {
    this.#closing.abort();
  }

  /** What is in the stream takes effect where its partition is owned. */
  async store(commit: Commit): Promise<readonly CommittedMessage[]> {
    const byPartition = Map.groupBy(commit.messages, ({ device }) => partitionOf(device.assetId));
    const { frameBytes = FRAME_BYTES } = this.#options;
    const sending = [...byPartition].map(async ([partition, messages]) => {
      // One after the other: they are to stand in the stream as they came.
      for (const frame of encodeFrames(commit, messages, frameBytes)) await this.#send(partition, frame);
    });
    await Promise.all(sending);
    return [];
  }

  async #send(partition: number, frame: Uint8Array): Promise<void> {
    const { jetStream, run } = this.#options;
    let msgID = `${run} ${this.#number++}`;
    for (let unplaced = 0; ; ) {
      try {
        const { seq } = await jetStream.publish(subjectOf(partition), frame, { msgID });
        // Servers before 2.11 call a frame a duplicate, without a place, from when they hear of it; it is on no majority yet,
        // and never will be where their leader changes. Later ones refuse it until it is.
        if (seq === 0) {
          if (++unplaced % MOST_UNPLACED === 0) msgID = `${run} ${this.#number++}`;
          throw new Error('a frame is known to JetStream and not kept');
        }
        this.#recover();
        return await this.#options.onKept?.(partition, seq);
      } catch (error) {
        this.#raise(error);
        await pause(RETRY_MS, this.#closing.signal);
        if (this.#closing.signal.aborted) throw new Error('the portal is closing', { cause: error });
      }
    }
  }

  #raise(error: unknown): void {
    const reason = hasNoRoom(error)
      ? 'JetStream is full: what devices send is not acknowledged'
      : 'JetStream does not answer, a majority of its servers is needed: what devices send is not acknowledged';
    if (this.#fault !== reason) this.#options.log.error({ err: error }, reason);
    this.#fault = reason;
  }

  #recover(): void {
    if (this.#fault === undefined) return;
    this.#options.log.info('JetStream takes points again');
    this.#fault = undefined;
  }
}

function hasNoRoom(error: unknown): boolean {
  if (!(error instanceof JetStreamApiError)) return false;
  return NO_ROOM_CODES.has(error.code) || NO_ROOM_TEXT.test(error.message);
}
