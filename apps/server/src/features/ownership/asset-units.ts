import type { AdminId, AssetId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { conflict, notFound } from '#http/errors.ts';
import { GroupRepository } from './group-repository.ts';
import type { Step } from './ownership-changes.ts';
import { OwnershipRepository } from './ownership-repository.ts';
import { RecordRepository } from './record-repository.ts';
import { UnitTree } from './unit-tree.ts';

const MAX_NAMED = 20;

/**
 * Whether an asset may belong to an admin unit: there must be one, and each group that the asset stands in must still
 * show it.
 * @param assetId undefined: one that is about to be created
 * @throws HttpError 404 for no such unit, 409 that names the groups
 */
export async function requireUnitForAsset(work: Work, adminId: AdminId, assetId: AssetId | undefined): Promise<void> {
  await requireUnitForAssets(work, adminId, assetId === undefined ? [] : [assetId]);
}

/**
 * The same for several assets.
 * @throws HttpError 404 for no such unit, 409 that names the groups
 */
export async function requireUnitForAssets(work: Work, adminId: AdminId, assetIds: readonly AssetId[]): Promise<void> {
  const units = new UnitTree(await work.of(OwnershipRepository).listUnits());
  if (!units.find(adminId)) throw notFound('The admin unit');
  if (assetIds.length === 0) return;
  const holding = new Set(await work.of(RecordRepository).listAssetGroupsOf(assetIds));
  const groups = (await work.of(GroupRepository).list('asset')).filter(({ id }) => holding.has(id));
  const blind = groups.filter((group) => !units.within(group.adminId).has(adminId));
  if (blind.length === 0) return;
  throw conflict(
    assetIds.length === 1
      ? 'The asset stands in asset groups that do not show assets of this admin unit. Take it out of them first.'
      : 'Some of the assets stand in asset groups that do not show assets of this admin unit. Take them out of these first.',
    { groups: blind.slice(0, MAX_NAMED).map(({ name }) => name) },
  );
}

/**
 * Nobody sees an asset of another unit than their own and those below it, so a group of a unit shows no assets but these.
 * @throws HttpError 409
 */
export async function refuseAssetsFromElsewhere(
  step: Step,
  groupAdminId: AdminId,
  assetIds: readonly number[],
): Promise<void> {
  const within = new UnitTree(await step.tables.listUnits()).within(groupAdminId);
  if ((await step.records.listUnitsOfAssets(assetIds as readonly AssetId[])).every((adminId) => within.has(adminId)))
    return;
  throw conflict(
    'An asset group shows assets of its own admin unit and of the units below it. Give the asset to that unit first.',
  );
}

/**
 * What an asset group shows reaches the users of a user group only where the unit of one is that of the other, or below.
 * @throws HttpError 409
 */
export async function refuseGroupsFromElsewhere(
  step: Step,
  userGroupAdminId: AdminId,
  assetGroupIds: readonly number[],
): Promise<void> {
  const units = new UnitTree(await step.tables.listUnits());
  const named = new Set(assetGroupIds);
  const groups = (await step.groups.list('asset')).filter(({ id }) => named.has(id));
  const reaches = (adminId: AdminId) =>
    units.within(userGroupAdminId).has(adminId) || units.within(adminId).has(userGroupAdminId);
  if (groups.every(({ adminId }) => reaches(adminId))) return;
  throw conflict('The asset group belongs to an admin unit of which the users of this group see no asset.');
}
