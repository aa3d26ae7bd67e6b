import { assets, auth, files, type measurementImports, type measurements } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const aChannel = (name: string, more: Partial<measurements.Channel> = {}): measurements.Channel => ({
  name,
  type: 'float64',
  count: 2_000,
  unit: 'bar',
  waveform: { start: '2026-11-20T12:00:00.000Z', increment: 0.5 },
  properties: [{ name: 'sensor', value: 'P-17' }],
  whyUnread: null,
  ...more,
});

let recording: measurements.Recording;
let channels: measurements.Channel[];
let stub: PortalStub;
let asked: string[];
beforeEach(() => {
  recording = { version: 4713, properties: [], groups: [{ name: 'run 1', channels: 3 }], faults: [] };
  channels = [
    aChannel('pressure'),
    aChannel('remark', { type: 'string', whyUnread: 'It holds texts.', unit: '', waveform: null }),
    aChannel('bent', { whyUnread: 'Its complex values are to be scaled, which is not read.' }),
  ];
  asked = [];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on(files.listFiles, ({ url }) => {
      asked.push(url.search);
      return { body: [{ fileId: 7, filename: 'frac.tdms', length: 4_096 }] };
    })
    .on('GET /api/files/7/tdms', () => ({ body: recording }))
    .on('GET /api/files/7/tdms/groups/run%201/channels', () => ({ body: channels }))
    .on('GET /api/files/7/tdms/groups/run%201/channels/pressure/plot', {
      body: { edges: [0, 2_000], min: [-1.5], max: [42], unread: 0 },
    });
});

test('lists the files of a day, and the channels of a group with their extent', async () => {
  await renderApp('/tdms-viewer');
  const chooser = await screen.findByRole('combobox', { name: 'File' });
  await screen.findByRole('option', { name: /frac\.tdms/ });
  expect(asked[0]).toContain('filename=%25.tdms');
  fireEvent.change(chooser, { target: { value: '7' } });
  expect(currentAddress()).toBe('/tdms-viewer?fileId=7');
  const row = within(await screen.findByRole('row', { name: /pressure/ }));
  expect(row.getByText('2,000')).toBeTruthy();
  expect(row.getByText(/2 a second/)).toBeTruthy();
  expect(await row.findByText('42')).toBeTruthy();
  expect(row.getByText('-1.5')).toBeTruthy();
  fireEvent.click(row.getByRole('button', { name: 'pressure' }));
  expect(await screen.findByText('P-17')).toBeTruthy();
});

test('says of a channel why it cannot be drawn, and of a file what is wrong with it', async () => {
  recording.faults = ['The last segment is shorter than it should be: whoever wrote it was interrupted.'];
  await renderApp('/tdms-viewer?fileId=7');
  const bent = within(await screen.findByRole('row', { name: /bent/ }));
  expect(bent.getByText(/complex values are to be scaled/)).toBeTruthy();
  expect(bent.getByRole('checkbox', { name: 'Plot bent' })).toHaveProperty('disabled', true);
  expect(screen.getByText(/whoever wrote it was interrupted/)).toBeTruthy();
});

test('asks for a long channel until it is read, and shows its extent only then', async () => {
  const unread = [1_500, 600, 0];
  let questions = 0;
  stub.on('GET /api/files/7/tdms/groups/run%201/channels/pressure/plot', () => {
    const left = unread[questions++] ?? 0;
    return { body: { edges: [0, 2_000], min: [left === 0 ? -1.5 : 0], max: [left === 0 ? 42 : 1], unread: left } };
  });
  await renderApp('/tdms-viewer?fileId=7');
  const row = within(await screen.findByRole('row', { name: /pressure/ }));
  expect(await row.findByText('42')).toBeTruthy();
  expect(questions).toBe(3);
});

test('asks no more where the reading does not get on, and says so', async () => {
  let questions = 0;
  stub.on('GET /api/files/7/tdms/groups/run%201/channels/pressure/plot', () => {
    questions++;
    return { body: { edges: [0, 2_000], min: [null], max: [null], unread: 600 } };
  });
  await renderApp('/tdms-viewer?fileId=7');
  const row = within(await screen.findByRole('row', { name: /pressure/ }));
  expect(await row.findByText('The portal does not get on with reading it.')).toBeTruthy();
  expect(questions).toBe(2);
});

test('says why a file cannot be read', async () => {
  const message = 'The measurement file cannot be read. This is no TDMS file: a segment begins with other letters.';
  stub.on('GET /api/files/7/tdms', { status: 422, body: { error: { code: 'unreadable', message } } });
  await renderApp('/tdms-viewer?fileId=7');
  expect(await screen.findByText(/This is no TDMS file/)).toBeTruthy();
});

