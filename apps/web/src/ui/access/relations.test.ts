import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ItemKind, type ItemRef, itemKey, itemKinds, type Ownership, parseItemKey } from './ownership.ts';
import { type Relation, RelationIndex } from './relations.ts';

/**
 * ada, bob → operators → north (below it: yard) ; cyd → nightShift → field (above north).
 * Pump in north, tank in yard, rig in nothing.
 */
const ada = 1;
const bob = 2;
const cyd = 3;
const operators = 11;
const nightShift = 12;
const field = 21;
const north = 22;
const yard = 23;
const pump = 31;
const tank = 32;

const ownership: Ownership = {
  userGroupUsers: [
    { userGroupId: operators, userId: ada },
    { userGroupId: operators, userId: bob },
    { userGroupId: nightShift, userId: cyd },
  ],
  userGroupAssetGroups: [
    { userGroupId: operators, assetGroupId: north },
    { userGroupId: nightShift, assetGroupId: field },
  ],
  assetGroupAssets: [
    { assetGroupId: north, assetId: pump },
    { assetGroupId: yard, assetId: tank },
  ],
  assetGroups: [
    { assetGroupId: field, parentGroupId: null },
    { assetGroupId: north, parentGroupId: field },
    { assetGroupId: yard, parentGroupId: north },
  ],
};

type Expected = Partial<Record<ItemKind, Record<number, Relation>>>;

describe('what is highlighted with a selected item', () => {
  it.each<[string, ItemRef, Expected]>([
    [
      'a user: the groups, and what they reach',
      { kind: 'user', id: ada },
      {
        userGroup: { [operators]: 'direct' },
        assetGroup: { [north]: 'indirect', [yard]: 'indirect' },
        asset: { [pump]: 'indirect', [tank]: 'indirect' },
      },
    ],
    [
      'a user group: its users, its asset groups with those below, and their assets',
      { kind: 'userGroup', id: nightShift },
      {
        user: { [cyd]: 'direct' },
        assetGroup: { [field]: 'direct', [north]: 'indirect', [yard]: 'indirect' },
        asset: { [pump]: 'indirect', [tank]: 'indirect' },
      },
    ],
    [
      'an asset group: its assets and those of groups below, and who reaches it over groups above',
      { kind: 'assetGroup', id: north },
      {
        user: { [ada]: 'indirect', [bob]: 'indirect', [cyd]: 'indirect' },
        userGroup: { [operators]: 'direct', [nightShift]: 'indirect' },
        asset: { [pump]: 'direct', [tank]: 'indirect' },
      },
    ],
    [
      'an asset: its groups with those above, and everybody who sees it',
      { kind: 'asset', id: tank },
      {
        user: { [ada]: 'indirect', [bob]: 'indirect', [cyd]: 'indirect' },
        userGroup: { [operators]: 'indirect', [nightShift]: 'indirect' },
        assetGroup: { [yard]: 'direct', [north]: 'indirect', [field]: 'indirect' },
      },
    ],
    ['an asset in no group: nothing', { kind: 'asset', id: 99 }, {}],
  ])('%s', (_, item, expected) => {
    const related = new RelationIndex(ownership).relatedTo(item);
    for (const kind of itemKinds) {
      expect(Object.fromEntries(related[kind]), kind).toEqual(expected[kind] ?? {});
    }
  });

  it('is nothing while nothing is selected', () => {
    const related = new RelationIndex(ownership).relatedTo(undefined);
    expect(itemKinds.map((kind) => related[kind].size)).toEqual([0, 0, 0, 0]);
  });

  it('ends where groups hang in a circle', () => {
    const circle: Ownership = {
      ...ownership,
      assetGroups: [
        { assetGroupId: north, parentGroupId: yard },
        { assetGroupId: yard, parentGroupId: north },
      ],
    };
    const related = new RelationIndex(circle).relatedTo({ kind: 'userGroup', id: operators });
    expect([...related.asset.keys()].sort()).toEqual([pump, tank]);
  });

  it('is mutual: what is related to an item has the item among its own', () => {
    const id = fc.integer({ min: 1, max: 6 });
    const pairs = fc.array(fc.tuple(id, id), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, pairs, pairs, fc.array(id, { maxLength: 6 }), (members, reached, contained, parents) => {
        const index = new RelationIndex({
          userGroupUsers: members.map(([userId, userGroupId]) => ({ userId, userGroupId })),
          userGroupAssetGroups: reached.map(([userGroupId, assetGroupId]) => ({ userGroupId, assetGroupId })),
          assetGroupAssets: contained.map(([assetGroupId, assetId]) => ({ assetGroupId, assetId })),
          assetGroups: parents.map((parentGroupId, at) => ({ assetGroupId: at + 1, parentGroupId })),
        });
        for (const kind of itemKinds) {
          for (const other of itemKinds.filter((one) => one !== kind)) {
            for (const [found, relation] of index.relatedTo({ kind, id: 1 })[other]) {
              expect(index.relatedTo({ kind: other, id: found })[kind].get(1)).toBe(relation);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('answers for 5,000 users, 500 groups and 10,000 assets', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const index = new RelationIndex({
      userGroupUsers: many(10_000).map((n) => ({ userId: (n % 5_000) + 1, userGroupId: (n % 500) + 1 })),
      userGroupAssetGroups: many(2_000).map((n) => ({ userGroupId: (n % 500) + 1, assetGroupId: (n % 499) + 1 })),
      assetGroupAssets: many(20_000).map((n) => ({ assetGroupId: (n % 500) + 1, assetId: (n % 10_000) + 1 })),
      assetGroups: many(500).map((n) => ({ assetGroupId: n, parentGroupId: n === 1 ? null : 1 })),
    });
    expect(index.relatedTo({ kind: 'assetGroup', id: 1 }).asset.size).toBe(10_000);
  });
});

describe('a group with those below it', () => {
  it.each([
    [field, [field, north, yard]],
    [north, [north, yard]],
    [yard, [yard]],
  ])('of %i', (group, below) => {
    expect([...new RelationIndex(ownership).groupWithBelow(group)].sort()).toEqual(below);
  });
});

describe('an item in the address', () => {
  it.each<[string | null, ItemRef | undefined]>([
    ['userGroup-7', { kind: 'userGroup', id: 7 }],
    ['asset-10000', { kind: 'asset', id: 10_000 }],
    ['asset-0', undefined],
    ['asset--1', undefined],
    ['asset-1e3', undefined],
    ['constructor-1', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s', (text, item) => {
    expect(parseItemKey(text)).toEqual(item);
    if (item) expect(itemKey(item)).toBe(text);
  });
});
