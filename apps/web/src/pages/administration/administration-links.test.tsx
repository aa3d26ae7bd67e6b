import { ADMIN_MODIFY, assets, auth, permissionId } from '@telltale/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const aPortal = (permissions: readonly number[]) =>
  new PortalStub().on(auth.login, { body: aLogin(permissions) }).on(assets.listAssets, { body: [] });

test.each(['/audit', '/gateways', '/files', '/quarantine'])(
  '%s leads to the rest of the administration',
  async (path) => {
    aPortal([ADMIN_MODIFY]);
    await renderApp(path);
    const links = within(await screen.findByRole('navigation', { name: 'More of the administration' }));
    expect(links.getByRole('link', { name: 'Users and groups' })).toBeTruthy();
    expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain(path);
  },
);

test('who is no administrator is not led to pages that would refuse them', async () => {
  aPortal([permissionId('Assets', 'View'), permissionId('Files', 'View')]);
  await renderApp('/files');
  await screen.findByRole('heading', { name: 'Files' });
  expect(screen.queryByRole('navigation', { name: 'More of the administration' })).toBeNull();
});
