import { auth, manyUsers, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aLogin, PortalStub, type StubRequest } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { useToastStore } from '#ui/feedback/toast.ts';

const ada = {
  userId: 11,
  username: 'ada@example.com',
  adminId: 1,
  resetSent: true,
  lastSeen: '2026-11-01T00:00:00Z',
  secondFactor: true,
};
const bob = {
  userId: 12,
  username: 'bob@example.com',
  adminId: 1,
  resetSent: false,
  lastSeen: null,
  secondFactor: false,
};
const flags = { view: false, create: false, delete: false, modify: false };

function records(): ownership.Ownership {
  return {
    users: [ada, bob],
    userGroups: [
      {
        userGroupId: 21,
        userGroupName: 'Operators',
        adminId: 1,
        description: 'Watch',
        parentGroupId: 1,
        permissionGroups: [{ ...flags, type: 'Assets', view: true }],
      },
      {
        userGroupId: 22,
        userGroupName: 'Night shift',
        adminId: 1,
        description: '',
        parentGroupId: 1,
        permissionGroups: [{ ...flags, type: 'Assets', view: true, modify: true }],
      },
    ],
    assetGroups: [
      { assetGroupId: 31, assetGroupName: 'North field', adminId: 1, description: '', parentGroupId: null },
      { assetGroupId: 32, assetGroupName: 'Pad 7', adminId: 1, description: '', parentGroupId: 31 },
    ],
    assets: [
      {
        assetId: 41,
        assetAlias: 'Pump 1',
        serialNumber: 'TT-1',
        assetDefinitionId: 1,
        assetDefinition: { assetDefinitionName: 'Pump station' },
        adminId: 1,
      },
    ],
    userGroupUsers: [
      { userGroupId: 21, userId: 11 },
      { userGroupId: 22, userId: 11 },
    ],
    userGroupAssetGroups: [{ userGroupId: 21, assetGroupId: 31 }],
    assetGroupAssets: [{ assetGroupId: 32, assetId: 41 }],
    alerts: [],
  } as unknown as ownership.Ownership;
}

function portal(login = aLogin()): PortalStub {
  return new PortalStub()
    .on(auth.login, { body: login })
    .on(ownership.getOwnership, { body: records() })
    .on(ownership.listAdminUnits, { body: [{ adminId: 1, adminName: 'Headquarters', parentAdminId: null }] });
}

const refusal = (message: string) => ({ status: 409, body: { error: { code: 'conflict', message } } });

async function rowsOf(column: string): Promise<HTMLElement[]> {
  return within(await screen.findByRole('grid', { name: column })).getAllByRole('row');
}

async function rowOf(column: string, name: string): Promise<HTMLElement> {
  const row = (await rowsOf(column)).find((one) => one.textContent?.startsWith(name));
  if (row === undefined) throw new Error(`${name} is not in the column ${column}.`);
  return row;
}

const changesOf = (stub: PortalStub): StubRequest[] => stub.requests.filter(({ method }) => method !== 'GET');

beforeEach(() => useToastStore.setState({ toasts: [] }));

