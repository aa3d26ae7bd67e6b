import { auth, manyUsers, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const userOf = (userId: number, username: string, lastSeen: string | null) => ({
  userId,
  username,
  adminId: 1,
  resetSent: true,
  lastSeen,
  secondFactor: false,
});
const group = { userGroupId: 21, userGroupName: 'Operators', adminId: 1, description: '', parentGroupId: 1 };

/** A portal that takes every line but those of `taken`. */
function portal(): PortalStub {
  const records = {
    users: [userOf(11, 'ada@example.com', '2026-11-22T00:00:00Z'), userOf(12, 'bob@example.com', null)],
    userGroups: [{ ...group, permissionGroups: [] }],
    userGroupUsers: [{ userGroupId: 21, userId: 11 }],
    ...{ assetGroups: [], assets: [], userGroupAssetGroups: [], assetGroupAssets: [], alerts: [] },
  } as unknown as ownership.Ownership;
  return new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on(ownership.getOwnership, { body: records })
    .on(ownership.listAdminUnits, { body: [{ adminId: 1, adminName: 'Headquarters', parentAdminId: null }] })
    .on(manyUsers.importUsers, ({ body }) => {
      const { lines, preview } = body as { lines: manyUsers.UserLine[]; preview: boolean };
      const good = lines.filter(({ username }) => username !== 'ada@example.com');
      const faults = lines
        .filter(({ username }) => username === 'ada@example.com')
        .map(({ line, username }) => ({ line, message: `The user name ${username} is taken.` }));
      const changes = good.map(({ line, username }) => ({
        line,
        username,
        kind: 'create',
        userId: preview ? null : 100 + line,
      }));
      return { body: { created: good.length, linked: 0, unchanged: 0, faults, changes } };
    })
    .on(manyUsers.makeResetLinks, ({ body }) => {
      const { userIds, preview } = body as { userIds: number[]; preview: boolean };
      const user = (userId: number) => ({ userId, username: `user ${userId}`, hasAddress: true });
      return {
        body: userIds.map((userId) => {
          if (userId === 11) return { ...user(userId), outcome: 'external', link: null };
          return {
            ...user(userId),
            outcome: 'link',
            link: preview ? null : `https://portal/login?changeId=c${userId}`,
          };
        }),
      };
    })
    .on(manyUsers.sendResetMails, ({ body }) => ({
      body: (body as { userIds: number[] }).userIds.map((userId) => ({
        userId,
        username: `user ${userId}`,
        outcome: userId === 101 ? 'no-address' : 'sent',
      })),
    }));
}

const bodiesOf = (stub: PortalStub, path: string) =>
  stub.requests.filter(({ url }) => url.pathname === path).map(({ body }) => body);

describe('many users', () => {
  it('are looked at, added without those that cannot be, and mailed; who was not is named with the reason', async () => {
    const stub = portal();
    await renderApp('/admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Add many users' }));
    const field = await screen.findByLabelText(/One user name or e-mail address/);
    fireEvent.change(field, { target: { value: 'cyd\nada@example.com\ndora@example.com\nDORA@example.com' } });
    fireEvent.click(screen.getByLabelText(/Mail each new user/));
    fireEvent.click(screen.getByText('Preview'));
    expect(await screen.findByText('2 new, 0 into groups, 0 as they are. 2 cannot be taken.')).toBeTruthy();
    expect(screen.getByText('The user name ada@example.com is taken.')).toBeTruthy();
    expect(screen.getByText('The user name DORA@example.com stands in line 3, too.')).toBeTruthy();
    fireEvent.click(screen.getByText('Add 2 users, leave out 2 lines'));
    expect(await screen.findByText(/2 users were added.*1 of 2 password reset emails were sent/)).toBeTruthy();
    const unsent = screen.getByRole('table', { name: 'Mails that were not sent' });
    expect(within(unsent).getByText('user 101')).toBeTruthy();
    expect(within(unsent).getByText(/neither the user name nor/)).toBeTruthy();
    const [looked, made] = bodiesOf(stub, '/api/ef/users/import') as { lines: { line: number }[]; preview: boolean }[];
    expect([looked?.preview, made?.preview]).toEqual([true, false]);
    expect(made?.lines.map(({ line }) => line)).toEqual([1, 3]);
    expect(bodiesOf(stub, '/api/ef/users/resetmails')).toEqual([{ userIds: [101, 103] }]);
  });

  it('that need care are found by filters of the address, and mailed at once', async () => {
    const stub = portal();
    await renderApp('/admin?users=never');
    const rows = async () => within(await screen.findByRole('grid', { name: 'Users' })).getAllByRole('row');
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('bob@example.com')]);
    fireEvent.click(screen.getByRole('button', { name: 'Shown: never logged in' }));
    fireEvent.click(await screen.findByText('Send password reset emails to all shown (1)…'));
    fireEvent.click(await screen.findByText('Preview'));
    expect(await screen.findByText('1 user gets a mail.')).toBeTruthy();
    fireEvent.click(await screen.findByText('Send 1'));
    expect(await screen.findByText('The password reset email for user 12 was sent.')).toBeTruthy();
    expect(bodiesOf(stub, '/api/ef/users/resetmails')).toEqual([{ userIds: [12] }]);
    fireEvent.click(screen.getByText('Done'));
    fireEvent.click(screen.getByRole('button', { name: 'Shown: never logged in' }));
    fireEvent.click(await screen.findByText('All users'));
    await waitFor(() => expect(currentAddress()).toBe('/admin'));
    expect(await rows()).toHaveLength(2);
  });

  it('get links to hand over: looked at first, shown once, copied or saved before they are closed', async () => {
    const stub = portal();
    await renderApp('/admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Show some of the users' }));
    fireEvent.click(await screen.findByText('Show password reset links of all shown (2)…'));
    fireEvent.click(await screen.findByText('Preview'));
    expect(await screen.findByText('1 user gets a link, 1 gets none.')).toBeTruthy();
    expect(screen.getByText('Other login: logs in with the identity provider, and has no password.')).toBeTruthy();
    fireEvent.click(screen.getByText('Make 1 link'));
    expect(await screen.findByText(/^1 link was made/)).toBeTruthy();
    expect(screen.getByText('https://portal/login?changeId=c12')).toBeTruthy();
    expect(bodiesOf(stub, '/api/ef/users/resetlinks')).toEqual([
      { userIds: [11, 12], preview: true },
      { userIds: [12], preview: false },
    ]);
    fireEvent.click(screen.getByText('Done'));
    expect(await screen.findByText(/You have neither copied nor saved them/)).toBeTruthy();
    fireEvent.click(screen.getByText('Cancel'));
    const saved: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:1' }));
    fireEvent.click(screen.getByText('Save as CSV'));
    expect(await saved[0]?.text()).toContain('user 12,https://portal/login?changeId=c12');
    fireEvent.click(screen.getByText('Done'));
    await waitFor(() => expect(screen.queryByText('https://portal/login?changeId=c12')).toBeNull());
  });
});
