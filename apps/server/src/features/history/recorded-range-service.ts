import type { AssetId, DataItemId, itemDisplays } from '@telltale/contract';
import { recordedRange } from '@telltale/domain';
import { type Historian, seriesKey, seriesKeyParts } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import type { AssetScope } from './history-service.ts';

/** So much of an item's past, counted back from its newest point, tells its scale. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000;
/** The past is looked at in so many stretches, of which the lowest and the highest number count. */
const STRETCHES = 336;

/** Scales for data items that nobody has described, from what they have recorded. */
export class RecordedRangeService {
  readonly #historian: Historian;
  readonly #scope: AssetScope;
  readonly #clock: Clock;

  constructor(historian: Historian, scope: AssetScope, clock: Clock) {
    this.#historian = historian;
    this.#scope = scope;
    this.#clock = clock;
  }

  /**
   * In the order of the ids; an item without numbers in the last week that it recorded is left out.
   * @throws HttpError 404 when the asset is out of scope
   */
  async list(
    caller: Caller,
    assetId: AssetId,
    dataItemIds: readonly number[],
    signal: AbortSignal,
  ): Promise<itemDisplays.RecordedRange[]> {
    await this.#scope.entry(caller, assetId);
    const keys = [...new Set(dataItemIds)].map((dataItemId) => seriesKey(assetId, dataItemId));
    const ranges: itemDisplays.RecordedRange[] = [];
    for (const { key, timeMs } of await this.#historian.stateAt(keys, this.#clock.now())) {
      const range = { fromMs: Math.max(0, timeMs - LOOK_BACK_MS), toMs: timeMs, buckets: STRETCHES };
      const { series } = await this.#historian.aggregate({ keys: [key], ...range, functions: ['min', 'max'], signal });
      const found = recordedRange(numbersOf(series[0]?.min), numbersOf(series[0]?.max));
      if (found) ranges.push({ dataItemId: seriesKeyParts(key).dataItemId as DataItemId, ...found });
    }
    return ranges;
  }
}

function numbersOf(column: readonly unknown[] = []): number[] {
  return column.filter((value) => typeof value === 'number');
}
