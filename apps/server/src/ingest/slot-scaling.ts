import { type ItemScaling, QUALITY_GOOD } from '@telltale/contract';
import { scaledValue } from '@telltale/domain';
import type { DataItemSlot } from './data-item-slot.ts';
import type { IncomingPoint } from './incoming.ts';

/** Makes values of the readings of one data item. */
export class SlotScaling {
  readonly settings: ItemScaling;
  /** The last readings, the oldest first; no more than are averaged. */
  readonly #readings: number[] = [];

  constructor(settings: ItemScaling) {
    this.settings = settings;
  }

  /**
   * Texts stay as they are. A reading that comes late, or is not good, is scaled alone.
   * @param isNewest it is newer than every one before, and good
   */
  valueOf(reading: number | string, isNewest: boolean): number | string {
    if (typeof reading === 'string' || !Number.isFinite(reading)) return reading;
    const { samples } = this.settings;
    if (samples === 1 || !isNewest) return scaledValue(reading, this.settings);
    this.#readings.push(reading);
    if (this.#readings.length > samples) this.#readings.shift();
    const count = this.#readings.length;
    return scaledValue(
      this.#readings.reduce((sum, one) => sum + one / count, 0),
      this.settings,
    );
  }
}

/** What a device sent, scaled as its asset says. @param timeMs the point's, which the slot does not know yet */
export function scaledPoint(slot: DataItemSlot, { value, quality, keeping }: IncomingPoint, timeMs: number) {
  if (slot.scaling === undefined) return value;
  return slot.scaling.valueOf(value, timeMs > slot.newestMs && keeping !== 'historical' && quality === QUALITY_GOOD);
}
