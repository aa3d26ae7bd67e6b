import type { AdminId } from '@telltale/contract';
import { conflict } from '#http/errors.ts';
import type { Step } from './ownership-changes.ts';
import { UnitTree } from './unit-tree.ts';

const MAX_NAMED = 20;

/** A link that shows nothing to anybody: what it is told apart by, and the groups at its ends. */
interface StrandedLink {
  key: string;
  assetGroupName: string;
  userGroupName?: string;
}

/**
 * Moves units or groups, and refuses to when a link that had an effect would have none any more: an asset in a group
 * that does not show assets of its unit, or an asset group that is shown to users who see no asset of its unit.
 * Links that were stranded before do not stand in the way of anything.
 * @param move may move several: where they stand is looked at once all of them have moved
 * @throws HttpError 409 that names the groups
 */
export async function moveStrandingNothing<T>(step: Step, move: () => Promise<T>): Promise<T> {
  const before = new Set((await listStranded(step)).map(({ key }) => key));
  const moved = await move();
  const stranded = (await listStranded(step)).filter(({ key }) => !before.has(key));
  if (stranded.length === 0) return moved;
  throw conflict(
    'Assets in these groups, or the groups for those whom they are shown to, would be out of sight afterwards. Undo these links first.',
    { links: namesOf(stranded).slice(0, MAX_NAMED) },
  );
}

/** Every group once, although many assets stand in it. */
function namesOf(links: readonly StrandedLink[]): { assetGroupName: string; userGroupName?: string }[] {
  const named = links.map(({ key: _key, ...names }) => names);
  return [...new Map(named.map((names) => [JSON.stringify(names), names])).values()];
}

async function listStranded({ tables, records }: Step): Promise<StrandedLink[]> {
  const units = new UnitTree(await tables.listUnits());
  const isWithin = (adminId: AdminId, upper: AdminId) => units.within(upper).has(adminId);
  const assets = (await records.listAssetsOfOtherUnits())
    .filter((link) => !isWithin(link.assetAdminId, link.groupAdminId))
    .map((link) => ({ key: `asset ${link.assetGroupId} ${link.assetId}`, assetGroupName: link.assetGroupName }));
  const shown = (await records.listGroupsShownToOtherUnits())
    .filter(({ userAdminId, assetAdminId }) => {
      return !isWithin(assetAdminId, userAdminId) && !isWithin(userAdminId, assetAdminId);
    })
    .map((link) => ({
      key: `group ${link.userGroupId} ${link.assetGroupId}`,
      assetGroupName: link.assetGroupName,
      userGroupName: link.userGroupName,
    }));
  return [...assets, ...shown];
}
