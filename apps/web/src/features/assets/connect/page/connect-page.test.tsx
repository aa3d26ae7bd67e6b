import { ADMIN_MODIFY, assets, auth, definitions, gateways } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const [VIEW, CREATE, DASHBOARD] = [6, 7, 54];
const TOKEN = 'a-token-shown-once';
const pumps = { assetDefinitionId: 1, assetDefinitionName: 'Pump station', alias: '' };
const NOTHING_REFUSED = { countSinceStart: 0, entries: [] };
/** Another in each test: what one watched lingers in the live store of the window. */
let newId = 976;

function portal(permissions: readonly number[] = [ADMIN_MODIFY]) {
  newId += 1;
  const created = {
    ...anAsset({ serialNumber: 'PS-9', alias: '', lastcontact: null, connected: false }),
    assetId: newId,
  };
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(definitions.listAssetDefinitions, { body: [pumps] })
    .on(assets.createAsset, { body: { ...created, accessToken: TOKEN } })
    .on(`GET /api/ef/assets/${newId}`, { body: created })
    .on(`GET /api/ef/assets/${newId}/dataitems`, { body: [] })
    .on(`GET /api/ef/assets/${newId}/quarantine`, { body: NOTHING_REFUSED })
    .on('GET /api/assetdefinitions/1/detectdataitemdefinitions', { body: [] })
    .on('GET /config/mqtt.json', { body: { host: 'telltale', mqttPort: 1884 } });
}

async function makeAsset() {
  await renderApp('/connect');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Serial number/ }), { target: { value: 'PS-9' } });
  const definition = screen.getByRole('combobox', { name: /^Definition/ });
  fireEvent.change(definition, { target: { value: 'Pump station' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create asset' }));
  expect(await screen.findByText('shown this once')).toBeTruthy();
}

async function listen(): Promise<TestingHub> {
  const hub = new TestingHub();
  vi.stubGlobal('WebSocket', function openSocket(url: string) {
    return hub.openSocket(url);
  });
  await makeAsset();
  const filter = `telltale/assets/${newId}/dataitems/#`;
  await waitFor(() => expect(hub.connected.at(-1)?.filters.has(filter)).toBe(true));
  return hub;
}

describe('connecting a device', () => {
  it('is not for those who may not create assets', async () => {
    portal([VIEW]);
    await renderApp('/connect');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('offers a gateway to administrators alone', async () => {
    portal([VIEW, CREATE]);
    await renderApp('/connect/gateway');
    expect(await screen.findByRole('textbox', { name: /^Serial number/ })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /gateway/ })).toBeNull();
  });

  it('shows the token once, and what to paste for each kind of device', async () => {
    portal();
    await makeAsset();
    expect(currentAddress()).toBe(`/connect/asset/${newId}`);
    expect(screen.getByText(TOKEN)).toBeTruthy();
    expect(await screen.findByText(new RegExp(`^mosquitto_pub .* -p 1884 -u ${TOKEN} `))).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Python' }));
    expect(screen.getByText(/import paho\.mqtt\.client/).textContent).toContain(TOKEN);
    fireEvent.click(screen.getByRole('tab', { name: 'Router' }));
    expect(screen.getByRole('button', { name: 'Copy Topic' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Sparkplug B' })).toBeNull();
  });

  it('asks before the page is left over a token that nobody copied', async () => {
    portal();
    await makeAsset();
    fireEvent.click(screen.getAllByRole('link', { name: 'Assets' })[0] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Leave without the token?' })).toBeTruthy();
    expect(currentAddress()).toBe(`/connect/asset/${newId}`);
  });

  it('says what arrives, and adds its labels to the definition with one press', async () => {
    const detected = { label: 'Pressure', unit: 'bar', defaultValue: 0 };
    const stub = portal()
      .on('GET /api/assetdefinitions/1/detectdataitemdefinitions', { body: [detected] })
      .on({ method: 'POST', path: '/api/ef/assetdefinitions/1/dataitemdefinitions' }, { body: [] });
    const hub = await listen();
    expect(await screen.findByText('Waiting for the first values…')).toBeTruthy();
    const update = { assetId: newId, dataItemId: 5, label: 'Pressure', value: 4.2, unit: 'bar', timestamp: Date.now() };
    act(() => hub.publish(`telltale/assets/${newId}/dataitems/batch`, [update]));
    const table = within(await screen.findByRole('table', { name: 'Received data items' }));
    expect(table.getAllByRole('row').at(-1)?.textContent).toMatch(/^Pressure4\.20 bar/);

    fireEvent.click(await screen.findByRole('button', { name: 'Add 1 label' }));
    expect(await screen.findByText('1 label added to Pump station.')).toBeTruthy();
    const sent = stub.requests.find(({ method, url }) => method === 'POST' && url.pathname.endsWith('definitions'));
    expect(sent?.body).toEqual([detected]);
  });

  it('says what was refused and why', async () => {
    const entry = { received: '2026-11-20T12:00:00Z', reason: 'is no JSON', label: null, timestamp: null };
    portal().on(`GET /api/ef/assets/${newId}/quarantine`, {
      body: { countSinceStart: 1, entries: [{ ...entry, excerpt: '{oops' }] },
    });
    await renderApp(`/connect/asset/${newId}`);
    const refused = within(await screen.findByRole('list', { name: 'Refused' }));
    expect(await refused.findByText('is no JSON')).toBeTruthy();
    expect(refused.getByText('{oops')).toBeTruthy();
  });

  it('goes on after a reload without the token, and offers another one', async () => {
    portal();
    await renderApp(`/connect/asset/${newId}`);
    expect(await screen.findByText(/-u YOUR-ACCESS-TOKEN /)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New access token' })).toBeTruthy();
  });

  it('says when the asset cannot be had', async () => {
    portal([VIEW, CREATE, DASHBOARD]).on(`GET /api/ef/assets/${newId}`, {
      status: 404,
      body: { error: { code: 'not-found', message: 'The asset does not exist.' } },
    });
    await renderApp(`/connect/asset/${newId}`);
    expect(await screen.findByText('The asset could not be loaded.')).toBeTruthy();
  });
});

describe('connecting a gateway', () => {
  const gateway = { gatewayId: 4, name: 'North', created: '2026-11-20T12:00:00Z' };
  const aPortal = () =>
    portal()
      .on(gateways.createGateway, { body: { ...gateway, accessToken: TOKEN } })
      .on(gateways.listGateways, { body: [gateway] })
      .on('GET /api/gateways/4/quarantine', { body: NOTHING_REFUSED });

  it('makes a token, shows what a Sparkplug edge needs and names the assets that come', async () => {
    const stub = aPortal();
    await renderApp('/connect/gateway');
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'North' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create gateway' }));
    expect(await screen.findByText('shown this once')).toBeTruthy();
    expect(currentAddress()).toBe('/connect/gateway/4');
    fireEvent.click(await screen.findByRole('tab', { name: 'Sparkplug B' }));
    expect(screen.getByText(/require\('sparkplug-client'\)/).textContent).toContain(TOKEN);
    expect(await screen.findByText('Nothing was refused.')).toBeTruthy();

    stub.on(assets.listAssets, { body: [anAsset({ serialNumber: 'TANK-1', alias: '' })] });
    const made = within(screen.getByRole('list', { name: 'New assets' }));
    expect(await made.findByRole('link', { name: 'TANK-1' })).toBeTruthy();
  });

  it('that is gone is said to be', async () => {
    aPortal();
    await renderApp('/connect/gateway/5');
    expect(await screen.findByText('There is no such gateway.')).toBeTruthy();
  });
});
