import { auth, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const anAsset = (assetId: number, assetAlias: string) => ({
  assetId,
  assetAlias,
  serialNumber: `TT-${assetId}`,
  assetDefinitionId: 1,
  assetDefinition: { assetDefinitionName: 'Pump station' },
  adminId: 1,
});

const group = (assetGroupId: number, assetGroupName: string, parentGroupId: number | null) => ({
  assetGroupId,
  assetGroupName,
  parentGroupId,
  description: '',
  adminId: 1,
});

const records = {
  users: [{ userId: 11, username: 'ada@example.com', adminId: 1, resetSent: true }],
  userGroups: [
    {
      userGroupId: 21,
      userGroupName: 'Operators',
      adminId: 1,
      description: '',
      parentGroupId: null,
      permissionGroups: [],
    },
  ],
  assetGroups: [group(31, 'All groups', null), group(33, 'North field', 31), group(32, 'Pad 7', 33)],
  assets: [anAsset(41, 'Pump 1'), anAsset(42, 'Pump 2')],
  userGroupUsers: [{ userGroupId: 21, userId: 11 }],
  userGroupAssetGroups: [{ userGroupId: 21, assetGroupId: 33 }],
  assetGroupAssets: [{ assetGroupId: 32, assetId: 42 }],
  alerts: [],
} as unknown as ownership.Ownership;

function portal(): PortalStub {
  return new PortalStub().on(auth.login, { body: aLogin() }).on(ownership.getOwnership, { body: records });
}

async function treeRows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('grid', { name: 'Asset Groups' })).getAllByRole('row');
}

/** Names of the tiles, in their order. */
function tileNames(): (string | undefined)[] {
  return screen
    .getAllByRole('button', { name: /^More of / })
    .map((button) => button.getAttribute('aria-label')?.replace('More of ', ''));
}

const bodiesOf = (stub: PortalStub) =>
  stub.requests.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => [method, url.pathname, body]);

describe('the asset groups page', () => {
  it('shows the groups as a tree with their counts, and the assets as tiles', async () => {
    portal();
    await renderApp('/assetgroups');
    expect((await treeRows()).map(({ textContent }) => textContent)).toEqual([
      'All groups1 below',
      'North field1 below',
      'Pad 71',
    ]);
    expect(tileNames()).toEqual(['Pump 1', 'Pump 2']);
  });

  it('puts the assets of the chosen group first, and says who reaches the group', async () => {
    portal();
    await renderApp('/assetgroups');
    fireEvent.click((await treeRows())[2] as HTMLElement);
    await waitFor(() => expect(currentAddress()).toBe('/assetgroups?select=assetGroup-32&group=32'));
    await waitFor(() => expect(tileNames()).toEqual(['Pump 2', 'Pump 1']));
    const userGroups = within(screen.getByRole('grid', { name: 'User Groups' }));
    expect(userGroups.getByRole('row', { name: /Operators/ }).dataset.relation).toBe('indirect');
  });

  it('takes an asset out with the red button, and puts one in with the green one', async () => {
    const stub = portal()
      .on('DELETE /api/assetgroups/32/assets', { body: [] })
      .on({ method: 'PUT', path: '/api/assetgroups/32/assets' }, { body: [41] });
    await renderApp('/assetgroups?group=32');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Pump 2 from Pad 7' }));
    expect(await screen.findByRole('button', { name: 'Add Pump 2 to Pad 7' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add Pump 1 to Pad 7' }));
    expect(await screen.findByRole('button', { name: 'Remove Pump 1 from Pad 7' })).toBeTruthy();
    await waitFor(() =>
      expect(bodiesOf(stub)).toEqual([
        ['DELETE', '/api/assetgroups/32/assets', [42]],
        ['PUT', '/api/assetgroups/32/assets', [41]],
      ]),
    );
  });

  it('offers in the menu of a tile what can be done with it, and selects a tile without losing the group', async () => {
    portal();
    await renderApp('/assetgroups?group=32');
    fireEvent.click(await screen.findByRole('button', { name: 'More of Pump 2' }));
    expect(await screen.findByRole('menuitem', { name: 'Remove from asset group' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Add to asset group' })).toBeNull();
    fireEvent.click(screen.getByText('TT-42'));
    await waitFor(() => expect(currentAddress()).toBe('/assetgroups?group=32&select=asset-42'));
    const tree = await treeRows();
    expect(tree[2]?.getAttribute('aria-current')).toBe('true');
    expect(tree.map(({ dataset }) => dataset.relation)).toEqual(['indirect', 'indirect', 'direct']);
  });

  it('shows the permissions of the selected user group in its own tab', async () => {
    portal();
    await renderApp('/assetgroups?tab=permissions&select=userGroup-21');
    expect(await screen.findByRole('heading', { name: 'Operators Permissions' })).toBeTruthy();
  });
});
