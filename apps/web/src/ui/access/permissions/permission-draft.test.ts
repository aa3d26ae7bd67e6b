import { permissionCatalogue } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { contestedOf, differenceOf, withOther, withTheirs } from './permission-draft.ts';
import { permissionPresets, presetOf } from './permission-presets.ts';

describe('a draft of permissions that somebody else has changed', () => {
  // Both began with 6 and 38; they took 38 and gave 54, the draft gave 40.
  const draft = withOther({ base: new Set([6, 38]), now: new Set([6, 38, 40]) }, new Set([6, 54]));

  it('is measured against what stands, and names what both have set', () => {
    expect(differenceOf(draft.base, draft.now)).toEqual([38, 40, 54]);
    expect(contestedOf(draft)).toEqual([38, 54]);
  });

  it('takes over what they set, and keeps one’s own other changes', () => {
    const taken = withTheirs(draft);
    expect(differenceOf(taken.base, taken.now)).toEqual([40]);
    expect(contestedOf(taken)).toEqual([]);
  });
});

describe('presets', () => {
  const isWithin = (inner: ReadonlySet<number>, outer: ReadonlySet<number> | undefined) =>
    [...inner].every((id) => outer?.has(id));
  const known = new Set(permissionCatalogue.map(({ permissionId }) => permissionId));

  it('hold permissions of the catalogue, each all that the one before it holds', () => {
    for (const [index, { permissions }] of permissionPresets.entries()) {
      expect(isWithin(permissions, known)).toBe(true);
      expect(isWithin(permissionPresets[index - 1]?.permissions ?? new Set(), permissions)).toBe(true);
    }
  });

  it('let a viewer change nothing', () => {
    const views = permissionCatalogue.filter(({ name }) => name.endsWith('View')).map((one) => one.permissionId);
    expect(isWithin(permissionPresets[0]?.permissions ?? new Set([1]), new Set(views))).toBe(true);
  });

  it('are recognised while nothing was changed', () => {
    expect(permissionPresets.map(({ permissions }) => presetOf(new Set(permissions))?.name)).toEqual([
      'Viewer',
      'Operator',
      'Engineer',
      'Administrator',
    ]);
    expect(presetOf(new Set([6]))).toBeUndefined();
  });
});
