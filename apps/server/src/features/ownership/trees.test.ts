import type { AdminId } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsWithin, makesCycle } from './group-tree.ts';
import { UnitTree } from './unit-tree.ts';

const node = (id: number, parentGroupId: number | null) => ({ id, parentGroupId });
/** 1 ← 2 ← 3, 1 ← 4, and 5 on its own. */
const groups = [node(1, null), node(2, 1), node(3, 2), node(4, 1), node(5, null)];

/** A forest: each node's parent has a smaller number, or it has none. */
const forests = fc
  .array(fc.option(fc.nat({ max: 30 }), { nil: null }), { minLength: 1, maxLength: 30 })
  .map((parents) => parents.map((parent, id) => node(id, parent !== null && parent < id ? parent : null)));

describe('a tree of groups', () => {
  it.each([
    [1, 1, true],
    [1, 3, true],
    [2, 3, true],
    [3, 1, false],
    [4, 3, false],
    [5, 3, false],
    [2, null, false],
    [0, 3, false],
  ])('with %s below %s has a circle: %s', (id, parent, isCycle) => {
    expect(makesCycle(groups, id, parent)).toBe(isCycle);
  });

  it('ends when there is a circle already', () => {
    const circle = [node(1, 2), node(2, 1), node(3, 2)];
    expect(makesCycle(circle, 9, 3)).toBe(false);
    expect(groupsWithin(circle, [1])).toEqual(new Set([1, 2, 3]));
  });

  it('has a circle after a move exactly when the new parent was below', () => {
    fc.assert(
      fc.property(forests, fc.nat({ max: 29 }), fc.nat({ max: 29 }), (nodes, a, b) => {
        const [id, parent] = [a % nodes.length, b % nodes.length];
        expect(makesCycle(nodes, id, parent)).toBe(groupsWithin(nodes, [id]).has(parent));
      }),
    );
  });
});

describe('a tree of units', () => {
  const unit = (adminId: number, parent: number | null) => ({
    adminId: adminId as AdminId,
    adminName: `unit ${adminId}`,
    parentAdminId: parent as AdminId | null,
  });
  const units = new UnitTree([unit(1, null), unit(2, 1), unit(3, 2), unit(4, 1)]);
  const inSight = (adminId: number, permissions: number[]) =>
    [...units.inSightOf({ adminId: adminId as AdminId, permissions: new Set(permissions) })].sort();

  it.each([
    [1, [1], [1, 2, 3, 4]],
    [2, [1], [2, 3]],
    [3, [1], [3]],
    [1, [10, 26], [1]],
    [2, [], [2]],
  ])('shows unit %s with permissions %j the units %j', (adminId, permissions, expected) => {
    expect(inSight(adminId, permissions)).toEqual(expected);
  });

  it('holds nothing for a unit that is none', () => {
    expect(units.within(9 as AdminId)).toEqual(new Set());
  });
});
