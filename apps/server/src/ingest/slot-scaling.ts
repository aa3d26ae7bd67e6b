import type { ItemScaling } from '@telltale/contract';
import { scaledValue } from '@telltale/domain';

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
