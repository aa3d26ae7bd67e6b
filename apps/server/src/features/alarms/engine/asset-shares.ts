import type { AssetId } from '@telltale/contract';

/** Some of the assets, those that are still to be made included. */
export interface AssetShare {
  has(assetId: AssetId): boolean;
}

/** The assets that a node evaluates, as far as it has begun with them. */
export class AssetShares implements AssetShare {
  readonly #shares = new Set<AssetShare>();

  add(share: AssetShare): void {
    this.#shares.add(share);
  }

  remove(share: AssetShare): void {
    this.#shares.delete(share);
  }

  includes(share: AssetShare): boolean {
    return this.#shares.has(share);
  }

  has(assetId: AssetId): boolean {
    for (const share of this.#shares) if (share.has(assetId)) return true;
    return false;
  }
}
