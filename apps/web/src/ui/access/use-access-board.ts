import type { ownership } from '@telltale/contract';
import { useMemo, useState } from 'react';
import type { Selection } from './columns/ItemColumn.tsx';
import {
  assetGroupItems,
  assetItems,
  type OwnedItems,
  type UnitName,
  userGroupItems,
  userItems,
} from './owned-items.ts';
import { type ItemRef, itemKey } from './ownership.ts';
import { type RelatedItems, RelationIndex } from './relations.ts';

export interface AccessBoard {
  readonly items: OwnedItems;
  readonly index: RelationIndex;
  /** The item of the address, while there is such an item. */
  readonly selection: Selection | undefined;
  readonly related: RelatedItems;
  /** As it was when the item was selected: rows keep their places while links come and go. */
  readonly relatedAtSelection: RelatedItems;
}

/** What the columns show of an admin unit, worked out anew only where its records changed. */
export function useAccessBoard(
  { users, userGroups, assetGroups, assets, ...links }: ownership.Ownership,
  selected: ItemRef | undefined,
  unitName: UnitName,
): AccessBoard {
  const { userGroupUsers, userGroupAssetGroups, assetGroupAssets } = links;
  const user = useMemo(() => userItems(users, unitName), [users, unitName]);
  const userGroup = useMemo(() => userGroupItems(userGroups, unitName), [userGroups, unitName]);
  const assetGroup = useMemo(() => assetGroupItems(assetGroups, unitName), [assetGroups, unitName]);
  const asset = useMemo(() => assetItems(assets), [assets]);
  const items = { user, userGroup, assetGroup, asset };
  const index = useMemo(
    () => new RelationIndex({ userGroupUsers, userGroupAssetGroups, assetGroupAssets, assetGroups }),
    [userGroupUsers, userGroupAssetGroups, assetGroupAssets, assetGroups],
  );

  const key = selected ? itemKey(selected) : '';
  const name = selected && items[selected.kind].find(({ id }) => id === selected.id)?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the selected item
  const selection = useMemo(() => (selected && name !== undefined ? { item: selected, name } : undefined), [key, name]);
  const related = useMemo(() => index.relatedTo(selection?.item), [index, selection]);
  const frozenKey = selection ? key : '';
  const [frozen, setFrozen] = useState({ key: frozenKey, related });
  if (frozen.key !== frozenKey) setFrozen({ key: frozenKey, related });
  return { items, index, selection, related, relatedAtSelection: frozen.related };
}
