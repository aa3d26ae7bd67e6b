import {
  ADMIN_MODIFY,
  assets,
  auth,
  onCall,
  ownership,
  permissionId,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { dutyWords, peopleOf, weeksOf } from './on-call-words.ts';

const SEES_ALERTS = permissionId('Alerts', 'View');
const person = (userId: number, username: string, isMember = true) => ({
  userId: userId as UserId,
  username,
  isMember,
});

const rota: onCall.RotaOfGroup = {
  userGroupId: 5 as UserGroupId,
  userGroupName: 'Night shift',
  zone: 'Europe/Berlin',
  handoverDay: 1,
  handoverMinute: 480,
  start: '2026-11-23',
  members: [person(11, 'ann@example.com'), person(12, 'bob@example.com'), person(13, 'cas', false)],
  overrides: [
    {
      overrideId: 3,
      ...person(11, 'ann@example.com'),
      from: '2126-12-24T11:00:00.000Z',
      to: '2126-12-26T11:00:00.000Z',
    },
  ],
  version: 4,
  now: { userId: 12 as UserId, username: 'bob@example.com', until: '2126-11-30T07:00:00.000Z' },
};
const groups = [5, 6].map((userGroupId) => ({
  userGroupId,
  userGroupName: userGroupId === 5 ? 'Night shift' : 'Day shift',
  adminId: 1,
  description: '',
  parentGroupId: null,
  permissionGroups: [],
}));
const users = rota.members.map(({ userId, username }) => ({ userId, username, adminId: 1 }));
const links = [
  { userGroupId: 5, userId: 11 },
  { userGroupId: 5, userId: 12 },
  { userGroupId: 6, userId: 12 },
  { userGroupId: 6, userId: 13 },
];

function portal(permissions: readonly number[] = [ADMIN_MODIFY], rotas: readonly onCall.RotaOfGroup[] = [rota]) {
  const owned = { assets: [], assetGroups: [], userGroupAssetGroups: [], assetGroupAssets: [], alerts: [] };
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(ownership.getOwnership, { body: { ...owned, users, userGroups: groups, userGroupUsers: links } })
    .on(onCall.listRotas, { body: rotas })
    .on(onCall.saveRota, { body: rota })
    .on(onCall.addRotaOverride, { body: rota })
    .on(onCall.deleteRotaOverride, { body: rota });
}
const sent = (stub: PortalStub, method: string) =>
  stub.requests.filter((request) => request.method === method).map(({ body }) => body);

describe('the weeks of who is on call', () => {
  it('are eight, with who takes over in between', () => {
    const december = { ...rota.overrides[0], from: '2026-12-24T11:00:00Z', to: '2026-12-26T11:00:00Z' };
    const plan = { ...rota, overrides: [december as onCall.RotaOverrideOfGroup] };
    const weeks = weeksOf(plan, Date.parse('2026-11-24T00:00:00Z'));
    const words = weeks.map(({ duties }) => duties.map((duty) => dutyWords(duty, peopleOf(plan), plan.zone)));
    expect(words).toHaveLength(8);
    expect(words[0]).toEqual(['ann@example.com, Mon 2026-11-23 08:00 to Mon 2026-11-30 08:00']);
    expect(words[4]).toEqual([
      'bob@example.com, Mon 2026-12-21 08:00 to Thu 2026-12-24 12:00',
      'ann@example.com instead of bob@example.com, Thu 2026-12-24 12:00 to Sat 2026-12-26 12:00',
      'bob@example.com, Sat 2026-12-26 12:00 to Mon 2026-12-28 08:00',
    ]);
    expect(words[2]?.[0]).toMatch(/^cas, who has left the group, /);
  });
});

describe('the page of who is on call', () => {
  it('says who is now, and has nothing to press for who only looks', async () => {
    portal([SEES_ALERTS]);
    await renderApp('/alerts?tab=oncall');
    expect(await screen.findByText(/^On call now: bob@example\.com, until /)).toBeTruthy();
    const weeks = within(screen.getByRole('list', { name: 'The next weeks' }));
    expect(weeks.queryAllByRole('button')).toEqual([]);
    expect(weeks.getAllByText(/^ann@example\.com, /).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Change the rotation' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set up for a group' })).toBeNull();
  });

  it('says that nobody is, and that there are none', async () => {
    portal([SEES_ALERTS], [{ ...rota, now: null }]);
    await renderApp('/alerts?tab=oncall');
    expect(await screen.findByText('Nobody is on call now: everybody of the group is told.')).toBeTruthy();
  });

  it('says that no group has anybody', async () => {
    portal([SEES_ALERTS], []);
    await renderApp('/alerts?tab=oncall');
    expect(await screen.findByText('No user group has anybody on call yet.')).toBeTruthy();
  });

  it('sets one up for a group that has none', async () => {
    const stub = portal();
    await renderApp('/alerts?tab=oncall');
    fireEvent.click(await screen.findByRole('button', { name: 'Set up for a group' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByLabelText('User group', { selector: 'input' }));
    expect(screen.queryByRole('option', { name: 'Night shift', hidden: true })).toBeNull();
    fireEvent.click(await screen.findByRole('option', { name: 'Day shift', hidden: true }));
    for (const name of ['cas', 'bob@example.com']) {
      fireEvent.click(dialog.getByLabelText('Add a user of the group', { selector: 'input' }));
      fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
    }
    fireEvent.click(await dialog.findByRole('button', { name: 'Move bob@example.com up' }));
    fireEvent.change(dialog.getByLabelText(/^At/), { target: { value: '07:30' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(stub, 'PUT')).toHaveLength(1));
    expect(sent(stub, 'PUT')[0]).toMatchObject({
      userGroupId: 6,
      handoverDay: 1,
      handoverMinute: 450,
      members: [12, 13],
      version: 0,
      start: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    await waitFor(() => expect(currentAddress()).toBe('/alerts?tab=oncall&group=5'));
  });

  it('changes the rotation from the version that was shown, and says who was faster', async () => {
    const stub = portal().on(onCall.saveRota, {
      status: 409,
      body: { error: { code: 'conflict', message: 'Somebody else changed who is on call in the meantime.' } },
    });
    await renderApp('/alerts?tab=oncall');
    fireEvent.click(await screen.findByRole('button', { name: 'Change the rotation' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByRole('button', { name: 'Take cas, who has left the group out' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Somebody else changed who is on call in the meantime.')).toBeTruthy();
    expect(sent(stub, 'PUT')).toMatchObject([{ userGroupId: 5, version: 4 }]);
  });

  it('has somebody take over a stretch, on the clock of the rotation', async () => {
    const stub = portal();
    await renderApp('/alerts?tab=oncall');
    fireEvent.click(await screen.findByRole('button', { name: 'Add an override' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take over in Night shift' }));
    fireEvent.click(await dialog.findByLabelText('Who takes over', { selector: 'input' }));
    fireEvent.click(await screen.findByRole('option', { name: 'ann@example.com', hidden: true }));
    fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2027-07-01T08:00' } });
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2027-07-01T08:00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('It must end after it begins.')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2027-07-02T08:00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(stub, 'POST').at(-1)).toEqual({
      userGroupId: 5,
      userId: 11,
      from: '2027-07-01T06:00:00.000Z',
      to: '2027-07-02T06:00:00.000Z',
    });
  });

  it('takes an override away after asking', async () => {
    const stub = portal();
    await renderApp('/alerts?tab=oncall');
    fireEvent.click(await screen.findByRole('button', { name: /^Remove the override of ann@example\.com from / }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent(stub, 'DELETE')).toEqual([{ userGroupId: 5, overrideId: 3 }]));
  });
});
