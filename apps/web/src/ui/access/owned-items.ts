import { ownership } from '@telltale/contract';
import { collator, type ListItem, searchTextOf } from './columns/item-list.ts';
import type { ItemKind } from './ownership.ts';

export type OwnedItems = Readonly<Record<ItemKind, readonly ListItem[]>>;

/** The name of an admin unit where it must be said: of what belongs to another unit than the one shown. */
export type UnitName = (adminId: number) => string | undefined;

/** The tooltip of the alert icon, in the words of spec 2 §2.6. */
const NO_RESET_MAIL = 'This user has not has a password reset email sent yet';

function byName(items: ListItem[]): ListItem[] {
  return items.sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
}

/** Users match their username (spec 2 §2.6). */
export function userItems(users: readonly ownership.OwnedUser[], unitName: UnitName): readonly ListItem[] {
  return byName(
    users.map(({ userId, username, adminId, resetSent, secondFactor }) => ({
      id: userId,
      name: username,
      detail: unitName(adminId),
      searchText: searchTextOf(username),
      alert: resetSent ? undefined : NO_RESET_MAIL,
      hasSecondFactor: secondFactor,
    })),
  );
}

/** User groups match their name. */
export function userGroupItems(groups: readonly ownership.UserGroup[], unitName: UnitName): readonly ListItem[] {
  return byName(
    groups.map(({ userGroupId, userGroupName, description, adminId }) => ({
      id: userGroupId,
      name: userGroupName,
      detail: joined(unitName(adminId), description),
      searchText: searchTextOf(userGroupName),
    })),
  );
}

/** Asset groups match their name; one below another says below which. */
export function assetGroupItems(groups: readonly ownership.AssetGroup[], unitName: UnitName): readonly ListItem[] {
  const names = new Map(groups.map(({ assetGroupId, assetGroupName }) => [assetGroupId as number, assetGroupName]));
  const above = (parentGroupId: number | null) =>
    parentGroupId === null || parentGroupId === ownership.ROOT_GROUP_ID ? undefined : names.get(parentGroupId);
  return byName(
    groups.map(({ assetGroupId, assetGroupName, description, parentGroupId, adminId }) => {
      const parent = above(parentGroupId);
      return {
        id: assetGroupId,
        name: assetGroupName,
        detail: joined(unitName(adminId), parent === undefined ? description : `in ${parent}`),
        searchText: searchTextOf(assetGroupName),
      };
    }),
  );
}

/** Assets match alias, serial number or definition name. */
export function assetItems(assets: readonly ownership.OwnedAsset[]): readonly ListItem[] {
  return byName(
    assets.map(({ assetId, assetAlias, serialNumber, assetDefinition: { assetDefinitionName } }) => ({
      id: assetId,
      name: assetAlias || serialNumber,
      // What is called by its serial number says it once.
      detail: assetAlias && assetAlias !== serialNumber ? serialNumber : assetDefinitionName,
      note: assetAlias && assetAlias !== serialNumber ? assetDefinitionName : undefined,
      searchText: searchTextOf(assetAlias, serialNumber, assetDefinitionName),
    })),
  );
}

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(' · ');
}
