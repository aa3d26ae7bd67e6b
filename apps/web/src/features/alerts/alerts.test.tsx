import {
  ADMIN_MODIFY,
  type AlarmDefinitionId,
  type AssetGroupId,
  type AssetId,
  alertAnswers,
  alerts,
  assets,
  auth,
  escalations,
  ownership,
  permissionId,
  type UserGroupId,
} from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const SEES_ALERTS = permissionId('Alerts', 'View');

const sent = {
  deliveryId: 2,
  kind: 'raised',
  name: 'High pressure',
  severity: 10,
  assetId: 7,
  asset: 'Pump P-7',
  alarmDefinitionId: 4,
  time: '2026-11-22T10:00:00Z',
  to: 'ann@example.com',
  channel: 'mail',
  address: 'ann@example.com',
  state: 'sent',
  attempts: 1,
  sent: '2026-11-22T10:00:01Z',
  next: null,
  detail: '',
} as alerts.AlertDelivery;
const failed: alerts.AlertDelivery = {
  ...sent,
  deliveryId: 1,
  to: 'bob',
  address: '',
  state: 'failed',
  sent: null,
  detail: 'There is no mail address.',
};

function portal(permissions: readonly number[] = [ADMIN_MODIFY]) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(alerts.listAlertProblems, { body: [] })
    .on(alerts.listAlertWebhooks, { body: [] })
    .on(alerts.getTextGateway, { body: 'null', headers: { 'content-type': 'application/json' } })
    .on(alerts.listAlertDeliveries, { body: { total: 2, deliveries: [sent, failed] } });
}

