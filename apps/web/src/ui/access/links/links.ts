import type { ItemRef, Ownership } from '../ownership.ts';

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

/** Those of the links that adding or removing them would change: absent ones to add, present ones to remove. */
export function changingLinks(ownership: Ownership, links: readonly Link[], change: 'add' | 'remove'): Link[] {
  const present = new Set(
    [
      ...ownership.userGroupUsers.map((one) => linkOf('userGroupUsers', one.userId, one.userGroupId)),
      ...ownership.userGroupAssetGroups.map((one) => linkOf('userGroupAssetGroups', one.userGroupId, one.assetGroupId)),
      ...ownership.assetGroupAssets.map((one) => linkOf('assetGroupAssets', one.assetGroupId, one.assetId)),
    ].map(linkKey),
  );
  const wanted = new Map(links.map((link) => [linkKey(link), link]));
  return [...wanted].filter(([key]) => present.has(key) === (change === 'remove')).map(([, link]) => link);
}

/** The records with these links added (those that are there already stay single) or removed. */
export function withLinks<T extends Ownership>(ownership: T, links: readonly Link[], change: 'add' | 'remove'): T {
  const touched = new Set(links.map(linkKey));
  const left = {
    userGroupUsers: ownership.userGroupUsers.filter(
      (one) => !touched.has(linkKey(linkOf('userGroupUsers', one.userId, one.userGroupId))),
    ),
    userGroupAssetGroups: ownership.userGroupAssetGroups.filter(
      (one) => !touched.has(linkKey(linkOf('userGroupAssetGroups', one.userGroupId, one.assetGroupId))),
    ),
    assetGroupAssets: ownership.assetGroupAssets.filter(
      (one) => !touched.has(linkKey(linkOf('assetGroupAssets', one.assetGroupId, one.assetId))),
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

function linkOf(list: Link['list'], left: number, right: number): Link {
  return { list, left, right };
}

function linkKey({ list, left, right }: Link): string {
  return `${list} ${left} ${right}`;
}
