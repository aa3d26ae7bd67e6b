import {
  ADMIN_MODIFY,
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  alertCoverage,
  assets,
  auth,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const last = {
  ...{ deliveryId: 2, kind: 'raised', name: 'High pressure', severity: 10, assetId: 7, asset: 'Pump P-7' },
  ...{ alarmDefinitionId: 4, time: '2026-11-22T10:00:00Z', to: 'ann@example.com', channel: 'mail' },
  ...{ address: 'ann@example.com', state: 'sent', attempts: 1, sent: '2026-11-22T10:00:01Z', next: null, detail: '' },
} as NonNullable<alertCoverage.AlertSubscription['last']>;

const watch: alertCoverage.AlertSubscription = {
  userGroupId: 21 as UserGroupId,
  userGroupName: 'Night watch',
  assetGroupId: 31 as alertCoverage.AlertSubscription['assetGroupId'],
  assetGroupName: 'Pumps',
  ...{ severityMin: 5, severityMax: 10, online: false, offline: true, onCallOnly: false, onCall: null, steps: [] },
  people: { total: 3, mail: 2, push: 1, text: 0, quiet: 1, untold: 1 },
  webhook: true,
  assets: 12,
  last,
};

const ann: alertCoverage.ToldPerson = {
  ...{ userId: 5 as UserId, username: 'ann@example.com', mail: 'ann@example.com', text: null, browsers: 2 },
  ...{ hasQuietHours: true, quietUntil: null, breaksThrough: 10, isOnCall: true, isOffDuty: false, silence: [], last },
};
const bob: alertCoverage.ToldPerson = {
  ...{ userId: 6 as UserId, username: 'bob', mail: null, text: null, browsers: 0 },
  ...{ hasQuietHours: false, quietUntil: null, breaksThrough: null, isOnCall: false, isOffDuty: true },
  silence: ['noAddress'],
  last: null,
};

const counts = { asset: 2, person: 1, group: 0, alarm: 1 };
const gaps: Record<alertCoverage.GapKind, alertCoverage.AlertGap[]> = {
  asset: [
    {
      ...{ kind: 'asset', assetId: 9 as AssetId, assetAlias: 'Well 9', serialNumber: 'W-9' },
      ...{ assetDefinitionName: 'Well', isSubscribed: true },
    },
  ],
  person: [
    {
      ...{ kind: 'person', userId: 6 as UserId, username: 'bob', silence: ['noAddress'] },
      userGroups: [{ userGroupId: 21 as UserGroupId, userGroupName: 'Night watch' }],
    },
  ],
  group: [],
  alarm: [
    {
      ...{ kind: 'alarm', alarmDefinitionId: 4 as AlarmDefinitionId, name: 'Filter due', severity: 2, assets: 40 },
      ...{ assetDefinitionId: 3 as AssetDefinitionId, assetDefinitionName: 'Pump' },
    },
  ],
};

function portal() {
  return new PortalStub()
    .on(auth.login, { body: aLogin([ADMIN_MODIFY]) })
    .on(assets.listAssets, { body: [] })
    .on(alertCoverage.listAlertSubscriptions, { body: { total: 1, subscriptions: [watch] } })
    .on('GET /api/ef/alertsubscriptions/21/31/people', { body: { total: 2, people: [ann, bob] } })
    .on(alertCoverage.listAlertGaps, ({ url }) => {
      const kind = alertCoverage.gapKindSchema.parse(url.searchParams.get('kind'));
      return { body: { counts, assets: 50, total: gaps[kind].length, gaps: gaps[kind] } };
    });
}

describe('who is told', () => {
  it('names group, assets, ways, what was sent last, and leads to the gaps', async () => {
    portal();
    await renderApp('/alerts?tab=told');
    const row = within(await screen.findByRole('row', { name: /Night watch/ }));
    expect(row.getByText('2 by mail, 1 in a browser, a webhook')).toBeTruthy();
    expect(row.getByText('1 person cannot be told')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Pumps, 12 assets' }).getAttribute('href')).toBe(
      '/assetgroups?group=31&show=group',
    );
    expect(row.getByText('Severity 5 to 10, offline')).toBeTruthy();
    expect(row.getByText(/High pressure: raised, Pump P-7, to ann@example.com. Sent /)).toBeTruthy();
    const list = within(await screen.findByRole('region', { name: 'Gaps' }));
    expect(list.getByRole('link', { name: 'Nobody is told about these 2 assets' })).toBeTruthy();
    expect(list.queryByText(/user group/)).toBeNull();
  });

  it('says of each person how they are told, or why not', async () => {
    portal();
    await renderApp('/alerts?tab=told');
    fireEvent.click(await screen.findByRole('button', { name: 'People of Night watch who are told of Pumps' }));
    const people = within(await screen.findByRole('list', { name: 'People' }));
    expect(await people.findByText('Mail to ann@example.com, 2 browsers')).toBeTruthy();
    expect(people.getByText('On call now')).toBeTruthy();
    expect(people.getAllByText('Not on call: is told nothing now')).toHaveLength(1);
    expect(people.getByText('Has quiet hours, severity 10 and above comes at once')).toBeTruthy();
    expect(people.getByText('Is told nothing: has no mail address and no other way')).toBeTruthy();
    expect(currentAddress()).toContain('of=21-31');
  });

  it('goes through the gaps by kind, each with the way to mend it', async () => {
    portal();
    await renderApp('/alerts?tab=gaps');
    expect(await screen.findByRole('heading', { name: 'Nobody is told about these 2 assets' })).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Well 9' })).getAttribute('href')).toBe(
      '/assetgroups?select=asset-9',
    );
    expect(screen.getByText('Nobody in its subscriptions can be told')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Alarms 1' }));
    expect((await screen.findByRole('link', { name: 'Filter due' })).getAttribute('href')).toBe(
      '/configuration/assetdefinitions/3/alarms',
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Groups 0' }));
    expect(await screen.findByText('Every user group that is told has people in it, or a webhook.')).toBeTruthy();
  });

  it('saves the whole list as CSV', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }));
    portal();
    await renderApp('/alerts?tab=told');
    fireEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await vi.waitFor(() => expect(saved).toHaveLength(1), 15_000);
    const text = (await saved[0]?.text()) ?? '';
    expect(text).toContain('User group,Asset group,Least severity');
    expect(text).toContain('Night watch,Pumps,5,10,yes,no,Nobody else is told,3,2,1,0,yes,1,1,12,');
  });
});
