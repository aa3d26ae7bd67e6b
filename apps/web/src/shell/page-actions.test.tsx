import { ADMIN_MODIFY, permissionId } from '@telltale/contract';
import { expect, test } from 'vitest';
import '#testing/setup.ts';
import { includesPermission } from '#session/session-store.ts';
import { otherPages } from './page-actions.ts';

const pagesOf = (permissions: readonly number[], isOfFirstUnit: boolean) => {
  const held = new Set(permissions);
  return otherPages((id) => includesPermission(held, id), isOfFirstUnit).map(({ label }) => label);
};

test('the menu and the palette lead nobody to what the portal would refuse them', () => {
  expect(pagesOf([ADMIN_MODIFY], true)).toContain('First hour');
  const ofUnit = pagesOf([ADMIN_MODIFY], false);
  expect(ofUnit).toContain('Refused data');
  expect(ofUnit).not.toContain('First hour');
  expect(pagesOf([permissionId('Assets', 'View')], true)).not.toContain('Systems');
  expect(pagesOf([permissionId('Assets', 'View'), permissionId('Systems', 'View')], true)).toContain('Systems');
});
