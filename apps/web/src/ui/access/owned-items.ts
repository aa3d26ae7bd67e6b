import { ownership } from '@telltale/contract';
import { collator, type ListItem, searchTextOf } from './item-list.ts';
import type { ItemKind } from './ownership.ts';

export type OwnedItems = Readonly<Record<ItemKind, readonly ListItem[]>>;

/** The tooltip of the alert icon, in the words of spec 2 §2.6. */
export const NO_RESET_MAIL = 'This user has not has a password reset email sent yet';

function byName(items: ListItem[]): ListItem[] {
  return items.sort((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
}

/** Users match their username (spec 2 §2.6). */
export function userItems(users: readonly ownership.OwnedUser[]): readonly ListItem[] {
  return byName(
    users.map(({ userId, username, resetSent }) => ({
      id: userId,
      name: username,
      searchText: searchTextOf(username),
      alert: resetSent ? undefined : NO_RESET_MAIL,
    })),
  );
}

/** User groups match their name. */
export function userGroupItems(groups: readonly ownership.UserGroup[]): readonly ListItem[] {
  return byName(
    groups.map(({ userGroupId, userGroupName, description }) => ({
      id: userGroupId,
      name: userGroupName,
      detail: description,
      searchText: searchTextOf(userGroupName),
    })),
  );
}

/** Asset groups match their name; one below another says below which. */
export function assetGroupItems(groups: readonly ownership.AssetGroup[]): readonly ListItem[] {
  const names = new Map(groups.map(({ assetGroupId, assetGroupName }) => [assetGroupId as number, assetGroupName]));
  const above = (parentGroupId: number | null) =>
    parentGroupId === null || parentGroupId === ownership.ROOT_GROUP_ID ? undefined : names.get(parentGroupId);
  return byName(
    groups.map(({ assetGroupId, assetGroupName, description, parentGroupId }) => {
      const parent = above(parentGroupId);
      return {
        id: assetGroupId,
        name: assetGroupName,
        detail: parent === undefined ? description : `in ${parent}`,
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
      detail: assetAlias ? serialNumber : assetDefinitionName,
      note: assetAlias ? assetDefinitionName : undefined,
      searchText: searchTextOf(assetAlias, serialNumber, assetDefinitionName),
    })),
  );
}
