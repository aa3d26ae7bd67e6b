import type { AssetId, EpochMs } from '@telltale/contract';

interface Entry<T> {
  readonly answer: Promise<T>;
  /** From then on it is worked out anew. */
  readonly untilMs: EpochMs;
}

const MOST_RANGES = 16;
const MOST_ASSETS = 500;

/** Answers by asset and range, those asked for longest ago forgotten first. */
export class ScheduleCache<T> {
  readonly #assets = new Map<AssetId, Map<string, Entry<T>>>();

  has(assetId: AssetId): boolean {
    return this.#assets.has(assetId);
  }

  get(assetId: AssetId, range: string, nowMs: EpochMs): Promise<T> | undefined {
    const entry = this.#assets.get(assetId)?.get(range);
    return entry !== undefined && nowMs < entry.untilMs ? entry.answer : undefined;
  }

  /** Keeps an answer on its way; one that fails is forgotten. */
  keep(assetId: AssetId, range: string, entry: Entry<T>): void {
    const ranges = this.#assets.get(assetId) ?? new Map<string, Entry<T>>();
    this.#assets.delete(assetId);
    this.#assets.set(assetId, ranges);
    ranges.delete(range);
    ranges.set(range, entry);
    forgetFirst(ranges, MOST_RANGES);
    forgetFirst(this.#assets, MOST_ASSETS);
    entry.answer.catch(() => {
      if (ranges.get(range) === entry) ranges.delete(range);
    });
  }

  drop(assetId: AssetId): void {
    this.#assets.delete(assetId);
  }
}

function forgetFirst(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
