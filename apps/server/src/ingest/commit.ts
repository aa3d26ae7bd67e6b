import { PointBatch } from '@telltale/historian';
import type { DataItemSlot } from './data-item-slot.ts';
import type { ReceivedMessage } from './message-origin.ts';
import type { RegisteredDevice } from './registered-device.ts';

/** A value that is shown and not stored. */
export interface TransientPoint {
  slot: DataItemSlot;
  timeMs: number;
  value: number | string;
  quality: number;
}

/** The points of one message within a commit. */
export interface CommittedMessage {
  device: RegisteredDevice;
  /** Range of its points in the batch: from inclusive, to exclusive. */
  from: number;
  to: number;
  /** Places in the batch of what is stored and never current. */
  historical: ReadonlySet<number> | undefined;
  transient: readonly TransientPoint[] | undefined;
  /** The server's clock when it came in. */
  receivedMs: number;
  /** Who sent it, where that is known. */
  received: ReceivedMessage | undefined;
}

/** The messages that go to disk together; all of them wait for one promise. */
export class Commit {
  readonly batch = new PointBatch();
  /** For each point of the batch, its data item. */
  readonly slots: DataItemSlot[] = [];
  readonly messages: CommittedMessage[] = [];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.resolve = resolve;
    this.reject = reject;
    // Whoever waits hears of a rejection; a commit that nobody waits for any more must not end the process.
    promise.catch(() => undefined);
  }

  add(slot: DataItemSlot, timeMs: number, value: number | string, quality: number): void {
    this.batch.add(slot.key, timeMs, value, quality);
    this.slots.push(slot);
  }

  /** The points of one message as a batch of their own. */
  batchOf(message: CommittedMessage): PointBatch {
    const part = new PointBatch(message.to - message.from);
    for (let i = message.from; i < message.to; i++) {
      const place = this.batch.placeAt(i);
      if (place !== undefined) part.standAt(place);
      part.add(
        this.batch.keys[i] as number,
        this.batch.timesMs[i] as number,
        this.batch.valueAt(i),
        this.batch.qualities[i] as number,
      );
    }
    return part;
  }
}

/** Where the pipeline's commits go: to the history, or to whoever puts them there. */
export interface CommitSink {
  /** Why nothing can be taken now, or undefined. */
  readonly fault: string | undefined;
  /**
   * Resolves once every point is kept for good, or was refused as such.
   * @returns the messages that take effect here and now
   * @throws Error when the portal closes before
   */
  store(commit: Commit): Promise<readonly CommittedMessage[]>;
  /** Ends waiting; what is not kept by now is not acknowledged. */
  close(): void;
}
