import { assets, auth, definitions } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const [VIEW, CREATE, MODIFY, DASHBOARD, SEE_DEFINITIONS, DEFINE] = [6, 7, 8, 54, 70, 71];
const creator = [VIEW, CREATE, DASHBOARD, SEE_DEFINITIONS, DEFINE];
const TOKEN = 'a-token-of-a-new-asset';
const pumps = { assetDefinitionId: 1, assetDefinitionName: 'Pump station', alias: '' };
const tanks = { assetDefinitionId: 2, assetDefinitionName: 'Tank', alias: '' };
/** Another in each test: what one watched lingers in the live store of the window. */
let newId = 76;

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  newId += 1;
  const writeText = (text: string) => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

function portal(permissions: readonly number[], list: assets.Asset[] = []) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: list })
    .on(definitions.listAssetDefinitions, { body: [pumps, tanks] })
    .on(definitions.saveAssetDefinition, ({ body }) => ({
      body: { ...tanks, ...(body as object), assetDefinitionId: 3 },
    }))
    .on(assets.createAsset, ({ body }) => ({ body: aCreated(body as { serialNumber: string }) }))
    .on('GET /config/mqtt.json', { body: { host: 'telltale', mqttPort: 1884 } });
}

const aCreated = ({ serialNumber }: { serialNumber: string }) => ({
  ...anAsset({ serialNumber, alias: '', lastcontact: null, connected: false }),
  assetId: newId,
  accessToken: TOKEN,
});

async function openForm() {
  fireEvent.click(await screen.findByRole('button', { name: 'New asset' }));
  return within(await screen.findByRole('dialog', { name: 'New asset' }));
}

type Form = Awaited<ReturnType<typeof openForm>>;

function fill(form: Form, typed: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(typed)) {
    const field = form.getByRole(label === 'Definition' ? 'combobox' : 'textbox', { name: new RegExp(`^${label}`) });
    fireEvent.change(field, { target: { value } });
  }
}

const submit = (form: Form) => fireEvent.click(form.getByRole('button', { name: 'Create asset' }));

function sent(stub: PortalStub, path: string) {
  return stub.requests.filter(({ method, url }) => method === 'POST' && url.pathname === path).map(({ body }) => body);
}

