import { ADMIN_MODIFY, assets, auth, definitions, ownership, provisioning } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const SECRET = 'a-secret-told-once';
const key = {
  provisionKeyId: 4,
  name: 'Batch of May',
  adminId: 1,
  adminName: 'North',
  assetDefinitionId: 1,
  assetDefinitionName: 'Pump station',
  assetGroupId: null,
  assetGroupName: null,
  deviceKey: 'the-key',
  expires: null,
  maxAssets: 20,
  madeAssets: 3,
  created: '2026-11-20T12:00:00Z',
} as provisioning.ProvisionKey;

function portal(permissions: readonly number[] = [ADMIN_MODIFY]) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(definitions.listAssetDefinitions, {
      body: [{ assetDefinitionId: 1, assetDefinitionName: 'Pump station', alias: '' }],
    })
    .on(ownership.listAssetGroups, { body: [] })
    .on(provisioning.listProvisionKeys, { body: [key] });
}

describe('the provisioning keys', () => {
  it('are for administrators alone', async () => {
    portal([6, 7]);
    await renderApp('/provisioning');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('say what they make, where, how many, and lead to the journal and to the other ways in', async () => {
    portal();
    await renderApp('/provisioning');
    const item = within(await screen.findByRole('listitem', { name: '' }));
    expect(item.getByText('Makes assets of Pump station in the unit North')).toBeTruthy();
    expect(item.getByText(/^3 of 20 assets made, does not expire, created /)).toBeTruthy();
    const links = within(screen.getByRole('navigation', { name: 'More ways for devices' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/connect',
      '/gateways',
      '/audit?kind=provisioning',
    ]);
  });

  it('are made of a definition, and show their secret until it is done with', async () => {
    const stub = portal()
      .on(provisioning.listProvisionKeys, { body: [] })
      .on(provisioning.createProvisionKey, { body: { ...key, deviceSecret: SECRET } });
    await renderApp('/provisioning');
    expect(await screen.findByText('There are no provisioning keys.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New provisioning key' }));
    fireEvent.change(await dialog.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Batch of May' } });
    fireEvent.change(dialog.getByRole('combobox', { name: /^Definition/ }), { target: { value: 'Compressor' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Make key' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Choose the definition.');
    fireEvent.change(dialog.getByRole('combobox', { name: /^Definition/ }), { target: { value: 'Pump' } });
    fireEvent.click(await screen.findByRole('option', { name: 'Pump station', hidden: true }));
    fireEvent.change(dialog.getByRole('textbox', { name: /^Assets at most/ }), { target: { value: '20' } });
    stub.on(provisioning.listProvisionKeys, { body: [key] });
    fireEvent.click(dialog.getByRole('button', { name: 'Make key' }));
    const shown = within(await screen.findByRole('dialog', { name: 'The key Batch of May' }));
    expect(shown.getByText(SECRET)).toBeTruthy();
    expect(shown.getByText(/^curl .*\/api\/v1\/provision .*a-secret-told-once/)).toBeTruthy();
    const [request] = stub.requests.filter(
      ({ method, url }) => method === 'POST' && url.pathname === '/api/provisionkeys',
    );
    expect(request?.body).toMatchObject({
      name: 'Batch of May',
      assetDefinitionId: 1,
      assetGroupId: null,
      maxAssets: 20,
    });
    fireEvent.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
    expect(await screen.findByText('Batch of May')).toBeTruthy();
  });

  it('are deleted once the user has agreed', async () => {
    const stub = portal().on('DELETE /api/provisionkeys/4', { body: { provisionKeyId: 4 } });
    await renderApp('/provisioning');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Batch of May' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the key Batch of May?' }));
    expect(stub.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    stub.on(provisioning.listProvisionKeys, { body: [] });
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The key Batch of May has ended.')).toBeTruthy();
    expect(await screen.findByText('There are no provisioning keys.')).toBeTruthy();
  });

  it('that could not be loaded say so', async () => {
    portal().on(provisioning.listProvisionKeys, {
      status: 503,
      body: { error: { code: 'unavailable', message: 'Busy.' } },
    });
    await renderApp('/provisioning');
    expect(await screen.findByText('The keys could not be loaded.')).toBeTruthy();
  });
});
