/** The four columns of the ownership page, in the order in which links lead from one to the next (spec 2 §2.6). */
export const itemKinds = ['user', 'userGroup', 'assetGroup', 'asset'] as const;

export type ItemKind = (typeof itemKinds)[number];

/** One user, user group, asset group or asset. */
export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: number;
}

/** What the columns stand on: who and what there is in an admin unit, and what is linked to what. */
export interface Ownership {
  readonly userGroupUsers: readonly { readonly userGroupId: number; readonly userId: number }[];
  readonly userGroupAssetGroups: readonly { readonly userGroupId: number; readonly assetGroupId: number }[];
  readonly assetGroupAssets: readonly { readonly assetGroupId: number; readonly assetId: number }[];
  readonly assetGroups: readonly { readonly assetGroupId: number; readonly parentGroupId: number | null }[];
}

/** Texts of a kind: the heading of its column, and what one of it is called in a sentence. */
export const kindNames: Readonly<Record<ItemKind, { heading: string; one: string; many: string }>> = {
  user: { heading: 'Users', one: 'user', many: 'users' },
  userGroup: { heading: 'User Groups', one: 'user group', many: 'user groups' },
  assetGroup: { heading: 'Asset Groups', one: 'asset group', many: 'asset groups' },
  asset: { heading: 'Assets', one: 'asset', many: 'assets' },
};

/** A name for an item that can stand in an address or as a key: `userGroup-7`. */
export function itemKey({ kind, id }: ItemRef): string {
  return `${kind}-${id}`;
}

/** Reads what `itemKey` wrote; undefined when it is none. */
export function parseItemKey(key: string | null): ItemRef | undefined {
  const [, kindText, idText] = /^([a-zA-Z]+)-([1-9]\d{0,14})$/.exec(key ?? '') ?? [];
  const kind = itemKinds.find((known) => known === kindText);
  return kind && idText !== undefined ? { kind, id: Number(idText) } : undefined;
}

export function isSameItem(first: ItemRef | undefined, second: ItemRef | undefined): boolean {
  return first?.kind === second?.kind && first?.id === second?.id;
}