describe('a new asset', () => {
  it('is offered to those who may create assets, and to nobody else', async () => {
    portal([VIEW, MODIFY], [anAsset()]);
    await renderApp('/assets');
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: 'New asset' })).toBeNull();

    portal(creator, [anAsset()]);
    await renderApp('/assets');
    expect(await screen.findByRole('button', { name: 'New asset' })).toBeTruthy();
  });

  it('is offered where there are no assets yet, below the specified text', async () => {
    portal(creator);
    await renderApp('/assets');
    expect(await screen.findByText('You do not have access to any assets.')).toBeTruthy();
    await openForm();
  });

  it('is a command of the palette', async () => {
    portal(creator);
    await renderApp('/assets');
    await screen.findByRole('button', { name: 'New asset' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.click(await screen.findByRole('option', { name: /New asset/ }));
    expect(await screen.findByRole('dialog', { name: 'New asset' })).toBeTruthy();
  });

  it('is refused at the fields before anything is sent', async () => {
    const stub = portal(creator, [anAsset({ serialNumber: 'PS-1' })]);
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'ps-1', Latitude: '91' });
    submit(form);
    const serial = form.getByRole('textbox', { name: /^Serial number/ });
    expect(serial.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(serial);
    expect(form.getByText('The serial number ps-1 is already in use.')).toBeTruthy();
    expect(form.getByText('Say what kind of equipment it is.')).toBeTruthy();
    expect(form.getByText('Degrees from -90 to 90, as 31.9686.')).toBeTruthy();
    expect(form.getByText('A place needs both.')).toBeTruthy();
    expect(sent(stub, '/api/assets')).toEqual([]);
  });

  it('shows what the portal refuses at the field that it is about, and keeps what was typed', async () => {
    const message = 'The serial number PS-9 is already in use.';
    const stub = portal(creator).on(assets.createAsset, {
      status: 409,
      body: { error: { code: 'conflict', message } },
    });
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'PS-9', Alias: 'North', Definition: 'tank' });
    submit(form);
    expect(await form.findByText(message)).toBeTruthy();
    const serial = form.getByRole('textbox', { name: /^Serial number/ }) as HTMLInputElement;
    expect([serial.value, serial.getAttribute('aria-invalid')]).toEqual(['PS-9', 'true']);

    stub.on(assets.createAsset, {
      status: 503,
      body: { error: { code: 'unavailable', message: 'The disk is full.' } },
    });
    submit(form);
    expect((await form.findByRole('alert')).textContent).toContain('The disk is full.');
  });

  it('takes an existing definition by name and sends only what was filled in', async () => {
    const stub = portal(creator);
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'PS-9', Definition: 'tank' });
    submit(form);
    await screen.findByRole('dialog', { name: 'Connect PS-9' });
    expect(sent(stub, '/api/assets')).toEqual([{ serialNumber: 'PS-9', assetDefinitionId: 2 }]);
    expect(sent(stub, '/api/ef/assetdefinitions')).toEqual([]);
  });

  it('makes a definition of a new name first', async () => {
    const stub = portal(creator);
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'R-1', Definition: 'Rig' });
    expect(form.getByText('New: the definition Rig is made with the asset.')).toBeTruthy();
    submit(form);
    await screen.findByRole('dialog', { name: 'Connect R-1' });
    expect(sent(stub, '/api/ef/assetdefinitions')).toEqual([{ assetDefinitionName: 'Rig' }]);
    expect(sent(stub, '/api/assets')).toEqual([{ serialNumber: 'R-1', assetDefinitionId: 3 }]);
  });

  it('chooses among the definitions where the user may not make one', async () => {
    const stub = portal([VIEW, CREATE, SEE_DEFINITIONS]);
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'R-1', Definition: 'Rig' });
    submit(form);
    expect(await form.findByText('Say what kind of equipment it is.')).toBeTruthy();
    fireEvent.click(form.getByRole('combobox', { name: /^Definition/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Tank', hidden: true }));
    submit(form);
    await screen.findByRole('dialog', { name: 'Connect R-1' });
    expect(sent(stub, '/api/ef/assetdefinitions')).toEqual([]);
    expect(sent(stub, '/api/assets')).toEqual([{ serialNumber: 'R-1', assetDefinitionId: 2 }]);
  });
});

