import { isSameRun, type NodeRun } from './cluster-nodes.ts';
import type { PartitionEntry, PartitionKeys } from './partition-keys.ts';

/** The partition belongs to another node by now: what its former owner wanted to say of it does not count. */
export class PartitionLostError extends Error {
  constructor(partition: number) {
    super(`partition ${partition} is another node's`);
    this.name = 'PartitionLostError';
  }
}

/** A partition that this node has taken, until it gives it up or hears that it was taken from it. */
export class HeldPartition {
  readonly partition: number;
  readonly #keys: PartitionKeys;
  readonly #self: NodeRun;
  readonly #ending = new AbortController();
  #entry: PartitionEntry;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(partition: number, self: NodeRun, keys: PartitionKeys, entry: PartitionEntry) {
    this.partition = partition;
    this.#self = self;
    this.#keys = keys;
    this.#entry = entry;
  }

  /** Is aborted when the partition is given up or lost: nothing more may be done for it. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Everything up to this sequence number of its stream is in the history. */
  get stored(): number {
    return this.#entry.stored;
  }

  end(): void {
    this.#ending.abort();
  }

  /**
   * Notes how far its stream is in the history; call it only with what the history has said to be durable.
   * @throws PartitionLostError when another node owns it; Error when it cannot be noted now
   */
  async advance(stored: number): Promise<void> {
    if (stored > this.stored) await this.#change({ owner: this.#self, stored });
  }

  /** Lets others have it. */
  async giveUp(): Promise<void> {
    await this.#change({ owner: undefined, stored: this.stored });
  }

  /** One change after the other, each on the revision of the one before. */
  #change(record: { owner: NodeRun | undefined; stored: number }): Promise<void> {
    const done = this.#changing.then(async () => {
      for (;;) {
        const changed = await this.#keys.change(this.partition, record, this.#entry.revision);
        if (changed !== undefined) {
          this.#entry = changed;
          return;
        }
        const now = this.#keys.entry(this.partition);
        if (!isSameRun(now.owner, this.#self)) {
          this.end();
          throw new PartitionLostError(this.partition);
        }
        // A server refuses a change while one is on its way whose answer was lost, and does not yet show what that one says.
        if (now.revision === this.#entry.revision) {
          throw new Error(`a change of partition ${this.partition} is not settled`);
        }
        // A change whose answer was lost on the way is this node's own, too.
        this.#entry = now;
      }
    });
    this.#changing = done.catch(() => undefined);
    return done;
  }
}
