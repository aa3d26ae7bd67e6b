import { describe, expect, it } from 'vitest';
import { type ItemKind, itemKinds, type Ownership } from '../ownership.ts';
import { changingLinks, type Link, linkBetween, withLinks } from './links.ts';

const empty: Ownership = { userGroupUsers: [], userGroupAssetGroups: [], assetGroupAssets: [], assetGroups: [] };

describe('dropping one item on another', () => {
  const allowed: Partial<Record<string, Link>> = {
    'user userGroup': { list: 'userGroupUsers', left: 1, right: 2 },
    'userGroup user': { list: 'userGroupUsers', left: 2, right: 1 },
    'userGroup assetGroup': { list: 'userGroupAssetGroups', left: 1, right: 2 },
    'assetGroup userGroup': { list: 'userGroupAssetGroups', left: 2, right: 1 },
    'assetGroup asset': { list: 'assetGroupAssets', left: 1, right: 2 },
    'asset assetGroup': { list: 'assetGroupAssets', left: 2, right: 1 },
  };
  const combos = itemKinds.flatMap((dragged) => itemKinds.map((target) => [dragged, target] as const));
  it.each<readonly [ItemKind, ItemKind]>(combos)('%s on %s', (dragged, target) => {
    expect(linkBetween({ kind: dragged, id: 1 }, { kind: target, id: 2 })).toEqual(allowed[`${dragged} ${target}`]);
  });
});

describe('changing links', () => {
  const links: Link[] = [
    { list: 'userGroupUsers', left: 1, right: 11 },
    { list: 'userGroupAssetGroups', left: 11, right: 21 },
    { list: 'assetGroupAssets', left: 21, right: 31 },
  ];
  const full = withLinks(empty, links, 'add');

  it('adds each to its list', () => {
    expect(full).toEqual({
      userGroupUsers: [{ userId: 1, userGroupId: 11 }],
      userGroupAssetGroups: [{ userGroupId: 11, assetGroupId: 21 }],
      assetGroupAssets: [{ assetGroupId: 21, assetId: 31 }],
      assetGroups: [],
    });
    expect(changingLinks(full, links, 'remove')).toEqual(links);
    expect(changingLinks(full, links, 'add')).toEqual([]);
  });

  it('adds none twice', () => {
    expect(withLinks(full, [...links, ...links], 'add')).toEqual(full);
  });

  it.each(links)('removes only $list', (link) => {
    const left = withLinks(full, [link], 'remove');
    expect(changingLinks(left, links, 'add')).toEqual([link]);
    expect(changingLinks(left, [...links, link], 'remove')).toEqual(links.filter((one) => one !== link));
  });

  it('leaves what it was given as it is, for the way back', () => {
    const before = structuredClone(full);
    withLinks(full, links, 'remove');
    expect(full).toEqual(before);
  });
});
