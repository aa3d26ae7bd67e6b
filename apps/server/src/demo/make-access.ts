import { type AssetGroupId, flagsOfPermissions, permissionCatalogue, type UserGroupId } from '@telltale/contract';
import type { DemoPlan, PlannedAccount, PlannedAssetGroup } from '@telltale/domain/demo/demo-plan.ts';
import { conflict } from '#http/errors.ts';
import { systemCaller } from '#http/system-caller.ts';
import type { Context } from '../context.ts';
import { DemoGroupRepository } from './demo-group-repository.ts';
import type { DemoAsset } from './make-assets.ts';

/** Makes the groups of a plan that are missing, and puts new assets into them. */
export async function makeGroups(
  context: Context,
  plan: DemoPlan,
  assets: ReadonlyMap<string, DemoAsset>,
): Promise<void> {
  const { ownership } = context;
  const groups = new DemoGroupRepository(context.db);
  const assetGroups = new Map<string, AssetGroupId>();
  for (const group of plan.assetGroups) {
    const known = await groups.findAssetGroup(group.name);
    const id = known ?? (await createAssetGroup(context, group, assetGroups));
    assetGroups.set(group.name, id);
    const members = group.serialNumbers
      .map((serial) => assets.get(serial))
      .filter((asset) => asset !== undefined && (known === undefined || asset.isNew))
      .flatMap((asset) => (asset ? [asset.assetId] : []));
    if (members.length > 0) await ownership.links.add(systemCaller, 'assets', id, members);
  }
  for (const group of plan.userGroups) {
    if (await groups.findUserGroup(group.name)) continue;
    const { name, description, permissions } = group;
    const { id } = await ownership.userGroups.save(systemCaller, { id: 0, name, description });
    const names = new Set<string>(permissions);
    const permissionIds = permissionCatalogue.filter((one) => names.has(one.name)).map((one) => one.permissionId);
    await ownership.permissions.save(systemCaller, id as UserGroupId, flagsOfPermissions(new Set(permissionIds)));
    for (const assetGroup of group.assetGroups) {
      const assetGroupId = assetGroups.get(assetGroup);
      if (assetGroupId === undefined) throw new Error(`The plan has no asset group ${assetGroup}.`);
      await ownership.links.add(systemCaller, 'assetGroups', id, [assetGroupId]);
    }
  }
}

async function createAssetGroup(
  { ownership }: Context,
  { name, description, parent }: PlannedAssetGroup,
  known: ReadonlyMap<string, AssetGroupId>,
): Promise<AssetGroupId> {
  const parentGroupId = parent === undefined ? undefined : known.get(parent);
  const { id } = await ownership.assetGroups.save(systemCaller, { id: 0, name, description, parentGroupId });
  return id as AssetGroupId;
}

/**
 * Makes the accounts that are missing and gives all of them the password when it is not the one they have.
 * @throws HttpError 409 when an account of that name is somebody else's; 400 for a password that is too weak
 */
export async function makeAccounts(
  context: Context,
  accounts: readonly PlannedAccount[],
  password: string,
  isPasswordNew: boolean,
): Promise<void> {
  const { ownership, users } = context;
  const groups = new DemoGroupRepository(context.db);
  for (const { username, userGroup, readOnly } of accounts) {
    const groupId = await groups.findUserGroup(userGroup);
    if (groupId === undefined) throw new Error(`The plan has no user group ${userGroup}.`);
    const stored = await users.findByName(username);
    if (!stored) {
      const user = await ownership.users.create(systemCaller, { username, password, readOnly });
      await ownership.links.add(systemCaller, 'users', groupId, [user.userId]);
      continue;
    }
    await refuseForeign(groups, groupId, stored);
    if (isPasswordNew) await ownership.users.setPassword(systemCaller, username, password);
  }
}

/** A portal may have an `operator` of its own: the demonstration must not take that account over. */
async function refuseForeign(
  groups: DemoGroupRepository,
  groupId: UserGroupId,
  user: { userId: Parameters<DemoGroupRepository['hasUser']>[1]; username: string },
): Promise<void> {
  if (await groups.hasUser(groupId, user.userId)) return;
  throw conflict(
    `The account ${user.username} of this data folder is not the demonstration's. Choose another folder with TELLTALE_DATA.`,
  );
}
