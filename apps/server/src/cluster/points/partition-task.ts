import type { AssetId } from '@telltale/contract';
import type { HeldPartition } from '../partitions/held-partition.ts';
import { partitionOf } from '../partitions/partition-of.ts';
import type { PartitionAssets, PartitionPart } from './partition-part.ts';
import type { Storing } from './point-storer.ts';

const SECOND_MS = 1_000;

/** What is done for one partition, from when it is taken until it is given up. */
export class PartitionTask implements Storing {
  readonly held: HeldPartition;
  readonly assets: PartitionAssets;
  readonly #parts: readonly PartitionPart[];
  isLive = false;
  /** Something may be evaluated that another node has to hear the end of. */
  hasBegun = false;
  /** Of what is in the history, and not yet noted at its key. */
  storedUntil: number;
  /** Everything up to it was told here, or is not to be. */
  toldUntil: number;
  running: Promise<void> = Promise.resolve();
  /** When it was taken. */
  readonly sinceMs = Date.now();
  #second = Number.NEGATIVE_INFINITY;

  constructor(held: HeldPartition, known: () => Iterable<AssetId>, parts: readonly PartitionPart[]) {
    const has = (assetId: AssetId) => partitionOf(assetId) === held.partition;
    this.held = held;
    this.assets = { partition: held.partition, has, list: () => [...known()].filter(has) };
    this.#parts = parts;
    this.storedUntil = held.stored;
    this.toldUntil = held.stored;
  }

  get signal(): AbortSignal {
    return this.held.signal;
  }

  telling(receivedMs: number): void {
    if (this.isLive) return;
    const second = Math.floor(receivedMs / SECOND_MS);
    if (second <= this.#second) return;
    this.#second = second;
    for (const part of this.#parts) part.pass?.(this.assets, receivedMs);
  }

  stored(sequence: number): void {
    this.storedUntil = Math.max(this.storedUntil, sequence);
    // Of a partition that is another node's by now nothing is told.
    if (!this.signal.aborted) this.toldUntil = sequence;
  }

  beginAt(sequence: number): void {
    this.storedUntil = sequence;
    this.toldUntil = sequence;
    this.#second = Number.NEGATIVE_INFINITY;
  }
}
