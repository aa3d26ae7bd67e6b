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
  expect(row.getByText('P-17')).toBeTruthy();
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
