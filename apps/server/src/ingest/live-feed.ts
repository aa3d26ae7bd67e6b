import type { AssetId } from '@telltale/contract';
import type { DataItemSlot } from './data-item-slot.ts';

/** Hears of points once they are on disk (transient ones: at once). */
export interface LiveFeed {
  /** Undefined: nobody wants to hear of this asset now. */
  sinkFor(assetId: AssetId): LiveSink | undefined;
}

export interface LiveSink {
  /** The slot has a new current value; `settled` follows when all of the moment were told. */
  current(slot: DataItemSlot): void;
  /** All values of one time in one message were told: they take effect together (spec 3 §14). */
  settled(timeMs: number): void;
  /** A point was stored that did not become the current value. */
  late(slot: DataItemSlot, timeMs: number): void;
}
