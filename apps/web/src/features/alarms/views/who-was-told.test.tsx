import {
  alarmCounts,
  alarmLists,
  alerts as alertCalls,
  type alerts,
  assets,
  auth,
  permissionId,
} from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { aListedAlarm } from '../testing/a-listed-alarm.ts';

const SEES_ALARMS = [6, permissionId('Alarms', 'View')];
const SEES_ALERTS = [...SEES_ALARMS, permissionId('Alerts', 'View')];
const RAISED = '2026-11-20T12:00:00.000Z';

const alarm = aListedAlarm(4, { name: 'High pressure', raised: RAISED, lastRaised: RAISED });

const sent = {
  deliveryId: 3,
  kind: 'raised',
  name: 'High pressure',
  severity: 5,
  assetId: 7,
  asset: 'Pump 7',
  alarmDefinitionId: 4,
  time: RAISED,
  to: 'ann@example.com',
  channel: 'push',
  address: 'push.test',
  state: 'sent',
  attempts: 1,
  sent: '2026-11-20T12:00:01.000Z',
  next: null,
  detail: '',
} as alerts.AlertDelivery;

function portal(permissions: readonly number[], deliveries: () => alerts.AlertDelivery[]) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(alarmCounts.getAlarmSummary, {
      body: { open: 1, unacknowledged: 1, shelved: 0, worst: 5, worstUnacknowledged: 5, newest: null },
    })
    .on(alarmLists.searchAlarms, { body: { total: 1, alarms: [alarm] } })
    .on('GET /api/ef/assets/7/alarmtransitions', { body: { total: 0, transitions: [] } })
    .on(alertCalls.listAlertProblems, { body: [] })
    .on(alertCalls.listAlertDeliveries, () => ({ body: { total: deliveries().length, deliveries: deliveries() } }));
}

async function details() {
  await renderApp('/alarms');
  fireEvent.click(await screen.findByText('High pressure'));
  return within(await screen.findByRole('dialog', { name: 'High pressure, Pump 7' }));
}

const askedOf = (stub: PortalStub) =>
  stub.requests.filter(({ url }) => url.pathname === alertCalls.listAlertDeliveries.path);

describe('who was told, in the details of an alarm', () => {
  it('names people, ways and what became of it, of this one alarm', async () => {
    const retried = { ...sent, deliveryId: 2, channel: 'mail', state: 'waiting', attempts: 2, sent: null } as const;
    const stub = portal(SEES_ALERTS, () => [
      sent,
      { ...retried, next: '2026-11-20T12:05:00.000Z', detail: 'try later' },
      { ...sent, deliveryId: 1, to: 'bob', state: 'dropped', sent: null, detail: 'May no longer see this.' },
    ]);
    const part = within(await (await details()).findByRole('region', { name: 'Who was told' }));
    await part.findByText(/^ann@example.com, browser: raised/);
    expect(part.getByText(/^Sent .*12:00:01/)).toBeTruthy();
    expect(part.getByText(/^ann@example.com, mail: raised/)).toBeTruthy();
    expect(part.getByText(/^Waiting until .*12:05:00.* try later$/)).toBeTruthy();
    expect(part.getByText('Not told. May no longer see this.')).toBeTruthy();
    expect(Object.fromEntries(askedOf(stub)[0]?.url.searchParams ?? [])).toMatchObject({
      assetId: '7',
      alarmDefinitionId: '4',
      raised: RAISED,
    });
    fireEvent.click(part.getByRole('link', { name: 'In the list of messages' }));
    await waitFor(() =>
      expect(currentAddress()).toBe(`/alerts?assetId=7&alarm=4&raised=${encodeURIComponent(RAISED)}`),
    );
    await screen.findByText('3 of 3 messages');
    expect(askedOf(stub).at(-1)?.url.searchParams.get('raised')).toBe(RAISED);
  });

  it('is asked again while something is on its way', async () => {
    let deliveries: alerts.AlertDelivery[] = [{ ...sent, state: 'sending', sent: null }];
    portal(SEES_ALERTS, () => deliveries);
    const panel = await details();
    await panel.findByText('On its way');
    deliveries = [sent];
    expect(await panel.findByText(/^Sent /)).toBeTruthy();
  });

  it('says that it was nobody, and when it could not be had', async () => {
    portal(SEES_ALERTS, () => []);
    expect(await (await details()).findByText('Nobody.')).toBeTruthy();
    const refusal = { error: { code: 'gone-wrong', message: 'The database does not answer.' } };
    portal(SEES_ALERTS, () => []).on(alertCalls.listAlertDeliveries, { status: 400, body: refusal });
    expect(await (await details()).findByText('Who was told could not be loaded.')).toBeTruthy();
  });

  it('is for who may view alerts', async () => {
    const stub = portal(SEES_ALARMS, () => [sent]);
    const panel = await details();
    await panel.findByRole('heading', { name: 'What happened' });
    expect(panel.queryByText('Who was told')).toBeNull();
    expect(askedOf(stub)).toEqual([]);
  });
});