describe('the ownership page', () => {
  it('is for holders of permission 1 only', async () => {
    const stub = portal(aLogin([6, 54])).on('GET /api/ef/assets', { body: [] });
    await renderApp('/admin');
    await screen.findByText('You do not have access to any assets.');
    expect(stub.requests.some(({ url }) => url.pathname === '/api/ef/admin/users/ownership')).toBe(false);
  });

  it('shows the tab Admin Units to administrators of unit 1 only', async () => {
    portal();
    await renderApp('/admin');
    const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    await rowsOf('Users');
    expect(tabs()).toEqual(['Asset Ownership', 'Permissions', 'Admin Units']);

    const login = aLogin();
    portal({ ...login, auth: { ...login.auth, user: { ...login.auth.user, adminId: 2 } } } as auth.LoginReply);
    await renderApp('/admin?tab=units');
    await rowsOf('Users');
    expect(tabs()).toEqual(['Asset Ownership', 'Permissions']);
  });

  it('says what went wrong and tries again', async () => {
    const stub = portal().on(ownership.getOwnership, refusal('The database is being moved.'));
    await renderApp('/admin');
    expect(await screen.findByText('The database is being moved.')).toBeTruthy();
    stub.on(ownership.getOwnership, { body: records() });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Users', ada.username)).toBeTruthy();
  });

  it('highlights what belongs to the selected item, and keeps the selection in the address', async () => {
    portal();
    await renderApp('/admin');
    fireEvent.click(await rowOf('User Groups', 'Operators'));
    await waitFor(() => expect(currentAddress()).toBe('/admin?select=userGroup-21'));
    expect((await rowOf('Users', ada.username)).dataset.relation).toBe('direct');
    expect((await rowOf('Users', bob.username)).dataset.relation).toBeUndefined();
    expect((await rowOf('Asset Groups', 'North field')).dataset.relation).toBe('direct');
    // A link to a group includes the groups below it.
    expect((await rowOf('Asset Groups', 'Pad 7')).dataset.relation).toBe('indirect');
    expect((await rowOf('Assets', 'Pump 1')).dataset.relation).toBe('indirect');
    expect(screen.getByText('1 user · 2 asset groups · 1 asset')).toBeTruthy();
  });

  it('filters each column by a part of its text, and keeps the filter in the address', async () => {
    portal();
    await renderApp('/admin');
    await rowsOf('Users');
    fireEvent.change(screen.getByLabelText('Filter users'), { target: { value: 'BOB' } });
    await waitFor(async () => expect(await rowsOf('Users')).toHaveLength(1));
    fireEvent.change(screen.getByLabelText('Filter assets'), { target: { value: 'pump stat' } });
    await waitFor(async () => expect(await rowsOf('Assets')).toHaveLength(1));
    // Once nothing was typed for a moment.
    await waitFor(() => expect(currentAddress()).toBe('/admin?user=BOB&asset=pump+stat'));
    fireEvent.change(screen.getByLabelText('Filter assets'), { target: { value: 'tank' } });
    expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  });

  it('links at once with + and takes it back with the words of the portal when that is refused', async () => {
    const stub = portal().on({ method: 'PUT', path: '/api/usergroups/21/users' }, refusal('Nobody may join at night.'));
    await renderApp('/admin?select=userGroup-21');
    const before = await rowOf('Users', bob.username);
    fireEvent.click(within(before).getByRole('button', { name: `Link ${bob.username} with Operators` }));
    expect(await screen.findByText('Nobody may join at night.')).toBeTruthy();
    expect(changesOf(stub).map(({ body }) => body)).toEqual([[12]]);
    await waitFor(async () => expect((await rowOf('Users', bob.username)).dataset.relation).toBeUndefined());

    stub.on({ method: 'PUT', path: '/api/usergroups/21/users' }, { body: [11, 12] });
    const again = await rowOf('Users', bob.username);
    fireEvent.click(within(again).getByRole('button', { name: `Link ${bob.username} with Operators` }));
    await waitFor(async () => expect((await rowOf('Users', bob.username)).dataset.relation).toBe('direct'));
    expect(await screen.findByText(`${bob.username} and Operators were linked.`)).toBeTruthy();
  });

  it('links all that the filter left, in one call', async () => {
    const stub = portal().on({ method: 'PUT', path: '/api/usergroups/21/users' }, { body: [11, 12] });
    await renderApp('/admin?select=userGroup-21&user=example');
    fireEvent.click(await screen.findByRole('button', { name: 'Link or unlink all users shown' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Link all shown (1)…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('This links 1 user with Operators.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Link' }));
    await waitFor(() => expect(changesOf(stub).map(({ body }) => body)).toEqual([[12]]));
    await waitFor(async () => expect((await rowOf('Users', bob.username)).dataset.relation).toBe('direct'));
  });

  it('names the admin unit of what belongs to another one', async () => {
    const stub = portal().on(ownership.listAdminUnits, {
      body: [
        { adminId: 1, adminName: 'Headquarters', parentAdminId: null },
        { adminId: 2, adminName: 'Permian', parentAdminId: 1 },
      ],
    });
    const moved = { ...records(), users: [ada, { ...bob, adminId: 2 }] } as unknown as ownership.Ownership;
    stub.on(ownership.getOwnership, { body: moved });
    await renderApp('/admin');
    await waitFor(async () => expect((await rowOf('Users', bob.username)).textContent).toContain('Permian'));
    expect((await rowOf('Users', ada.username)).textContent).not.toContain('Headquarters');
  });

  it('links by keyboard: Space picks up and drops, and a drop that makes no sense is only logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const stub = portal().on({ method: 'PUT', path: '/api/assetgroups/31/assets' }, { body: [41] });
    await renderApp('/admin');
    const pump = await rowOf('Assets', 'Pump 1');
    pump.focus();
    fireEvent.keyDown(pump, { key: ' ' });
    expect(await screen.findByText(/is picked up\. Go to an asset group/)).toBeTruthy();
    fireEvent.keyDown(await focused('Users', ada.username), { key: ' ' });
    expect(warn).toHaveBeenCalledWith('Invalid drop combo', expect.anything());
    expect(changesOf(stub)).toEqual([]);
    fireEvent.keyDown(await focused('Asset Groups', 'North field'), { key: ' ' });
    await waitFor(() => expect(changesOf(stub).map(({ url }) => url.pathname)).toEqual(['/api/assetgroups/31/assets']));
    expect(screen.queryByText(/is picked up/)).toBeNull();
    warn.mockRestore();
  });

  it('marks users without a reset mail, and asks for the mail', async () => {
    const results = [{ userId: 12, username: 'bob@example.com', outcome: 'sent' }];
    const stub = portal().on(manyUsers.sendResetMails, { body: results });
    await renderApp('/admin');
    const row = await rowOf('Users', bob.username);
    const alert = within(row).getByRole('button', { name: 'This user has not has a password reset email sent yet' });
    expect(within(await rowOf('Users', ada.username)).getAllByRole('button')).toHaveLength(1);
    fireEvent.click(alert);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Send password reset email' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /has not has/ })).toBeNull());
    expect(changesOf(stub).map(({ body }) => body)).toEqual([{ userIds: [12] }]);
    expect(useToastStore.getState().toasts.map(({ message }) => message)).toEqual([
      'The password reset email for bob@example.com was sent.',
    ]);
  });

  it('turns off the second factor of who has one, after a question', async () => {
    const stub = portal().on('DELETE /api/ef/users/11/secondfactor', { body: { userId: 11 } });
    await renderApp('/admin');
    fireEvent.click(within(await rowOf('Users', ada.username)).getByRole('button', { name: /^More/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Turn off two-step login…' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(changesOf(stub).map(({ method }) => method)).toEqual(['DELETE']));
    fireEvent.click(within(await rowOf('Users', bob.username)).getByRole('button', { name: /^More/ }));
    await screen.findByRole('menuitem', { name: 'Rename…' });
    expect(screen.queryByRole('menuitem', { name: 'Turn off two-step login…' })).toBeNull();
  });

  it('asks before a user is deleted, in the words of the specification', async () => {
    const stub = portal().on('DELETE /api/users/12', { body: { userId: 12 } });
    await renderApp('/admin');
    fireEvent.keyDown(await focused('Users', bob.username), { key: 'Delete' });
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Do you want to delete bob@example.com?')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await rowsOf('Users')).toHaveLength(1));
    expect(changesOf(stub).map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('creates a user, who is selected then; a refusal stands at the field', async () => {
    const stub = portal().on(ownership.saveUser, refusal('The user name ada@example.com is taken.'));
    await renderApp('/admin');
    fireEvent.click(await screen.findByRole('button', { name: 'New user' }));
    const field = await screen.findByLabelText('Username');
    fireEvent.change(field, { target: { value: 'ada@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    expect(await screen.findByText('The user name ada@example.com is taken.')).toBeTruthy();
    const cyd = { userId: 13, username: 'cyd@example.com', adminId: 1, resetSent: false };
    stub.on(ownership.saveUser, { body: cyd });
    fireEvent.change(field, { target: { value: 'cyd@example.com' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    await waitFor(() => expect(currentAddress()).toBe('/admin?select=user-13'));
    expect(changesOf(stub).at(-1)?.body).toEqual({
      userId: 0,
      username: 'cyd@example.com',
      password: '',
      adminId: 1,
      email: true,
    });
    expect(changesOf(stub).at(-1)?.url.search).toBe('?sendEmail=false');
  });

  it('offers alerts only while a user group is selected, and sets the level of the pair', async () => {
    const stub = portal().on(ownership.saveAlerts, { body: [] });
    await renderApp('/admin');
    const closed = within(await rowOf('Asset Groups', 'Pad 7')).getByRole('button', { name: /^Alerts of Pad 7/ });
    expect((closed as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(await rowOf('User Groups', 'Operators'));
    fireEvent.click(await screen.findByRole('button', { name: 'Alerts of Pad 7 for Operators: None' }));
    const levels = await screen.findAllByRole('menuitemradio');
    expect(levels.map(({ textContent }) => textContent)).toEqual([
      'None',
      'All important updates',
      'Warning or alarm',
      'Alarm only',
    ]);
    fireEvent.click(screen.getByText('Alarm only'));
    expect(await screen.findByRole('button', { name: 'Alerts of Pad 7 for Operators: Alarm only' })).toBeTruthy();
    expect(changesOf(stub)[0]?.body).toEqual([
      {
        userGroupId: 21,
        assetGroupId: '32',
        severityMin: 10,
        severityMax: 10,
        status: 'open',
        online: false,
        offline: false,
      },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Alerts of Pad 7 for Operators: Alarm only' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'When an asset goes offline' }));
    await waitFor(() => expect(changesOf(stub)).toHaveLength(2));
    expect(changesOf(stub)[1]?.body).toMatchObject([{ severityMin: 10, online: false, offline: true }]);
  });
});

describe('the permissions tab', () => {
  // By label and text: looking for roles among a hundred boxes takes seconds.
  const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

  it('reveals Revert and Save Changes once something changed, and saves only the types that did', async () => {
    const saved = [
      { ...flags, type: 'Assets', view: true },
      { ...flags, type: 'Alarms', view: true },
    ];
    const stub = portal().on({ method: 'POST', path: '/api/usergroups/21/permissions/groupedlist' }, { body: saved });
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    expect(await screen.findByText('Operators Permissions')).toBeTruthy();
    expect(screen.queryByText('Revert')).toBeNull();
    expect(box('View Assets').checked).toBe(true);

    fireEvent.click(screen.getByText('Clear All'));
    expect(box('View Assets').checked).toBe(false);
    fireEvent.click(screen.getByText('Revert'));
    expect(box('View Assets').checked).toBe(true);
    expect(screen.queryByText('Save Changes')).toBeNull();

    fireEvent.click(box('View Alarms'));
    fireEvent.click(screen.getByText('Save Changes'));
    await waitFor(() => expect(screen.queryByText('Save Changes')).toBeNull());
    expect(changesOf(stub)[0]?.body).toEqual([{ ...flags, type: 'Alarms', view: true }]);
    expect(box('View Alarms').checked).toBe(true);
  });

  it('keeps what was edited when the portal refuses it', async () => {
    portal().on(
      { method: 'POST', path: '/api/usergroups/21/permissions/groupedlist' },
      refusal('You do not hold AlarmsView.'),
    );
    await renderApp('/admin?tab=permissions&select=userGroup-21');
    await screen.findByText('Operators Permissions');
    fireEvent.click(box('View Alarms'));
    fireEvent.click(screen.getByText('Save Changes'));
    expect(await screen.findByText('You do not hold AlarmsView.')).toBeTruthy();
    expect(box('View Alarms').checked).toBe(true);
    expect(screen.getByText('Revert')).toBeTruthy();
  });

  it('shows a user the union over the groups, read-only, with where each permission comes from', async () => {
    portal();
    await renderApp('/admin?tab=permissions&select=user-11');
    const table = await screen.findByRole('table', { name: 'ada@example.com Permissions' });
    expect(within(table).queryByRole('checkbox')).toBeNull();
    expect(within(table).getByText('Yes, from Operators, Night shift')).toBeTruthy();
    expect(within(table).getByText('Yes, from Night shift')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear All' })).toBeNull();
    // Nothing in it takes the focus: keys scroll it as a whole.
    expect(screen.getByRole('region', { name: 'What the user may do' }).tabIndex).toBe(0);
  });
});

/** A row with the focus on it, as the arrow keys would have put it there. */
async function focused(column: string, name: string): Promise<HTMLElement> {
  const row = await rowOf(column, name);
  fireEvent.focus(row);
  return rowOf(column, name);
}
