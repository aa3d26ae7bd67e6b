import { ADMIN_MODIFY, alerts, assets, auth, ownership, permissionId } from '@telltale/contract';
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