test('offers channels as a file of another kind: those that are plotted, texts too, none that is not read', async () => {
  // There is nothing to draw on here.
  stub.on('GET /api/files/7/tdms/groups/run%201/channels/pressure/plot', { status: 503 });
  await renderApp('/tdms-viewer?fileId=7');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Plot pressure' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export channels' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export channels' }));
  const link = () => dialog.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect(link()).toBe('/api/files/7/tdms/groups/run%201/export?type=csv&channels=0');
  expect(dialog.getByText('2,000 rows, each with its time.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'remark' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'SQLite' }));
  expect(link()).toBe('/api/files/7/tdms/groups/run%201/export?type=sqlite&channels=0-1');
  expect(dialog.getByText(/not timed alike/)).toBeTruthy();
  expect(dialog.getByRole('checkbox', { name: /bent/ })).toHaveProperty('disabled', true);
  fireEvent.click(dialog.getByRole('button', { name: 'None' }));
  expect(dialog.queryByRole('link', { name: 'Download' })).toBeNull();
});

test('says in words why an export is refused', async () => {
  const message = '2 exports of measurement files are being answered already. Try again in a moment.';
  stub.on('GET /api/files/7/tdms/groups/run%201/export', ({ url }) => {
    expect(url.search).toBe('?type=csv&channels=0-1&check=true');
    return { status: 429, body: { error: { code: 'too-many-exports', message } } };
  });
  await renderApp('/tdms-viewer?fileId=7');
  fireEvent.click(await screen.findByRole('button', { name: 'Export channels' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export channels' }));
  fireEvent.click(dialog.getByRole('link', { name: 'Download' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('says in words that an export broke off, in the dialog and on the page', async () => {
  let exportId = '';
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    exportId = new URL(this.href).searchParams.get('exportId') ?? '';
  });
  const told = { bytes: 2_500_000, message: 'The disk of the portal is full.' };
  stub
    .on('GET /api/files/7/tdms/groups/run%201/export', { status: 204 })
    .on('GET /api/ef/measurementexports', () => ({ body: [{ exportId, state: 'failed', ...told }] }));
  await renderApp('/tdms-viewer?fileId=7');
  fireEvent.click(await screen.findByRole('button', { name: 'Export channels' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export channels' }));
  fireEvent.click(dialog.getByRole('link', { name: 'Download' }));
  const words = /^The export failed after 2\.4 MB: .* not whole\. The disk of the portal is full\.$/;
  expect((await dialog.findByRole('alert')).textContent).toMatch(words);
  expect(exportId).toMatch(/^[0-9a-f]{24}$/);
  click.mockRestore();
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('imports channels into an asset: suggests by name, shows what would come of it, and how far it is', async () => {
  const asset = anAsset({ alias: 'North 7' });
  const items = [
    { dataItemId: 5, label: 'Pressure', unit: 'kPa' },
    { dataItemId: 6, label: 'Remark', unit: '' },
    { dataItemId: 9, label: 'Twice', unit: '', isCalculated: true },
  ].map((item) => ({
    alias: '',
    value: null,
    isString: false,
    stringValue: null,
    timestamp: null,
    quality: 192,
    ...item,
  }));
  const jobs: measurementImports.MeasurementImport[] = [];
  const bodies: unknown[] = [];
  const start = '2026-11-20T12:00:00.000Z';
  stub
    .on(assets.listAssets, { body: [asset] })
    .on(`GET /api/ef/assets/${asset.assetId}/dataitems`, { body: items })
    .on('GET /api/ef/measurementimports', () => ({ body: jobs }))
    .on({ method: 'POST', path: '/api/files/7/tdms/groups/run%201/imports/preview' }, ({ body }) => {
      bodies.push(body);
      const of = {
        channel: 'pressure',
        dataItemId: 5,
        label: 'Pressure',
        unit: 'bar',
        itemUnit: 'kPa',
        isConverted: true,
      };
      const found = { values: 2_000, points: 1_990, leftOut: 10, from: start, to: start, existing: 12 };
      return { body: [{ ...of, ...found }] };
    })
    .on({ method: 'POST', path: '/api/files/7/tdms/groups/run%201/imports' }, ({ body }) => {
      const of = { jobId: 'j', assetId: 3, fileId: 7, filename: 'frac.tdms', group: 'run 1', channels: 1 } as const;
      const job = { ...of, created: start, state: 'running', share: 0.25, points: 500, message: null };
      jobs.push(job as measurementImports.MeasurementImport);
      bodies.push(body);
      return { body: job };
    });
  await renderApp('/tdms-viewer?fileId=7');
  fireEvent.click(await screen.findByRole('button', { name: 'Import into an asset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import into an asset' }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Asset' }));
  fireEvent.click(await screen.findByRole('option', { name: 'North 7', hidden: true }));
  const pressure = await dialog.findByRole('combobox', { name: 'Data item for pressure' });
  expect(pressure).toHaveProperty('value', 'Pressure (kPa)');
  fireEvent.click(dialog.getByRole('button', { name: 'Leave out remark' }));
  expect(await dialog.findByText(/1,990 values/)).toBeTruthy();
  expect(dialog.getByText(/12 values stand between these times/)).toBeTruthy();
  expect(dialog.getByText('Converted from bar to kPa.')).toBeTruthy();
  expect(dialog.getByText(/10 are left out/)).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Import' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
  expect(await dialog.findByRole('progressbar', { name: '25 %, 500 values stored' })).toBeTruthy();
  const body = {
    assetId: asset.assetId,
    times: { kind: 'waveform' },
    channels: [{ channel: 'pressure', dataItemId: 5 }],
  };
  expect(bodies.at(-1)).toEqual(body);
});
