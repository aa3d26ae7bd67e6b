import type { AssetId } from '@telltale/contract';

/** Enough for ten nodes, few enough for one reader each. The number is part of what is stored: it never changes. */
export const PARTITIONS = 64;

/** Which partition an asset belongs to, from 0: the same in every version, since streams are named by it. */
export function partitionOf(assetId: AssetId): number {
  let hash = assetId >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTITIONS;
}
