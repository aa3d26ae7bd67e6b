import { type accessAnswers, auth, ownership } from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const ada = { userId: 11, username: 'ada@example.com', adminId: 1, resetSent: true };
const pump = {
  assetId: 41,
  assetAlias: 'Pump 1',
  serialNumber: 'TT-1',
  assetDefinitionId: 1,
  assetDefinition: { assetDefinitionName: 'Pump station' },
  adminId: 1,
};
const userGroups = [{ userGroupId: 21, userGroupName: 'Operators', adminId: 1 }];
const assetGroups = [
  { assetGroupId: 31, assetGroupName: 'North field', adminId: 1 },
  { assetGroupId: 32, assetGroupName: 'Pad 7', adminId: 1 },
];

function portal(): PortalStub {
  const lists = { users: [ada], userGroups: [], assetGroups: [], assets: [pump] };
  const links = { userGroupUsers: [], userGroupAssetGroups: [], assetGroupAssets: [], alerts: [] };
  return new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on(ownership.getOwnership, { body: { ...lists, ...links } as unknown as ownership.Ownership })
    .on(ownership.listAdminUnits, { body: [{ adminId: 1, adminName: 'Headquarters', parentAdminId: null }] });
}

describe('who may what', () => {
  it('answers who can see an asset, by the address alone, with every group on the way', async () => {
    const stub = portal().on('GET /api/ef/assets/41/access', {
      body: {
        asset: { assetId: 41, assetAlias: 'Pump 1', serialNumber: 'TT-1' },
        permissionId: 40,
        users: [
          {
            userId: 11,
            username: 'ada@example.com',
            adminId: 1,
            canLogIn: false,
            administers: null,
            grantedBy: [21, null],
            reachedBy: [{ userGroupId: 21, linkedGroupId: 31, holderId: 32 }],
          },
          {
            userId: 12,
            username: 'root',
            adminId: 1,
            canLogIn: true,
            administers: 'everything',
            grantedBy: [21],
            reachedBy: [],
          },
        ],
        withoutPermission: 3,
        userGroups,
        assetGroups,
      } as unknown as accessAnswers.AssetAccess,
    });
    await renderApp('/access?asset=41&may=40');
    const table = await screen.findByRole('table', { name: 'Users who can' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toBe(
      'ada@example.com cannot log in yetOperators, a group of an admin unit aboveOperators → North field → Pad 7 below it',
    );
    expect(second?.textContent).toContain('Administers everything');
    expect(screen.getByText(/3 more reach it/)).toBeTruthy();
    const asked = stub.requests.find(({ url }) => url.pathname === '/api/ef/assets/41/access');
    expect(asked?.url.searchParams.get('permissionId')).toBe('40');
    fireEvent.change(screen.getByLabelText('Filter users'), { target: { value: 'nobody' } });
    expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  });

  it('answers what a user may, and through which group', async () => {
    portal().on('GET /api/ef/users/11/access', {
      body: {
        user: { userId: 11, username: 'ada@example.com', adminId: 1, readOnly: false },
        administers: null,
        permissions: [{ permissionId: 6, grantedBy: [21] }],
        reaches: [{ assetGroupId: 31, userGroupIds: [21], assetCount: 7 }],
        assetCount: 7,
        userGroups,
        assetGroups,
      } as unknown as accessAnswers.UserAccess,
    });
    await renderApp('/access?user=11');
    expect(await screen.findByText(/has 7 assets in sight/)).toBeTruthy();
    expect(screen.getByRole('row', { name: 'North field Operators 7' })).toBeTruthy();
    expect(screen.getByText('Yes, from Operators')).toBeTruthy();
  });

  it('asks for the object of the question first', async () => {
    portal();
    await renderApp('/access');
    expect(await screen.findByText('Choose an asset.')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'What may this user?' }));
    expect(await screen.findByText('Choose a user.')).toBeTruthy();
  });
});
