import { ADMIN_MODIFY, permissionId, type UserId } from '@telltale/contract';
import type { Visibility } from '#http/caller.ts';
import type { Screened } from './alert-channel.ts';
import type { AlertItem } from './alert-delivery-repository.ts';
import { OPENING_KINDS } from './alert-news.ts';

/** What a user may do and see at this moment; undefined: there is no such user. */
export type RightsOf = (
  userId: UserId,
) => Promise<
  { readonly permissions: ReadonlySet<number>; readonly visibility: Visibility; readonly readOnly: boolean } | undefined
>;

const ALARMS_VIEW = permissionId('Alarms', 'View');
const ALARMS_MODIFY = permissionId('Alarms', 'Modify');
const ASSETS_VIEW = permissionId('Assets', 'View');

export const NO_RIGHT = 'May no longer see this.';

/** Whether a message tells of the beginning of an alarm, and this user may acknowledge it. */
export async function mayAnswer(rightsOf: RightsOf, userId: UserId, items: readonly AlertItem[]): Promise<boolean> {
  if (!items.some(({ source, kind }) => source === 'alarm' && OPENING_KINDS.includes(kind))) return false;
  const rights = await rightsOf(userId);
  if (!rights || rights.readOnly) return false;
  return rights.permissions.has(ADMIN_MODIFY) || rights.permissions.has(ALARMS_MODIFY);
}

/** What a user may still see of what they were to be told. */
export async function screenForUser(
  rightsOf: RightsOf,
  userId: UserId,
  items: readonly AlertItem[],
): Promise<Screened> {
  const rights = await rightsOf(userId);
  const may = ({ source, assetId }: AlertItem) => {
    if (!rights?.visibility.canSee(assetId)) return false;
    const needed = source === 'alarm' ? ALARMS_VIEW : ASSETS_VIEW;
    return rights.permissions.has(ADMIN_MODIFY) || rights.permissions.has(needed);
  };
  return {
    told: items.filter(may),
    dropped: items.filter((item) => !may(item)).map((item) => ({ item, reason: NO_RIGHT })),
  };
}
