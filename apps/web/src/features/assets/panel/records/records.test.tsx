import { type alarms, type assets, auth, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let asset: assets.Asset;
let open: alarms.Alarm[];

const anAlarm = (alarmDefinitionId: number, name: string, severity: number) =>
  ({
    alarmDefinitionId,
    assetId: asset.assetId,
    name,
    reason: 'Too hot',
    cause: '_Temp > 90 (_Temp = 95)',
    raised: '2026-11-20T11:00:00Z',
    lastRaised: '2026-11-20T11:30:00Z',
    severity,
    count: 3,
    alarmStatus: 1,
    active: true,
    shelved: null,
  }) as unknown as alarms.Alarm;

const transition = (transitionId: number, kind: alarms.AlarmTransitionKind) => ({
  transitionId,
  assetId: asset.assetId,
  alarmDefinitionId: 1,
  name: 'Hot',
  severity: 3,
  kind,
  time: '2026-11-20T11:00:00Z',
  user: 'ada',
  note: '',
  cause: '_Temp > 90',
  count: 1,
});

function aPortal(permissions: readonly number[] = [1]): void {
  asset = anAsset({ serialNumber: 'PMP-7', definition: 'Pump' });
  open = [anAlarm(1, 'Hot', 3), anAlarm(2, 'Dry', 2)];
  const path = `/api/assets/${asset.assetId}`;
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${asset.assetId}`, { body: asset })
    .on(`GET ${path}/alarms`, () => ({ body: open }))
    .on(`GET ${path}/alarms/1/acknowledge`, () => {
      open = open.map((alarm) => (alarm.alarmDefinitionId === 1 ? { ...alarm, alarmStatus: 2 } : alarm));
      return { body: open[0] };
    })
    .on(`GET ${path}/alarms/1/close`, () => {
      open = open.filter(({ alarmDefinitionId }) => alarmDefinitionId !== 1);
      return { body: { assetId: asset.assetId, alarmDefinitionId: 1 } };
    });
}

async function openTab(tab: string) {
  await renderApp(`/assets?panel=${asset.assetId}&panelTab=${tab}`);
  return screen.findByRole('dialog', { name: 'PUMP PMP-7' });
}

beforeEach(() => aPortal());

describe('the alarms of an asset', () => {
  const transitions = () => `GET /api/ef/assets/${asset.assetId}/alarmtransitions` as const;

  test('are listed, acknowledged and closed; their transitions stand below', async () => {
    stub.on(transitions(), {
      body: { total: 2, transitions: [transition(2, 'acknowledged'), transition(1, 'raised')] },
    });
    const panel = await openTab('alarms');
    const list = await within(panel).findByRole('list', { name: 'Open alarms' });
    expect(await within(list).findByText('Hot')).toBeTruthy();
    expect(within(list).getAllByText(/Open · Severity \d · raised 3 times/)).toHaveLength(2);
    expect(await within(panel).findByText('Acknowledged by ada')).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: 'Acknowledge Hot' }));
    expect(await within(list).findByText(/^Acknowledged · Severity 3/)).toBeTruthy();
    await waitFor(() =>
      expect(within(list).getByRole<HTMLButtonElement>('button', { name: 'Close alarm Hot' }).disabled).toBe(false),
    );
    fireEvent.click(within(list).getByRole('button', { name: 'Close alarm Hot' }));
    await waitFor(() => expect(within(list).queryByText('Hot')).toBeNull());
    expect(within(list).getByText('Dry')).toBeTruthy();
  });

  test('say when there are none, and why they cannot be had', async () => {
    open = [];
    stub.on(transitions(), { status: 503, body: { error: { code: 'busy', message: 'The portal is busy.' } } });
    const panel = await openTab('alarms');
    expect(await within(panel).findByText('No alarm is open.')).toBeTruthy();
    expect(await within(panel).findByText('The transitions could not be loaded.')).toBeTruthy();
    expect(within(panel).getByText('The portal is busy.')).toBeTruthy();
  });

  test('can be looked at and not changed without the right to', async () => {
    aPortal([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);
    stub.on(transitions(), { body: { total: 0, transitions: [] } });
    const panel = await openTab('alarms');
    expect(await within(panel).findByText('Hot')).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: /Acknowledge|Close a/ })).toBeNull();
    expect(await within(panel).findByText('No alarm was ever raised.')).toBeTruthy();
  });
});

describe('the connection of an asset', () => {
  beforeEach(() => {
    const changes = [
      { time: '2026-11-20T11:00:00Z', connected: true },
      { time: '2026-11-20T10:00:00Z', connected: false },
    ];
    const entry = { received: '2026-11-20T11:00:00Z', reason: 'not valid JSON', label: null, timestamp: null };
    stub
      .on(`GET /api/ef/assets/${asset.assetId}/connections`, { body: { total: 2, changes } })
      .on(`GET /api/ef/assets/${asset.assetId}/quarantine`, {
        body: { countSinceStart: 1, entries: [{ ...entry, excerpt: '{oops' }] },
      });
  });

  test('is told with its history and what was refused', async () => {
    const panel = await openTab('connection');
    const history = await within(panel).findByRole('list', { name: 'History of the connection' });
    expect(await within(history).findByText('Came online')).toBeTruthy();
    expect(within(history).getByText('for 1 h')).toBeTruthy();
    expect(await within(panel).findByText('not valid JSON')).toBeTruthy();
    expect(within(panel).getByText('{oops')).toBeTruthy();
  });

  test('gets a new access token, which is shown this once', async () => {
    stub.on(`POST /api/assets/${asset.assetId}/token` as 'GET /', { body: { accessToken: 'new-token-1' } });
    const panel = await openTab('connection');
    fireEvent.click(await within(panel).findByRole('button', { name: 'New access token…' }));
    fireEvent.click(await screen.findByRole('button', { name: 'New access token' }));
    expect(await within(panel).findByText('new-token-1')).toBeTruthy();
    expect(within(panel).getByText('shown this once')).toBeTruthy();
  });

  test('keeps its token and what was refused from who may only look', async () => {
    aPortal([6]);
    stub.on(`GET /api/ef/assets/${asset.assetId}/connections`, { body: { total: 0, changes: [] } });
    const panel = await openTab('connection');
    expect(await within(panel).findByText('The asset was never heard of.')).toBeTruthy();
    expect(within(panel).queryByText('Access token')).toBeNull();
    expect(within(panel).queryByText('Refused')).toBeNull();
  });
});
