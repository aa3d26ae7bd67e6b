import type { EpochMs } from '@telltale/contract';
import { QUALITY_GOOD } from '@telltale/contract/quality.ts';
import type { Historian, PointValue, SeriesKey } from '@telltale/historian/port.ts';

interface GoodValue {
  readonly timeMs: EpochMs;
  readonly value: PointValue;
}

const FIRST_SPAN_MS = 600_000;
const LONGEST_SPAN_MS = 86_400_000;
const MAX_BACK_MS = 31 * 86_400_000;

/** What an expression goes by at a time though the value of that time is not good: the last one that was (spec 3 §6). */
export class LastGood {
  readonly #historian: Pick<Historian, 'stateAt' | 'readSeries'>;

  constructor(historian: Pick<Historian, 'stateAt' | 'readSeries'>) {
    this.#historian = historian;
  }

  /**
   * The last good value at or before a time, within a month before the last of all; before it, where that is a text, the
   * last good number, which functions over time still go by. In order of time.
   * @param withPrevious the good value before the last one as well
   */
  async before(key: SeriesKey, timeMs: EpochMs, withPrevious = false): Promise<GoodValue[]> {
    const [state] = await this.#historian.stateAt([key], timeMs);
    if (!state) return [];
    const isGood = state.quality >= QUALITY_GOOD;
    if (isGood && typeof state.value === 'number' && !withPrevious) return [state];
    const found: GoodValue[] = [];
    const earliestMs = state.timeMs - MAX_BACK_MS;
    for (let endMs = state.timeMs, spanMs = FIRST_SPAN_MS; endMs >= earliestMs; ) {
      const points = await this.#historian.readSeries(key, Math.max(0, endMs - spanMs), endMs);
      for (let i = points.timesMs.length - 1; i >= 0; i--) {
        const value = points.values[i] as PointValue;
        if ((points.qualities[i] as number) < QUALITY_GOOD) continue;
        const isNumber = typeof value === 'number';
        // The newest, the one before it where that is asked for, and the newest number.
        if (isNumber || found.length < (withPrevious ? 2 : 1)) {
          found.unshift({ timeMs: points.timesMs[i] as number, value });
        }
        const hasNumber = isNumber || found.some((one) => typeof one.value === 'number');
        if (hasNumber && found.length >= (withPrevious ? 2 : 1)) return found;
      }
      endMs -= spanMs + 1;
      spanMs = Math.min(LONGEST_SPAN_MS, spanMs * 6);
    }
    return found;
  }
}
