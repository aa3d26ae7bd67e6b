import { ADMIN_MODIFY, permissionId } from '@telltale/contract';
import { expect, test } from 'vitest';
import '#testing/setup.ts';
import { includesPermission } from '#session/session-store.ts';
import { pageActions } from './page-actions.ts';

const pagesOf = (permissions: readonly number[], isOfFirstUnit: boolean) => {
  const held = new Set(permissions);
  const actions = pageActions(
    (id) => includesPermission(held, id),
    isOfFirstUnit,
    () => undefined,
  );
  return actions.map(({ label }) => label);
};

test('the palette leads nobody to what the portal would refuse them', () => {
  expect(pagesOf([ADMIN_MODIFY], true)).toContain('First hour');
  const ofUnit = pagesOf([ADMIN_MODIFY], false);
  expect(ofUnit).toContain('Refused data');
  expect(ofUnit).not.toContain('First hour');
  expect(pagesOf([permissionId('Assets', 'View')], true)).not.toContain('Systems');
  expect(pagesOf([permissionId('Assets', 'View'), permissionId('Systems', 'View')], true)).toContain('Systems');
});
