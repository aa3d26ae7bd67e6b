import type { AssetId, UserId } from '@telltale/contract';
import { administrationIn } from './access-service.ts';
import type { AssetPath, ReachRepository } from './reach-repository.ts';

/** Why a user has an asset in sight. */
export interface AssetViewer {
  readonly userId: UserId;
  /** Null: through groups alone. */
  readonly administers: 'unit' | 'everything' | null;
  /** Of an administrator these give nothing that the unit does not give already. */
  readonly paths: readonly Omit<AssetPath, 'userId'>[];
}

/**
 * Everybody who has an asset in sight: those, and no others, whose `visibility` in `AccessService` can see it. Asked
 * from the asset's end, so that a portal of thousands of users needs not work out the sight of each.
 */
export async function viewersOf(reach: ReachRepository, assetId: AssetId): Promise<AssetViewer[]> {
  const above = new Set(await reach.listUnitsAbove(assetId));
  const administrators = new Map<UserId, 'unit' | 'everything' | undefined>();
  for (const { userId, adminId } of await reach.listAdministrators()) {
    const kind = administrationIn(adminId);
    administrators.set(userId, kind === 'everything' || above.has(adminId) ? kind : undefined);
  }
  const paths = Map.groupBy(await reach.listPathsTo(assetId), ({ userId }) => userId);
  const seeing = new Set([...administrators.keys(), ...paths.keys()]);
  return [...seeing].flatMap((userId) => {
    const administers = administrators.get(userId);
    // An administrator of another part of the tree sees that part, whatever the groups say.
    if (administrators.has(userId) && administers === undefined) return [];
    const ways = (paths.get(userId) ?? []).map(({ userId: _own, ...way }) => way);
    return [{ userId, administers: administers ?? null, paths: ways }];
  });
}
