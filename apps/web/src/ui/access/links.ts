import type { ItemRef, Ownership } from './ownership.ts';

/** One link between two neighbouring columns; `left` and `right` as the columns stand on the screen. */
export interface Link {
  readonly list: 'userGroupUsers' | 'userGroupAssetGroups' | 'assetGroupAssets';
  readonly left: number;
  readonly right: number;
}

const lists = {
  'user userGroup': 'userGroupUsers',
  'userGroup assetGroup': 'userGroupAssetGroups',
  'assetGroup asset': 'assetGroupAssets',
} as const;

/**
 * The link that dropping one item on another makes, in whichever direction it was dragged; undefined when the two
 * cannot be linked ('Invalid drop combo', spec 2 §5).
 */
export function linkBetween(first: ItemRef, second: ItemRef): Link | undefined {
  for (const [left, right] of [
    [first, second],
    [second, first],
  ] as const) {
    const list = (lists as Partial<Record<string, Link['list']>>)[`${left.kind} ${right.kind}`];
    if (list) return { list, left: left.id, right: right.id };
  }
  return undefined;
}

/** Whether the link is among the records. */
export function hasLink(ownership: Ownership, link: Link): boolean {
  switch (link.list) {
    case 'userGroupUsers':
      return ownership.userGroupUsers.some(
        ({ userGroupId, userId }) => userId === link.left && userGroupId === link.right,
      );
    case 'userGroupAssetGroups':
      return ownership.userGroupAssetGroups.some(
        ({ userGroupId, assetGroupId }) => userGroupId === link.left && assetGroupId === link.right,
      );
    case 'assetGroupAssets':
      return ownership.assetGroupAssets.some(
        ({ assetGroupId, assetId }) => assetGroupId === link.left && assetId === link.right,
      );
  }
}

/** The records with these links added (those that are there already stay single) or removed. */
export function withLinks<T extends Ownership>(ownership: T, links: readonly Link[], change: 'add' | 'remove'): T {
  const touched = new Set(links.map(linkKey));
  const left = {
    userGroupUsers: ownership.userGroupUsers.filter(
      (one) => !touched.has(linkKey({ list: 'userGroupUsers', left: one.userId, right: one.userGroupId })),
    ),
    userGroupAssetGroups: ownership.userGroupAssetGroups.filter(
      (one) => !touched.has(linkKey({ list: 'userGroupAssetGroups', left: one.userGroupId, right: one.assetGroupId })),
    ),
    assetGroupAssets: ownership.assetGroupAssets.filter(
      (one) => !touched.has(linkKey({ list: 'assetGroupAssets', left: one.assetGroupId, right: one.assetId })),
    ),
  };
  if (change === 'remove') return { ...ownership, ...left };
  const added = [...new Map(links.map((link) => [linkKey(link), link])).values()];
  const of = (list: Link['list']) => added.filter((link) => link.list === list);
  return {
    ...ownership,
    userGroupUsers: [
      ...left.userGroupUsers,
      ...of('userGroupUsers').map((link) => ({ userId: link.left, userGroupId: link.right })),
    ],
    userGroupAssetGroups: [
      ...left.userGroupAssetGroups,
      ...of('userGroupAssetGroups').map((link) => ({ userGroupId: link.left, assetGroupId: link.right })),
    ],
    assetGroupAssets: [
      ...left.assetGroupAssets,
      ...of('assetGroupAssets').map((link) => ({ assetGroupId: link.left, assetId: link.right })),
    ],
  };
}

function linkKey({ list, left, right }: Link): string {
  return `${list} ${left} ${right}`;
}
