import '#tiles/testing/browser.ts';
import { auth, commands, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCommand } from '#testing/a-command.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const parms = { Unscaled_Min: 4, Unscaled_Max: 20, Scaled_Min: 0, Scaled_Max: 250, Offset: 0, Avg_Samples: 1 };
const channels = [
  { channel: 1, Value: 12, Variant: [{ Alias: 'Wellhead', Type: 'AI', Unit: 'bar', '_AI-Parms_': parms }] },
];
const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

interface World {
  attributes?: Readonly<Record<string, unknown>>;
  permissions?: readonly number[];
  sent?: readonly commands.Command[];
  /** How the definition scales Flow. */
  ofDefinition?: object;
  /** How the value of Flow was made; undefined: it was sent so. */
  made?: object;
  unit?: string;
}

/** The tab of an asset with the data items Flow (50) and Level (12). */
async function openTab({
  attributes = {},
  permissions = [1],
  sent = [],
  ofDefinition,
  made,
  unit = 'l/s',
}: World = {}) {
  const asset = anAsset({ serialNumber: 'AI-1', alias: 'Pump 7', definition: 'Pump' });
  const { assetId } = asset;
  asset.attributes = Object.entries(attributes).map(([attributeName, value]) => ({
    attributeName,
    attributeValue: JSON.stringify(value),
  })) as never;
  const common = { alias: '', isString: false, stringValue: null, timestamp: 1, quality: 192 };
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${assetId}`, { body: asset })
    .on(`GET /api/ef/assets/${assetId}/dataitems`, {
      body: [
        {
          dataItemId: 5,
          label: 'Flow',
          value: 50,
          unit,
          ...common,
          ...(ofDefinition ? { definitionScaling: ofDefinition } : {}),
          ...(made ? { scaling: made } : {}),
        },
        { dataItemId: 6, label: 'Level', value: 12, unit: 'm', ...common },
      ],
    })
    .on(`GET /api/ef/assets/${assetId}/commands`, { body: { total: sent.length, commands: sent } })
    .on(commands.sendCommands, { body: [aCommand({ commandId: 9 })] })
    .on(`PUT /api/ef/assets/${assetId}/itemscalings` as 'GET /', ({ body }) => ({ body: body as never }));
  await renderApp(`/assets?panel=${assetId}&panelTab=scaling`);
  const panel = within(await screen.findByRole('dialog', { name: 'PUMP AI-1' }));
  const bodies = (method: string) => stub.requests.filter((one) => one.method === method).map(({ body }) => body);
  return { panel, stub, assetId, bodies };
}
const agree = async (title: string, label: string) => {
  const question = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.click(question.getByRole('button', { name: label }));
};
const setting = (dataItemId: number, scaling: object | null) => [{ dataItemId, scaling }];

test('a channel of the device is scaled by a command to it, and its ends are taken by one', async () => {
  const { panel, bodies, assetId } = await openTab({ attributes: { analogChannels: channels } });
  const row = await panel.findByRole('row', { name: /^1 12\.00 Wellhead bar/ });
  expect(within(row).getByText('by the device')).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: '4mA/0V of Wellhead' }));
  await agree('Take what Wellhead reads now as 4mA/0V?', 'Send');
  const command = (name: string, parameter: object) => [
    { assetId, command: JSON.stringify({ module: 'analog', command: name, parameter }) },
  ];
  await waitFor(() => expect(bodies('POST')).toEqual([command('zero', { channel: '1' })]));
  fireEvent.click(within(row).getByRole('button', { name: '4–20 → 0–250, scaling of Wellhead' }));
  const form = within(await screen.findByRole('form', { name: 'Scaling of Wellhead' }));
  fireEvent.change(form.getByLabelText('Scaled Max'), { target: { value: '400' } });
  fireEvent.click(form.getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(bodies('POST')[1]).toEqual(command('scale', { channel: '1', '_AI-Parms_': { ...parms, Scaled_Max: 400 } })),
  );
  expect(await screen.findByText('The scaling is queued. It is sent as soon as the device listens.')).toBeTruthy();
  expect(bodies('PUT')).toEqual([]);
});

test('a device that tells its channels when it is asked is asked anew after each change of them', async () => {
  const command = JSON.stringify({ module: 'analog', command: 'channels' });
  const answered = aCommand({ commandId: 3, command, state: 'answered', answer: JSON.stringify({ channels }) });
  const { panel, bodies, assetId } = await openTab({ sent: [answered] });
  fireEvent.click(await panel.findByRole('button', { name: '20mA/5V of Wellhead' }));
  await agree('Take what Wellhead reads now as 20mA/5V?', 'Send');
  const span = JSON.stringify({ module: 'analog', command: 'span', parameter: { channel: '1' } });
  await waitFor(() =>
    expect(bodies('POST')).toEqual([
      [
        { assetId, command: span },
        { assetId, command },
      ],
    ]),
  );
});

test('a data item with a stream is scaled by the portal; one whose ends are the same is not', async () => {
  const { panel, bodies } = await openTab({ attributes: { streamMap: { 6: 2 } } });
  expect(panel.queryByRole('row', { name: /Flow/ })).toBeNull();
  fireEvent.click(await panel.findByRole('button', { name: 'None, scaling of Level' }));
  const form = within(await screen.findByRole('form', { name: 'Scaling of Level' }));
  const apply = form.getByRole('button', { name: 'Apply' });
  fireEvent.change(form.getByLabelText('Unscaled Max'), { target: { value: '4' } });
  expect(form.getByRole('alert').textContent).toBe('Unscaled Min and Unscaled Max must differ.');
  expect(apply).toHaveProperty('disabled', true);
  fireEvent.change(form.getByLabelText('Unscaled Max'), { target: { value: '20' } });
  fireEvent.change(form.getByLabelText('Scaled Min'), { target: { value: '0' } });
  fireEvent.change(form.getByLabelText('Scaled Max'), { target: { value: '100' } });
  fireEvent.click(apply);
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(6, scaling)]));
});

test('an end that the portal goes by is the reading behind the value; a scaling is taken away', async () => {
  const { panel, bodies } = await openTab({ attributes: { scalingMap: { 5: scaling } }, made: scaling });
  fireEvent.click(await panel.findByRole('button', { name: '20mA/5V of Flow' }));
  expect(panel.getByText('by the portal')).toBeTruthy();
  await agree('Take what Flow reads now as 20mA/5V?', 'Apply');
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, { ...scaling, unscaledMax: 12 })]));
  fireEvent.click(panel.getByRole('button', { name: '4–20 → 0–100, scaling of Flow' }));
  fireEvent.click(await screen.findByRole('button', { name: 'No scaling' }));
  await waitFor(() => expect(bodies('PUT')[1]).toEqual(setting(5, null)));
});

test('an end of a channel that the device has and the portal scales is taken by the portal', async () => {
  const flow = [{ ...channels[0], Variant: [{ Alias: 'Flow', Type: 'AI', Unit: 'l/s', '_AI-Parms_': parms }] }];
  const { panel, bodies } = await openTab({
    attributes: { analogChannels: flow, scalingMap: { 5: scaling } },
    made: scaling,
  });
  fireEvent.click(await panel.findByRole('button', { name: '20mA/5V of Flow' }));
  await agree('Take what Flow reads now as 20mA/5V?', 'Apply');
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, { ...scaling, unscaledMax: 12 })]));
  expect(bodies('POST')).toEqual([]);
});

test('a value from before its scaling says so, has no unit of the scaled ones, and is taken as the reading that it is', async () => {
  const flow = [{ ...channels[0], Variant: [{ Alias: 'Flow', Type: 'AI', Unit: 'bar', '_AI-Parms_': parms }] }];
  const { panel, bodies } = await openTab({
    attributes: { analogChannels: flow, scalingMap: { 5: scaling } },
    unit: '',
  });
  const row = within(await panel.findByRole('row', { name: /^1 50\.00not scaled Flow 4mA/ }));
  fireEvent.click(row.getByRole('button', { name: '20mA/5V of Flow' }));
  await agree('Take what Flow reads now as 20mA/5V?', 'Apply');
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, { ...scaling, unscaledMax: 50 })]));
});

test('a value that was scaled otherwise says so, and its reading is found by that', async () => {
  const own = { ...scaling, scaledMax: 250, offset: -1.5, samples: 5 };
  const { panel, bodies } = await openTab({ attributes: { scalingMap: { 5: own } }, made: scaling });
  expect(await panel.findByText('by the portal, minus 1.5, mean of 5 readings')).toBeTruthy();
  const row = within(await panel.findByRole('row', { name: /50\.00scaled as before Flow l\/s/ }));
  fireEvent.click(row.getByRole('button', { name: '20mA/5V of Flow' }));
  await agree('Take what Flow reads now as 20mA/5V?', 'Apply');
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, { ...own, unscaledMax: 12 })]));
});

test('what the definition scales says so, and an asset may say otherwise and go back', async () => {
  const { panel, bodies } = await openTab({ ofDefinition: scaling });
  expect(await panel.findByText('as the definition')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: '4–20 → 0–100, scaling of Flow' }));
  expect(await screen.findByText(/^Its definition says 4–20 → 0–100\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'As the definition' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'No scaling' }));
  const plain = { unscaledMin: 0, unscaledMax: 1, scaledMin: 0, scaledMax: 1, offset: 0, samples: 1 };
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, plain)]));
});

test('an asset with a scaling of its own goes back to that of its definition', async () => {
  const own = { ...scaling, scaledMax: 250 };
  const { panel, bodies } = await openTab({ ofDefinition: scaling, attributes: { scalingMap: { 5: own } } });
  fireEvent.click(await panel.findByRole('button', { name: '4–20 → 0–250, scaling of Flow' }));
  expect(panel.queryByText('as the definition')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'As the definition' }));
  await waitFor(() => expect(bodies('PUT')).toEqual([setting(5, null)]));
});

test('the channels come of the device’s answer, and it can be asked for them', async () => {
  const command = '{"module":"analog","command":"channels"}';
  const { panel, bodies, assetId } = await openTab({
    sent: [aCommand({ commandId: 3, command, answer: JSON.stringify({ channels }) })],
  });
  expect(await panel.findByRole('row', { name: /^1 12\.00 Wellhead bar/ })).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Ask the device for its channels' }));
  await waitFor(() => expect(bodies('POST')).toEqual([[{ assetId, command }]]));
});

test('an asset without channels says how it gets some', async () => {
  const { panel } = await openTab();
  expect(await panel.findByText('This asset has no analog channels.')).toBeTruthy();
});

test('who may neither send commands nor modify attributes only looks', async () => {
  const views = (['Attributes', 'CurrentDataItems', 'Assets'] as const).map((group) => permissionId(group, 'View'));
  const { panel } = await openTab({ permissions: views, attributes: { analogChannels: channels } });
  const row = within(await panel.findByRole('row', { name: /^1 12\.00 Wellhead bar/ }));
  for (const button of row.getAllByRole('button')) expect(button).toHaveProperty('disabled', true);
  expect(panel.queryByRole('button', { name: /^Ask/ })).toBeNull();
});

test('channels that could not be loaded say so', async () => {
  const { stub, assetId, panel } = await openTab();
  await panel.findByText('This asset has no analog channels.');
  const busy = { status: 503, body: { error: { code: 'busy', message: 'Busy.' } } };
  stub.on(`GET /api/ef/assets/${assetId}/dataitems`, busy);
  await renderApp(`/assets?panel=${assetId}&panelTab=scaling`);
  expect(await screen.findByText('The channels could not be loaded.')).toBeTruthy();
});
