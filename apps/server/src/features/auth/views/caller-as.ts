import type { AssetId, View } from '@telltale/contract';
import { type Caller, holds, type Visibility } from '#http/caller.ts';
import type { UserAccess } from '../access-source.ts';

const NOTHING: Visibility = { everything: false, canSee: () => false, assetIds: new Set() };

/**
 * Who reads in a view: the other user, as far as the administrator may and sees, too.
 * @param by who views
 */
export function callerAs(by: Caller, seen: UserAccess, told: View): Caller {
  return {
    ...seen,
    permissions: new Set([...seen.permissions].filter((permission) => holds(by, permission))),
    visibility: both(by.visibility, seen.visibility),
    readOnly: true,
    authId: by.authId,
    // Nothing that leads to the other's account: no proof of theirs was given.
    proof: 'session',
    view: { by, told },
  };
}

/** A tab whose view has ended is nobody until it knows. */
export function callerOfNothing(by: Caller): Caller {
  return {
    ...by,
    permissions: new Set(),
    visibility: NOTHING,
    readOnly: true,
    proof: 'session',
    view: { by, told: undefined },
  };
}

/** What two see. */
export function both(one: Visibility, other: Visibility): Visibility {
  if (one.everything) return other;
  if (other.everything) return one;
  const assetIds: ReadonlySet<AssetId> = new Set([...(one.assetIds ?? [])].filter((id) => other.canSee(id)));
  return { everything: false, canSee: (assetId) => assetIds.has(assetId), assetIds };
}
