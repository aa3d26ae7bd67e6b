import type { AssetId, DataItemId } from '@telltale/contract';
import { type SeriesKey, seriesKey } from '@telltale/historian';
import type { ReceivedMessage } from './message-origin.ts';
import type { SlotScaling } from './slot-scaling.ts';

/** One data item of one asset: its series in the history and its current value. One object, so a point costs one lookup. */
export class DataItemSlot {
  readonly assetId: AssetId;
  readonly dataItemId: DataItemId;
  /** As it was first spelt, whatever the device's spelling. */
  readonly label: string;
  readonly key: SeriesKey;
  /** Milliseconds since 1970; -Infinity: no value yet. */
  timeMs = Number.NEGATIVE_INFINITY;
  value: number | string = Number.NaN;
  quality = 0;
  /** The newest time of all that was taken in, what is on its way to the disk included; -Infinity: nothing was. */
  newestMs = Number.NEGATIVE_INFINITY;
  /** The message that brought the current value; undefined: not since the portal started, or not by a message. */
  received: ReceivedMessage | undefined;
  /** How its readings become values; undefined: they are. */
  scaling: SlotScaling | undefined;
  /** The portal calculates it: what a device sends for it is set aside. */
  isCalculated = false;
  /** The value was set in the moment that is being told of, and is not told yet. */
  isFresh = false;

  constructor(assetId: AssetId, dataItemId: DataItemId, label: string) {
    this.assetId = assetId;
    this.dataItemId = dataItemId;
    this.label = label;
    this.key = seriesKey(assetId, dataItemId);
  }

  get hasValue(): boolean {
    return this.timeMs !== Number.NEGATIVE_INFINITY;
  }

  set(timeMs: number, value: number | string, quality: number): void {
    this.timeMs = timeMs;
    this.value = value;
    this.quality = quality;
    this.received = undefined;
  }

  clear(): void {
    this.set(Number.NEGATIVE_INFINITY, Number.NaN, 0);
  }
}
