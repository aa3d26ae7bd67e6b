import { auth, ownership, type PermissionFlags } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const flags = { view: false, create: false, delete: false, modify: false };
const assetsView = { ...flags, type: 'Assets', view: true } as const;
const SAVE = { method: 'POST', path: '/api/usergroups/21/permissions/groupedlist' } as const;

function portal(): PortalStub {
  const groupOf = (userGroupId: number, userGroupName: string, permissionGroups: PermissionFlags[]) => ({
    userGroupId,
    userGroupName,
    adminId: 1,
    description: '',
    parentGroupId: 1,
    permissionGroups,
  });
  const records = {
    users: [],
    userGroups: [groupOf(21, 'Operators', [assetsView]), groupOf(22, 'Night shift', [{ ...assetsView, modify: true }])],
    assetGroups: [],
    assets: [],
    userGroupUsers: [],
    userGroupAssetGroups: [],
    assetGroupAssets: [],
    alerts: [],
  } as unknown as ownership.Ownership;
  return new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on(ownership.getOwnership, { body: records })
    .on(ownership.listAdminUnits, { body: [{ adminId: 1, adminName: 'Headquarters', parentAdminId: null }] });
}

// By label and text: looking for roles among a hundred boxes takes seconds.
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const savesOf = (stub: PortalStub) => stub.requests.filter(({ method }) => method === 'POST');

describe('the editor of permissions', () => {
  it('fills the boxes with a preset, and saves them only when told to', async () => {
    const stub = portal();
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    fireEvent.click(await screen.findByText('Preset'));
    fireEvent.click(await screen.findByText('Operator'));
    expect(box('Create Commands').checked).toBe(true);
    expect(box('Delete Assets').checked).toBe(false);
    expect(await screen.findByText('Preset: Operator')).toBeTruthy();
    expect(savesOf(stub)).toEqual([]);
    fireEvent.click(screen.getByText('Revert'));
    expect(box('Create Commands').checked).toBe(false);
  });

  it('compares with another group by an address of its own, and copies it', async () => {
    portal();
    await renderApp('/admin?tab=permissions&select=userGroup-21&compare=22');
    expect(await screen.findByText(/^1 permission differs/)).toBeTruthy();
    expect(screen.getByText('Night shift: granted')).toBeTruthy();
    fireEvent.click(screen.getByText('Copy all'));
    expect(box('Modify Assets').checked).toBe(true);
    expect(screen.getByText('Both may do the same.')).toBeTruthy();
    expect(currentAddress()).toContain('compare=22');
  });

  it('shows what somebody else has saved meanwhile, and leaves the choice', async () => {
    const stands = [{ ...assetsView, create: true }];
    const conflict = {
      status: 409,
      body: {
        error: { code: 'conflict', message: 'Somebody else was faster.', details: { permissionGroups: stands } },
      },
    };
    const stub = portal().on(SAVE, conflict);
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    await screen.findByText('Operators Permissions');
    fireEvent.click(box('Modify Assets'));
    fireEvent.click(screen.getByText('Save Changes'));
    const notice = await screen.findByLabelText('Changed by somebody else');
    expect(within(notice).getByText('Create Assets')).toBeTruthy();
    expect(within(notice).queryByText('Modify Assets')).toBeNull();
    expect(savesOf(stub)[0]?.url.searchParams.get('before')).toBe('6');
    // Theirs is taken over; one's own other change is still to be saved, measured against what stands.
    fireEvent.click(within(notice).getByText('Take theirs'));
    expect([box('Create Assets').checked, box('Modify Assets').checked]).toEqual([true, true]);
    stub.on(SAVE, { body: [{ ...assetsView, create: true, modify: true }] });
    fireEvent.click(screen.getByText('Save Changes'));
    await waitFor(() => expect(screen.queryByText('Save Changes')).toBeNull());
    expect(savesOf(stub)[1]?.url.searchParams.get('before')).toBe('6,7');
    expect(savesOf(stub)[1]?.body).toEqual([{ ...assetsView, create: true, modify: true }]);
  });

  it('saves what was set here over what somebody else has saved meanwhile, once that was seen', async () => {
    const stands = [{ ...assetsView, create: true, modify: true }];
    const details = { permissionGroups: stands };
    const stub = portal().on(SAVE, {
      status: 409,
      body: { error: { code: 'conflict', message: 'Somebody else was faster.', details } },
    });
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    await screen.findByText('Operators Permissions');
    fireEvent.click(box('Delete Assets'));
    fireEvent.click(screen.getByText('Save Changes'));
    const notice = await screen.findByLabelText('Changed by somebody else');
    stub.on(SAVE, { body: [{ ...assetsView, delete: true }] });
    fireEvent.click(within(notice).getByText('Save mine'));
    await waitFor(() => expect(screen.queryByText('Save Changes')).toBeNull());
    expect(savesOf(stub).map(({ url }) => url.searchParams.get('before'))).toEqual(['6', '6,7,8']);
    expect(savesOf(stub)[1]?.body).toEqual([{ ...assetsView, delete: true }]);
  });

  it('asks before the button Back of the browser takes what is not saved', async () => {
    portal();
    window.history.replaceState(null, '', '/user-settings');
    window.history.pushState(null, '', '/admin');
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    await screen.findByText('Operators Permissions');
    fireEvent.click(box('Modify Assets'));
    await screen.findByText('Save Changes');
    const answer = async (name: 'Leave' | 'Cancel') => {
      window.history.back();
      const question = await screen.findByRole('dialog', { name: 'Unsaved changes' });
      expect(currentAddress()).toBe('/admin?tab=permissions&select=userGroup-21');
      fireEvent.click(within(question).getByText(name));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull());
    };
    await answer('Cancel');
    expect(box('Modify Assets').checked).toBe(true);
    await answer('Leave');
    await waitFor(() => expect(currentAddress()).toBe('/user-settings'));
  });
});
