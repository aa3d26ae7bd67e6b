import '#tiles/testing/browser.ts';
import { QueryClient } from '@tanstack/react-query';
import { auth, PLAIN_DISPLAY } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setUi } from '#actions/ui-store.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const display = { ...PLAIN_DISPLAY, decimals: 1, min: 0, max: 100 };
const common = { defaultValue: 0, retentionDays: 0, created: '2026-11-20T12:00:00.000Z' };

/** A portal whose asset has two items, one of its definition; it keeps what is described. */
async function openPanel(permissions: readonly number[] = [1], alias = '') {
  const asset = anAsset({ alias: 'Pump 7', definitionId: 7 });
  const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 25, offset: 0, samples: 1 };
  const path = `/api/ef/assets/${asset.assetId}`;
  let own: { dataItemId: number; display: object }[] = [{ dataItemId: 501, display: { max: 250 } }];
  const value = (dataItemId: number, label: string, rest: object) => ({
    ...{ dataItemId, label, alias: '', unit: 'bar', isString: false, stringValue: null, timestamp: 1, quality: 192 },
    ...rest,
  });
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET ${path}`, { body: asset })
    .on(`GET ${path}/dataitems`, () => ({
      body: [
        value(501, 'Pressure', { alias, value: 12.34, scaling, display: { ...display, ...own[0]?.display } }),
        value(502, 'Mode', { value: null, isString: true, stringValue: 'Auto', unit: '' }),
      ],
    }))
    .on('GET /api/assetDefinitions/7/dataitemdefinitions', {
      body: [{ dataItemId: 501, label: 'Pressure', unit: 'bar', display, ...common }],
    })
    .on('GET /api/dataitemdefinitions', {
      body: [{ dataItemId: 502, label: 'Mode', unit: '', display: PLAIN_DISPLAY, ...common }],
    })
    .on(`GET ${path}/itemdisplays`, () => ({ body: own }))
    .on(`PUT ${path}/itemdisplays` as 'GET /', ({ body }) => {
      own = (body as { dataItemId: number; display: object | null }[]).flatMap(({ dataItemId, display: one }) =>
        one === null ? [] : [{ dataItemId, display: one }],
      );
      return { body: own };
    })
    .on(`PUT /api/assets/${asset.assetId}/attributes` as 'GET /', ({ body }) => ({ body: body as never }));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderApp('/assets', queryClient);
  setUi({ assetPanel: asset.assetId });
  const panel = within(await screen.findByRole('dialog', { name: /Pump|PUMP|7/ }));
  const tab = panel.queryByRole('tab', { name: 'Data items' });
  if (tab) fireEvent.click(tab);
  const sent = () => stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { panel, sent, stub, asset, queryClient };
}

test('each item stands with its value, and with a word where the asset has it differently or the portal scales it', async () => {
  const { panel } = await openPanel();
  const table = within(await panel.findByRole('table', { name: 'Data items' }));
  expect(table.getByRole('row', { name: /Pressure described for this asset 12\.3 bar scaled/ })).toBeTruthy();
  expect(table.getByRole('row', { name: /Mode Auto/ })).toBeTruthy();
});

test('each item is told by what the asset calls it', async () => {
  const { panel } = await openPanel(undefined, 'Wellhead');
  fireEvent.click(await panel.findByRole('button', { name: 'Describe Wellhead' }));
  expect(panel.getByRole('form', { name: 'Describe Wellhead' })).toBeTruthy();
});

test('only what differs from the definition is sent, and taking it back gives the definition again', async () => {
  const { panel, sent } = await openPanel();
  const opener = await panel.findByRole('button', { name: 'Describe Pressure' });
  fireEvent.click(opener);
  let form = within(panel.getByRole('form', { name: 'Describe Pressure' }));
  expect(form.getByLabelText('Max')).toHaveProperty('value', '250');
  expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  fireEvent.change(form.getByLabelText('Max'), { target: { value: '-5' } });
  expect(form.getByRole('alert').textContent).toBe('Max must be above Min.');
  fireEvent.change(form.getByLabelText('Max'), { target: { value: '100' } });
  fireEvent.change(form.getByLabelText('Decimals'), { target: { value: '3' } });
  fireEvent.change(form.getByLabelText('Unit'), { target: { value: 'kPa' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([[{ dataItemId: 501, display: { unit: 'kPa', decimals: 3 } }]]));
  await waitFor(() => expect(panel.queryByRole('form', { name: 'Describe Pressure' })).toBeNull());
  expect(document.activeElement).toBe(opener);

  expect(await panel.findByRole('row', { name: /12\.340/ })).toBeTruthy();
  fireEvent.click(opener);
  form = within(panel.getByRole('form', { name: 'Describe Pressure' }));
  fireEvent.click(form.getByRole('button', { name: 'As in the definition' }));
  await waitFor(() => expect(sent()[1]).toEqual([{ dataItemId: 501, display: null }]));
  await waitFor(() => expect(panel.queryByText(/described for this asset/)).toBeNull());
});

test('a mapping is read from CSV, rows of no data item are ignored, and both attributes are written at once', async () => {
  const { panel, sent } = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: 'Data items mapping' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Data items mapping' }));
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  const field = dialog.getByLabelText('CSV');
  fireEvent.change(field, { target: { value: 'what is this' } });
  expect(dialog.getByText('The first line has to name the column label.')).toBeTruthy();
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: 'label,alias,index\npressure,Wellhead,1\nNobody,X,2' } });
  expect(dialog.getByText('1 data item; 1 row is ignored: no data item has that label.')).toBeTruthy();
  expect(
    within(dialog.getByRole('grid', { name: 'Preview' })).getByRole('row', { name: 'Pressure Wellhead 1' }),
  ).toBeTruthy();
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Data items mapping' })).toBeNull());
  expect(sent()).toEqual([
    [
      { attributeName: 'aliasMap', attributeValue: '{"501":"Wellhead"}', expectedValue: null },
      { attributeName: 'streamMap', attributeValue: '{"501":1}', expectedValue: null },
    ],
  ]);
});

test('a mapping that somebody else has changed meanwhile is not overwritten unasked', async () => {
  const { panel, sent, stub, asset, queryClient } = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: 'Data items mapping' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Data items mapping' }));
  const type = () =>
    fireEvent.change(dialog.getByLabelText('CSV'), { target: { value: 'label,alias,index\nPressure,Mine,1' } });
  const write = (attributeValue: string) => {
    asset.attributes = [{ assetId: asset.assetId, attributeName: 'streamMap', attributeValue }];
  };
  type();
  write('{"501":7}');
  const path = `PUT /api/assets/${asset.assetId}/attributes` as 'GET /';
  stub.on(path, { status: 409, body: { error: { code: 'conflict', message: 'It was changed meanwhile.' } } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('row', { name: 'Pressure 7 Mine, 1' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  fireEvent.click(dialog.getByRole('button', { name: 'Take theirs' }));
  expect(dialog.getByLabelText('CSV')).toHaveProperty('value', 'label,alias,index\nPressure,,7');
  type();
  write('{"501":8}');
  await queryClient.invalidateQueries();
  stub.on(path, ({ body }) => ({ body: body as never }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Data items mapping' })).toBeNull());
  expect(
    (sent() as object[][]).map((list) => list.map((one) => (one as { expectedValue: unknown }).expectedValue)),
  ).toEqual([
    [null, null],
    [null, '{"501":8}'],
  ]);
});

test('who may not modify data items does not see the tab', async () => {
  const { panel } = await openPanel([6, 30, 50, 90]);
  expect(await panel.findByText('Asset Details')).toBeTruthy();
  expect(panel.queryByText('Data items')).toBeNull();
});
