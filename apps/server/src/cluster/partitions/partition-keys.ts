import { randomUUID } from 'node:crypto';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { NodeRun } from './cluster-nodes.ts';
import { PARTITIONS } from './partition-of.ts';

/** What the key of a partition says. */
export interface PartitionRecord {
  /** Undefined: nobody has it. */
  readonly owner: NodeRun | undefined;
  /** Everything of its stream up to this sequence number is in the history; 0: nothing is. */
  readonly stored: number;
}

/** A record with the revision that a change of it has to name. */
export interface PartitionEntry extends PartitionRecord {
  /** 0: there is no key yet. */
  readonly revision: number;
}

/** The bucket of the keys. */
export const PARTITIONS_BUCKET = 'telltale-partitions';
/** What JetStream answers when the revision is another one. */
const WRONG_LAST_SEQUENCE = 10_071;
const NOTHING: PartitionEntry = { owner: undefined, stored: 0, revision: 0 };

const STREAM = 'stream';

/**
 * A name for the stream that the numbers in these keys are of. Where JetStream's disks are lost, the numbers begin again, and
 * it has another one.
 */
export async function streamOf(kv: KV): Promise<string> {
  const name = randomUUID();
  try {
    await kv.create(STREAM, name);
    return name;
  } catch (error) {
    const known = await kv.get(STREAM);
    if (!known) throw error;
    return known.string();
  }
}

const keyOf = (partition: number) => `p${partition}`;

/** The keys that say who owns which partition, in JetStream's key-value store: each is changed by its revision alone. */
export class PartitionKeys {
  readonly #kv: KV;
  readonly #entries: PartitionEntry[] = new Array<PartitionEntry>(PARTITIONS).fill(NOTHING);

  /** @param kv a bucket whose reads are never older than its writes */
  constructor(kv: KV) {
    this.#kv = kv;
  }

  /** As it was when it was last read or changed here. */
  entry(partition: number): PartitionEntry {
    return this.#entries[partition] ?? NOTHING;
  }

  async readAll(): Promise<void> {
    await Promise.all(Array.from({ length: PARTITIONS }, (_, partition) => this.read(partition)));
  }

  async read(partition: number): Promise<PartitionEntry> {
    const found = await this.#kv.get(keyOf(partition));
    const entry = found === null ? NOTHING : { ...found.json<PartitionRecord>(), revision: found.revision };
    // An answer that was under way while the key was changed here is older than what is known.
    if (entry.revision >= this.entry(partition).revision) this.#entries[partition] = entry;
    return this.entry(partition);
  }

  /**
   * Changes a key if its revision is still the one named.
   * @returns the entry as it is now; undefined: somebody else was there before
   */
  async change(partition: number, record: PartitionRecord, revision: number): Promise<PartitionEntry | undefined> {
    try {
      const changed = await this.#kv.put(keyOf(partition), JSON.stringify(record), { previousSeq: revision });
      const entry = { ...record, revision: changed };
      this.#entries[partition] = entry;
      return entry;
    } catch (error) {
      if (!isConflict(error)) throw error;
      await this.read(partition);
      return undefined;
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;
}
