import { auth, files, type measurements } from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
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
    aChannel('bent', { whyUnread: 'A scaling of the kind Thermocouple is not known: the values cannot be read.' }),
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
      body: { edges: [0, 2_000], min: [-1.5], max: [42] },
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
  expect(bent.getByText(/Thermocouple is not known/)).toBeTruthy();
  expect(bent.getByRole('checkbox', { name: 'Plot bent' })).toHaveProperty('disabled', true);
  expect(screen.getByText(/whoever wrote it was interrupted/)).toBeTruthy();
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
