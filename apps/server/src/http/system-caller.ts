import { ADMIN_MODIFY, adminIdSchema, type UserId } from '@telltale/contract';
import type { Caller, Visibility } from './caller.ts';

export const seesEverything: Visibility = { everything: true, canSee: () => true, assetIds: undefined };

/** The portal itself: the command line, the demonstration fleet, jobs. Its user id is no user's. */
export const systemCaller: Caller = {
  userId: 0 as UserId,
  username: 'telltale',
  adminId: adminIdSchema.parse(1),
  authId: 'system',
  proof: 'fresh',
  permissions: new Set([ADMIN_MODIFY]),
  visibility: seesEverything,
  readOnly: false,
};
