import { type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { Historian, PointValue, SeriesKey } from '@telltale/historian';

interface GoodValue {
  readonly timeMs: EpochMs;
  readonly value: PointValue;
}

const FIRST_SPAN_MS = 600_000;
const LONGEST_SPAN_MS = 86_400_000;
const MAX_BACK_MS = 31 * 86_400_000;

/** What an alarm goes by at a time though the value of that time is not good: the last one that was (spec 3 §6). */
export class LastGood {
  readonly #historian: Historian;

  constructor(historian: Historian) {
    this.#historian = historian;
  }

  /**
   * The last good value at or before a time, within a month before the last of all; before it, where that is a text, the
   * last good number, which functions over time still go by. In order of time.
   */
  async before(key: SeriesKey, timeMs: EpochMs): Promise<GoodValue[]> {
    const [state] = await this.#historian.stateAt([key], timeMs);
    if (!state) return [];
    if (state.quality >= QUALITY_GOOD && typeof state.value === 'number') return [state];
    let text: GoodValue | undefined = state.quality >= QUALITY_GOOD ? state : undefined;
    const earliestMs = state.timeMs - MAX_BACK_MS;
    for (let endMs = state.timeMs, spanMs = FIRST_SPAN_MS; endMs >= earliestMs; ) {
      const points = await this.#historian.readSeries(key, Math.max(0, endMs - spanMs), endMs);
      for (let i = points.timesMs.length - 1; i >= 0; i--) {
        const value = points.values[i] as PointValue;
        if ((points.qualities[i] as number) < QUALITY_GOOD) continue;
        const good = { timeMs: points.timesMs[i] as number, value };
        if (typeof value === 'number') return text ? [good, text] : [good];
        text ??= good;
      }
      endMs -= spanMs + 1;
      spanMs = Math.min(LONGEST_SPAN_MS, spanMs * 6);
    }
    return text ? [text] : [];
  }
}
