import type { AssetId, EpochMs } from '@telltale/contract';

/** Some of the assets, those that are still to be made included. */
export interface AssetShare {
  has(assetId: AssetId): boolean;
}

/** The assets that a node evaluates, as far as it has begun with them. */
export class AssetShares implements AssetShare {
  readonly #shares = new Set<AssetShare>();
  /** Until when time had passed for those that were let go: that is still to be written. */
  readonly #ended = new WeakMap<AssetShare, EpochMs>();

  add(share: AssetShare): void {
    this.#shares.add(share);
  }

  /** @param passedMs until when time had passed for them; undefined: nothing of them was evaluated */
  remove(share: AssetShare, passedMs?: EpochMs): void {
    this.#shares.delete(share);
    if (passedMs !== undefined) this.#ended.set(share, passedMs);
  }

  /**
   * Until when time has passed for these; undefined: nothing of them was evaluated.
   * @param nowMs until when it has for those that are evaluated
   */
  passedMs(share: AssetShare, nowMs: EpochMs): EpochMs | undefined {
    return this.#shares.has(share) ? nowMs : this.#ended.get(share);
  }

  has(assetId: AssetId): boolean {
    for (const share of this.#shares) if (share.has(assetId)) return true;
    return false;
  }
}