describe('the device of a new asset', () => {
  async function connect(
    stub: PortalStub,
    hub?: TestingHub,
    answer: object = { body: aCreated({ serialNumber: 'PS-9' }) },
  ) {
    if (hub) {
      vi.stubGlobal('WebSocket', function openSocket(url: string) {
        return hub.openSocket(url);
      });
    }
    stub.on(`GET /api/ef/assets/${newId}`, answer);
    await renderApp('/assets');
    const form = await openForm();
    fill(form, { 'Serial number': 'PS-9', Definition: 'Tank' });
    submit(form);
    return within(await screen.findByRole('dialog', { name: 'Connect PS-9' }));
  }

  it('has its token shown once, with lines to paste that have the portal’s own address', async () => {
    const panel = await connect(portal(creator));
    expect(panel.getByText('shown this once')).toBeTruthy();
    expect(panel.getByText(TOKEN)).toBeTruthy();
    const { hostname, origin } = window.location;
    expect(await panel.findByText(new RegExp(`^mosquitto_pub -h ${hostname} -p 1884 -u ${TOKEN} `))).toBeTruthy();
    expect(panel.getByText(new RegExp(`^curl .*${origin}/api/v1/${TOKEN}/telemetry `))).toBeTruthy();

    fireEvent.click(panel.getByRole('button', { name: 'Copy access token' }));
    expect(await panel.findByRole('button', { name: 'Copied access token' })).toBeTruthy();
    expect(copied).toEqual([TOKEN]);
    fireEvent.click(panel.getByRole('button', { name: 'Copy line for curl' }));
    await waitFor(() => expect(copied.at(-1)).toContain('curl'));
  });

  it('asks before the panel is closed over a token that nobody copied', async () => {
    const panel = await connect(portal(creator));
    fireEvent.click(panel.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    const question = within(await screen.findByRole('dialog', { name: 'Close without the token?' }));
    fireEvent.click(question.getByRole('button', { name: 'Back' }));
    expect(panel.getByText(TOKEN)).toBeTruthy();

    fireEvent.click(panel.getByRole('button', { name: 'Copy access token' }));
    await panel.findByRole('button', { name: 'Copied access token' });
    fireEvent.click(panel.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByText(TOKEN)).toBeNull());
  });

  it('is waited for, counted when its first values arrive, and one click away', async () => {
    const hub = new TestingHub();
    const stub = portal(creator).on(`GET /api/ef/assets/${newId}/dataitems`, { body: [] });
    const panel = await connect(stub, hub);
    expect(await panel.findByText('Waiting for the first values…')).toBeTruthy();
    expect(panel.queryByRole('link', { name: 'Open dashboard' })).toBeNull();
    const filter = `telltale/assets/${newId}/dataitems/#`;
    await waitFor(() => expect(hub.connected.at(-1)?.filters.has(filter)).toBe(true));

    const update = { assetId: newId, value: 1, timestamp: Date.now() };
    act(() =>
      hub.publish(`telltale/assets/${newId}/dataitems/batch`, [
        { ...update, dataItemId: 5, label: 'Temperature' },
        { ...update, dataItemId: 6, label: 'Pressure' },
        { ...update, dataItemId: 5, label: 'Temperature', timestamp: Date.now() + 1 },
      ]),
    );
    expect(await panel.findByText('Connected: 2 data items received')).toBeTruthy();
    fireEvent.click(panel.getByRole('link', { name: 'Open dashboard' }));
    expect(currentAddress().startsWith(`/assets/${newId}/dashboard`)).toBe(true);
  });

  it('counts what came before the browser listened', async () => {
    const value = {
      dataItemId: 5,
      label: 'Level',
      alias: '',
      unit: '',
      isString: false,
      stringValue: null,
      quality: 192,
    };
    const stub = portal(creator).on(`GET /api/ef/assets/${newId}/dataitems`, {
      body: [
        { ...value, value: 3, timestamp: 1_763_640_000_000 },
        { ...value, dataItemId: 6, value: null, timestamp: null },
      ],
    });
    const panel = await connect(stub, new TestingHub());
    expect(await panel.findByText('Connected: 1 data item received')).toBeTruthy();
  });

  it('says so when the creator gets no access to the asset', async () => {
    const stub = portal(creator);
    const panel = await connect(stub, undefined, { status: 404, body: { error: { code: 'not-found', message: 'x' } } });
    expect(await panel.findByText(/^You do not have access to the new asset/)).toBeTruthy();
  });
});

// Without a layout the menu believes that its button has scrolled out of sight, and hides.
const menuEntry = { name: /New access token/, hidden: true };

describe('a new access token', () => {
  const pump = () => anAsset({ alias: 'Pump 7' });

  it('is for those who may change assets', async () => {
    portal(creator, [pump()]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of Pump 7' }));
    expect(await screen.findByRole('menuitem', { name: 'Pin', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('menuitem', menuEntry)).toBeNull();
  });

  it('is made once the user has agreed that the old one ends, and shown once', async () => {
    const asset = pump();
    const path = `/api/assets/${asset.assetId}/token` as const;
    const stub = portal([VIEW, MODIFY], [asset]).on({ method: 'POST', path }, { body: { accessToken: TOKEN } });
    await renderApp('/assets');
    const ask = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'More of Pump 7' }));
      fireEvent.click(await screen.findByRole('menuitem', menuEntry));
      return within(await screen.findByRole('dialog', { name: 'New access token for Pump 7?' }));
    };
    fireEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(sent(stub, path)).toEqual([]);
    expect(currentAddress()).toBe('/assets');

    const question = await ask();
    expect(question.getByText(/The present token ends at once/)).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'New access token' }));
    const panel = within(await screen.findByRole('dialog', { name: 'New access token of Pump 7' }));
    expect(panel.getByText(TOKEN)).toBeTruthy();
    expect(sent(stub, path)).toHaveLength(1);
  });

  it('that the portal refuses leaves the old one, which is said', async () => {
    const asset = pump();
    const path = `/api/assets/${asset.assetId}/token` as const;
    const refusal = { error: { code: 'forbidden', message: 'You are not allowed to do this.' } };
    portal([VIEW, MODIFY], [asset]).on({ method: 'POST', path }, { status: 403, body: refusal });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of Pump 7' }));
    fireEvent.click(await screen.findByRole('menuitem', menuEntry));
    fireEvent.click(await screen.findByRole('button', { name: 'New access token' }));
    expect(await screen.findByText('Pump 7 keeps its access token. You are not allowed to do this.')).toBeTruthy();
  });
});
