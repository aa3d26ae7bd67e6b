import type { AssetId } from '@telltale/contract';
import type { PastHistory } from './history-at-place.ts';

/** The assets of a partition that this node has. */
export interface PartitionAssets {
  readonly partition: number;
  /** Whether an asset is of the partition, one that is still to be made included. */
  has(assetId: AssetId): boolean;
  /** Those that are known now. */
  list(): readonly AssetId[];
}

/** Something that knows more of an asset where its partition is owned. All of it begins where its stream is evaluated. */
export interface PartitionPart {
  /** Up to which number it has seen the stream of a partition: there all begin. Undefined: it does not say. */
  seen?(partition: number): Promise<number | undefined>;
  /** What has to be known before the first message is stored: the values of that place, what is calculated of them. */
  prepare?(assets: PartitionAssets, past: PastHistory): Promise<void>;
  /** Evaluating begins: what stands in the stream behind that place is told next. */
  begin?(assets: PartitionAssets, past: PastHistory): Promise<void>;
  /** What came at this time is told next; not any more once all is told that was in the stream when it was taken. */
  pass?(assets: PartitionAssets, timeMs: number): void;
  /** Everything is told that was in the stream when the partition was taken. */
  follow?(assets: PartitionAssets): Promise<void>;
  /** Another node is to have them; resolves when nothing more is written of them. Is called also when `begin` failed. */
  end?(assets: PartitionAssets): Promise<void>;
}