describe('the page of alerts', () => {
  it('tells of each message to whom it went and what became of it', async () => {
    portal([SEES_ALERTS]);
    await renderApp('/alerts');
    const row = within((await screen.findByText('ann@example.com')).closest('tr') as HTMLElement);
    expect(row.getByText('High pressure: raised')).toBeTruthy();
    expect(row.getByText(/^Sent /)).toBeTruthy();
    expect(screen.getByText('Given up. There is no mail address.')).toBeTruthy();
    expect(screen.getByText('2 of 2 messages')).toBeTruthy();
    // Where machines are told is set by administrators.
    expect(screen.queryByText('Webhooks and texts')).toBeNull();
  });

  it('tells all of a message in one column on a phone', async () => {
    window.innerWidth = 390;
    portal([SEES_ALERTS]);
    await renderApp('/alerts');
    const [row] = await screen.findAllByText('High pressure: raised · Pump P-7');
    expect(row?.closest('td')?.textContent).toMatch(/ann@example\.com · Mail · 2026-11-22 .*Sent /);
    expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  });

  it('tells until when what falls into quiet hours is held', async () => {
    const held: alerts.AlertDelivery = {
      ...sent,
      state: 'held',
      sent: null,
      attempts: 0,
      next: '2026-11-23T06:00:00Z',
    };
    portal([SEES_ALERTS]).on(alerts.listAlertDeliveries, { body: { total: 1, deliveries: [held] } });
    await renderApp('/alerts?state=held');
    expect(await screen.findByText(/^Held until 2026-11-2\d \d\d:\d\d:\d\d$/)).toBeTruthy();
  });

  it('is for who may view alerts', async () => {
    portal([6]);
    await renderApp('/alerts');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('keeps what it is narrowed to in the address, and asks the portal for it', async () => {
    const stub = portal([SEES_ALERTS]);
    await renderApp('/alerts?state=failed&assetId=7&alarm=4');
    await screen.findByText('ann@example.com');
    const asked = stub.requests.filter(({ url }) => url.pathname === alerts.listAlertDeliveries.path).at(-1);
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toMatchObject({
      state: 'failed',
      assetId: '7',
      alarmDefinitionId: '4',
    });
    fireEvent.click(screen.getByRole('button', { name: 'Show all assets' }));
    await waitFor(() => expect(currentAddress()).toBe('/alerts?state=failed'));
  });

  it('names who cannot be told', async () => {
    portal([SEES_ALERTS]).on(alerts.listAlertProblems, {
      body: [
        { to: 'bob', userId: 3, channel: 'mail', address: 'bob@gone.example', detail: 'no such user', time: sent.time },
      ],
    });
    await renderApp('/alerts');
    const list = within(await screen.findByRole('list', { name: 'Who cannot be told' }));
    expect(list.getByRole('listitem').textContent).toBe('bob by mail (bob@gone.example): no such user');
  });

  it('says what nobody was told, and when it could not be loaded', async () => {
    portal([SEES_ALERTS]).on(alerts.listAlertDeliveries, { body: { total: 0, deliveries: [] } });
    await renderApp('/alerts');
    expect(await screen.findByText(/^Nobody was told of anything that matches/)).toBeTruthy();
  });

  it('says that the messages could not be loaded', async () => {
    const refusal = { error: { code: 'gone-wrong', message: 'The database does not answer.' } };
    portal([SEES_ALERTS]).on(alerts.listAlertDeliveries, { status: 400, body: refusal });
    await renderApp('/alerts');
    expect(await screen.findByText('The messages could not be loaded.')).toBeTruthy();
  });
});

describe('escalation', () => {
  const chain: escalations.Escalation = {
    userGroupId: 5 as UserGroupId,
    userGroupName: 'Night shift',
    assetGroupId: 3 as AssetGroupId,
    assetGroupName: 'Pumps',
    severityMin: 5,
    severityMax: 10,
    onCallOnly: false,
    steps: [
      { userGroupId: 6 as UserGroupId, userGroupName: 'Day shift', minutes: 90, onCallOnly: false },
      { userGroupId: 7 as UserGroupId, userGroupName: null, minutes: 5, onCallOnly: true },
    ],
  };

  it('says who is told next, and takes a further step', async () => {
    const groups = [5, 6].map((userGroupId) => ({
      userGroupId,
      userGroupName: userGroupId === 5 ? 'Night shift' : 'Day shift',
      adminId: 1,
      description: '',
      parentGroupId: null,
      permissionGroups: [],
    }));
    const owned = { users: [], assets: [], assetGroups: [], userGroupUsers: [], userGroupAssetGroups: [] };
    const stub = portal()
      .on(escalations.listEscalations, { body: [chain] })
      .on(ownership.getOwnership, { body: { ...owned, assetGroupAssets: [], alerts: [], userGroups: groups } })
      .on(escalations.saveEscalation, { body: chain });
    await renderApp('/alerts?tab=escalation');
    expect(
      await screen.findByText(
        'after 1 h 30 min Day shift, then after 5 min who is on call of a group of another admin unit',
      ),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change who is told next of Pumps after Night shift' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByRole('button', { name: 'Remove step 2' }));
    fireEvent.click(dialog.getByLabelText('Tell only who of Night shift is on call'));
    fireEvent.click(dialog.getByLabelText('Only who is on call'));
    fireEvent.change(dialog.getByLabelText('After minutes'), { target: { value: '20' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const put = () => stub.requests.find(({ method }) => method === 'PUT');
    await waitFor(() => expect(put()).toBeDefined());
    expect(put()?.body).toEqual({
      userGroupId: 5,
      assetGroupId: 3,
      onCallOnly: true,
      steps: [{ userGroupId: 6, minutes: 20, onCallOnly: true }],
    });
  });

  it('says that nobody is told of anything yet', async () => {
    portal([SEES_ALERTS]).on(escalations.listEscalations, { body: [] });
    await renderApp('/alerts?tab=escalation');
    expect(await screen.findByText('No user group is told of anything yet.')).toBeTruthy();
  });
});

describe('the page of the link in a message', () => {
  const answer: alertAnswers.AlertAnswer = {
    username: 'ann@example.com',
    way: 'link',
    state: 'ready',
    alarms: [
      {
        assetId: 7 as AssetId,
        asset: 'Pump P-7',
        alarmDefinitionId: 4 as AlarmDefinitionId,
        name: 'High pressure',
        reason: 'Close the valve.',
        severity: 10,
        raised: '2026-11-22T10:00:00Z',
        state: 'open',
        by: '',
      },
    ],
  };
  const [alarm] = answer.alarms;
  const stranger = () => new PortalStub().on(auth.login, { status: 401, body: 'No valid session.' });

  it('says which alarm it is, and acknowledges by a press only', async () => {
    const stub = stranger()
      .on(alertAnswers.lookAtAlertAnswer, { body: answer })
      .on(alertAnswers.answerAlert, {
        body: { ...answer, alarms: [{ ...alarm, state: 'acknowledged', by: answer.username }] },
      });
    await renderApp('/acknowledge#the.link');
    expect(await screen.findByText('High pressure on Pump P-7')).toBeTruthy();
    const pressed = () => stub.requests.filter(({ url }) => url.pathname === alertAnswers.answerAlert.path);
    expect(pressed()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Acknowledged by ann@example.com.')).toBeTruthy();
    expect(screen.getByText('Thank you, ann@example.com. Nobody else is called.')).toBeTruthy();
    expect(pressed().map(({ body }) => body)).toEqual([{ link: 'the.link' }]);
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  });

  it.each([
    ['used', 'This link was used already.'],
    ['expired', 'This link has expired. Log in to see the alarms that are open.'],
    ['refused', 'You may not acknowledge these alarms any more.'],
  ] as const)('of a link that is %s says so, and has nothing to press', async (state, words) => {
    stranger().on(alertAnswers.lookAtAlertAnswer, { body: { ...answer, state } });
    await renderApp('/acknowledge#the.link');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  });

  it('says when the alarm has ended, and what is no link', async () => {
    stranger().on(alertAnswers.lookAtAlertAnswer, { body: { ...answer, alarms: [{ ...alarm, state: 'ended' }] } });
    await renderApp('/acknowledge#the.link');
    expect(await screen.findByText('There is nothing left to acknowledge.')).toBeTruthy();
    expect(screen.getByText('Closed.')).toBeTruthy();
  });

  it('says that the link does not work', async () => {
    const refusal = { error: { code: 'not-found', message: 'The message of this link was not found.' } };
    stranger().on(alertAnswers.lookAtAlertAnswer, { status: 404, body: refusal });
    await renderApp('/acknowledge#x');
    expect(await screen.findByText('This link does not work.')).toBeTruthy();
  });
});

describe('the ways of alerts', () => {
  it('set a webhook for a user group, and its secret is not too short', async () => {
    const owned = { users: [], assets: [], assetGroups: [], userGroupUsers: [], userGroupAssetGroups: [] };
    const group = { userGroupId: 5, userGroupName: 'Night shift', adminId: 1, description: '', parentGroupId: null };
    const stub = portal()
      .on(ownership.getOwnership, {
        body: { ...owned, assetGroupAssets: [], alerts: [], userGroups: [{ ...group, permissionGroups: [] }] },
      })
      .on(alerts.saveAlertWebhook, {
        body: { userGroupId: 5, userGroupName: 'Night shift', url: 'https://a.example/' },
      });
    await renderApp('/alerts?tab=ways');
    fireEvent.click(await screen.findByRole('button', { name: 'Set a webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByLabelText('User group', { selector: 'input' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Night shift', hidden: true }));
    fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://a.example/' } });
    const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
    fireEvent.change(dialog.getByLabelText('Secret'), { target: { value: 'short' } });
    expect(save.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Secret'), { target: { value: 'long enough to be one' } });
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const made = stub.requests.find(
      ({ url, method }) => method === 'POST' && url.pathname === alerts.saveAlertWebhook.path,
    );
    expect(made?.body).toEqual({ userGroupId: 5, url: 'https://a.example/', secret: 'long enough to be one' });
  });

  it('set what sends texts, and keep an authorization that nobody typed anew', async () => {
    const stored = {
      url: 'https://t.example/',
      contentType: 'application/json',
      body: '{phone}{text}',
      hasAuthorization: true,
    };
    const stub = portal().on(alerts.getTextGateway, { body: stored }).on(alerts.saveTextGateway, { body: stored });
    await renderApp('/alerts?tab=ways');
    const form = within(await screen.findByRole('form', { name: 'Texts to phones' }));
    expect(form.getByText('One is stored. It stays unless another is typed.')).toBeTruthy();
    fireEvent.change(form.getByLabelText('Body'), { target: { value: '{text} {phone}' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    const put = () => stub.requests.find(({ method }) => method === 'PUT');
    await waitFor(() => expect(put()).toBeDefined());
    expect(put()?.body).toEqual({ url: 'https://t.example/', contentType: 'application/json', body: '{text} {phone}' });
  });
});

describe('how one is told', () => {
  it('is switched in the settings', async () => {
    const stub = portal([12]).on(auth.saveUserAttributes, ({ body }) => ({ body }));
    await renderApp('/user-settings');
    const mails = (await screen.findByLabelText('Mails about alarms')) as HTMLInputElement;
    expect(mails.checked).toBe(true);
    fireEvent.click(mails);
    await waitFor(() => expect(mails.checked).toBe(false));
    const saved = stub.requests.find(({ url }) => url.pathname === auth.saveUserAttributes.path);
    expect(saved?.body).toMatchObject([{ attributeName: 'emailAlerts', attributeValue: 'false' }]);
  });
});
