import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { type events, type files, permissionCatalogue, permissionId } from '@telltale/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import type { AssetMomentReading } from '#tile-kit/records/asset-moments.ts';
import { aReading, FixedReadings, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { anAlarm } from '#tiles/testing/an-alarm.ts';
import { gridRows } from '#tiles/testing/grid-rows.ts';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { exportedCsv } from '#tiles/testing/saved-files.ts';
import { tableTile } from './tile.ts';

const may = (...permissions: number[]) => useSessionStore.setState({ permissions: new Set(permissions) });
let portal: PortalStub;
beforeEach(() => {
  portal = new PortalStub();
  may(...permissionCatalogue.map((permission) => permission.permissionId));
});
afterEach(() => may());

const anEvent = (differences: object = {}) =>
  ({
    eventId: 1,
    assetId: 7,
    eventDefinitionId: 2,
    eventDefinition: { name: 'online', alias: 'Back online' },
    timestamp: '2026-11-20T12:00:00.000Z',
    received: '2026-11-20T12:00:05.000Z',
    cause: 'first\nsecond',
    ...differences,
  }) as events.AssetEventRecord;
const aFile = (differences: object = {}) =>
  ({
    fileId: 12,
    assetId: 7,
    filename: 'job.tdms',
    hostname: 'RIG-PC',
    haspId: '4711',
    length: 1536,
    timestamp: '2026-11-20T12:00:00.000Z',
    ...differences,
  }) as files.StoredFile;

const answers = {
  alarms: (...list: unknown[]) => [[['assets', 7, 'alarms'], list]] as const,
  events: (...list: unknown[]) => [[['assets', 7, 'events', { to: null }], list]] as const,
  files: (...list: unknown[]) => [[['assets', 7, 'files'], list]] as const,
};
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

test('starts with data items, search and header', () => {
  expect(settingsOf(tableTile)).toMatchObject({ option: 'dataItems', search: true, showHeader: true });
});

test('lists data items by alias, with their values', async () => {
  const definition = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] };
  await renderTile(tableTile, {}, { definition, readings: new FixedReadings({ 5: aReading() }) });
  expect(headers()).toEqual(['Alias', 'Value']);
  expect(gridRows()).toEqual(['Motor current|12.50 A']);
  expect(await exportedCsv('Data items')).toEqual(['Alias,Value,Unit', 'Motor current,12.5,A']);
});

test('lists alarms, and closes one', async () => {
  portal.on('GET /api/assets/7/alarms/3/close', { body: { assetId: 7, alarmDefinitionId: 3 } });
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers.alarms(anAlarm()) });
  expect(headers()).toEqual(['Name', 'Reason', 'Cause', 'Last Raised', 'Severity', 'Count', '']);
  expect(gridRows()).toEqual(['High pressure|Valve shut|_pressure > 9 (9.5)|2026-11-20 12:30:00|5|2|Close alarm']);
  fireEvent.click(screen.getByRole('button', { name: 'Close alarm' }));
  expect(await screen.findByText('No data...')).toBeDefined();
});

test('an alarm that could not be closed stays', async () => {
  portal.on('GET /api/assets/7/alarms/3/close', {
    status: 403,
    body: { error: { code: 'forbidden', message: 'No.' } },
  });
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers.alarms(anAlarm()) });
  fireEvent.click(screen.getByRole('button', { name: 'Close alarm' }));
  await waitFor(() => expect(portal.requests.some(({ url }) => url.pathname.endsWith('/close'))).toBe(true));
  expect(gridRows()).toHaveLength(1);
});

test('alarms cannot be closed in the past, nor by who may not', async () => {
  const time = new DashboardTime({ cursor: { kind: 'past', atMs: 1_000 }, range: undefined });
  const moment = { alarms: [anAlarm({ name: 'Then' })], attributes: [], coordinates: null, connected: true };
  const reading = { kind: 'past', moment } as const;
  const moments = { subscribe: () => () => undefined, read: () => reading };
  const view = await renderTile(tableTile, { option: 'alarms' }, { answers: answers.alarms(), time, moments });
  expect(gridRows()[0]).toContain('Then');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close alarm' }).disabled).toBe(true);
  view.unmount();
  may(permissionId('Alarms', 'View'));
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers.alarms(anAlarm()) });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close alarm' }).disabled).toBe(true);
});

test('lists events in the dashboard’s zone', async () => {
  await renderTile(tableTile, { option: 'events' }, { answers: answers.events(anEvent()), zone: 'America/Chicago' });
  expect(headers()).toEqual(['Name', 'Cause', 'Received', 'Timestamp']);
  expect(gridRows()).toEqual(['Back online|first · second|2026-11-20 06:00:05|2026-11-20 06:00:00']);
});

test('lists files, whose names download them', async () => {
  await renderTile(
    tableTile,
    { option: 'files' },
    { answers: answers.files(aFile(), aFile({ fileId: 13, length: 5 })) },
  );
  expect(headers()).toEqual(['File Name', 'Host Name', 'haspId', 'Size', 'Timestamp']);
  expect(gridRows()[0]).toBe('job.tdms|RIG-PC|4711|1.5 KB|2026-11-20 12:00:00');
  const [link] = screen.getAllByRole('link', { name: 'job.tdms' });
  expect(link?.getAttribute('href')).toBe('/api/files/12/download');
});

test('a list is asked again on demand', async () => {
  portal.on('GET /api/assets/7/events', { body: [anEvent({ eventDefinition: { name: 'x', alias: 'Newer' } })] });
  await renderTile(tableTile, { option: 'events' }, { answers: answers.events() });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh events' }));
  expect(await screen.findByText('Newer')).toBeDefined();
});

test.each(['alarms', 'events', 'files'])('who may not see %s is told so', async (option) => {
  may();
  const { container } = await renderTile(tableTile, { option }, {});
  expect(container.textContent).toBe(`You are missing permissions to view ${option}.`);
});

test.each(['alarms', 'events', 'files'])('a system in whose slots nothing can be seen has no %s', async (option) => {
  const { container } = await renderTile(tableTile, { option }, { assetId: 0 });
  expect(container.textContent).toContain(`there are no ${option} to show`);
  // What a tile of another test still asks is of that test's own asset.
  const asked = portal.requests.map(({ url }) => url.pathname).filter((path) => path.startsWith('/api/'));
  expect(asked.filter((path) => !path.includes(`/assets/${TEST_ASSET_ID}`))).toEqual([]);
  may();
  cleanup();
  const denied = await renderTile(tableTile, { option }, { assetId: 0 });
  expect(denied.container.textContent).toBe(`You are missing permissions to view ${option}.`);
});

describe('on the dashboard of a system', () => {
  const system = {
    assetId: 0,
    members: [
      { assetId: 7, name: 'Pump 7' },
      { assetId: 8, name: 'Tank 8' },
    ],
  };
  /** Two pumps of one definition: their data items have the same names. */
  const pump = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'Flow' }] };
  const slots = ['Pump A', 'Pump B'].map((name, at) => ({ slotId: at + 1, name, assetDefinition: pump }));
  const pad = {
    ...system,
    definition: { slots, dataItemDefinitions: [] },
    readings: new FixedReadings({ 5: aReading({ name: 'Flow', label: 'Flow', unit: 'bpm' }) }),
  };

  test('data items of one name are told apart by the slots that lead to them, and found by these', async () => {
    await renderTile(tableTile, {}, pad);
    expect(gridRows()).toEqual(['Pump A › Flow|12.50 bpm', 'Pump B › Flow|12.50 bpm']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pump b' } });
    await waitFor(() => expect(gridRows()).toEqual(['Pump B › Flow|12.50 bpm']));
  });

  const later = { timestamp: '2026-11-20T13:00:00.000Z', received: '2026-11-20T13:00:00.000Z' };

  test.each([
    ['alarms', [anAlarm({ severity: 2 })], [anAlarm({ assetId: 8, severity: 9 })], 'Tank 8|High pressure'],
    ['events', [anEvent()], [anEvent({ assetId: 8, eventId: 2, ...later })], 'Tank 8|Back online'],
    ['files', [aFile()], [aFile({ assetId: 8, fileId: 13, timestamp: later.timestamp })], 'Tank 8|job.tdms'],
  ])('%s of all assets in its slots stand in one table, with whose they are', async (option, ofPump, ofTank, first) => {
    const key = (assetId: number) => ['assets', assetId, option, ...(option === 'events' ? [{ to: null }] : [])];
    const gathered = [[key(7), ofPump] as const, [key(8), ofTank] as const];
    await renderTile(tableTile, { option }, { ...system, answers: gathered });
    expect(headers()[0]).toBe('Asset');
    expect(gridRows()).toHaveLength(2);
    expect(gridRows()[0]?.startsWith(first)).toBe(true);
    expect(gridRows()[1]?.startsWith('Pump 7|')).toBe(true);
  });

  test('part of a list does not pass for the whole', async () => {
    portal.on('GET /api/ef/assets/8/files', { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } });
    await renderTile(tableTile, { option: 'files' }, { ...system, answers: answers.files(aFile()) });
    expect((await screen.findByRole('alert')).textContent).toContain('The files could not be loaded.');
    portal.on('GET /api/ef/assets/8/files', { body: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('job.tdms')).toBeDefined();
  });

  test('in the past they are those of the moment', async () => {
    const time = new DashboardTime({ cursor: { kind: 'past', atMs: 1_000 }, range: undefined });
    const moment = (assetId: number): AssetMomentReading => ({
      kind: 'past',
      moment: {
        alarms: [anAlarm({ assetId, name: `Then ${assetId}` })],
        attributes: [],
        coordinates: null,
        connected: true,
      },
    });
    const read = new Map([7, 8].map((assetId) => [assetId, moment(assetId)]));
    const moments = {
      subscribe: () => () => undefined,
      read: (assetId: number) => read.get(assetId) ?? moment(assetId),
    };
    await renderTile(tableTile, { option: 'alarms' }, { ...system, time, moments });
    expect(gridRows().map((row) => row.split('|').slice(0, 2))).toEqual([
      ['Pump 7', 'Then 7'],
      ['Tank 8', 'Then 8'],
    ]);
  });
});

test.each(['dataItems', 'alarms', 'events', 'files'])(
  'rows of %s have markers where the settings ask for them',
  async (option) => {
    const answered = [...answers.alarms(anAlarm()), ...answers.events(anEvent()), ...answers.files(aFile())];
    const readings = new FixedReadings({ 5: aReading() });
    const definition = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'current' }] };
    const bag = { option, selectionMarkers: true };
    await renderTile(tableTile, bag, { answers: answered, readings, definition });
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Mark (?!all)/ }));
    expect(screen.getByRole('button', { name: '1 marked' })).toBeDefined();
  },
);

test('what cannot be loaded says so, and can be tried again', async () => {
  await renderTile(tableTile, { option: 'files' }, {});
  expect((await screen.findByRole('alert')).textContent).toContain('The files could not be loaded.');
  portal.on('GET /api/ef/assets/7/files', { body: [aFile()] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('job.tdms')).toBeDefined();
});

test('a list that cannot be asked for again stays in sight, and says that it is not the latest', async () => {
  portal.on('GET /api/ef/assets/7/files', { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } });
  await renderTile(tableTile, { option: 'files' }, { answers: answers.files(aFile()) });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh files' }));
  expect((await screen.findByText(/^Not refreshed: /)).textContent).toContain('Broken.');
  expect(screen.getByText('job.tdms')).toBeDefined();
});

test.each([
  ['alarms', 'No alarm is open.'],
  ['events', 'No event has been recorded yet.'],
  ['files', 'No file has been uploaded yet.'],
] as const)('an empty list of %s says what that means', async (option, words) => {
  await renderTile(tableTile, { option }, { answers: answers[option]() });
  expect(screen.getByText('No data...')).toBeDefined();
  expect(screen.getByText(words)).toBeDefined();
});

test.each(HOSTILE_TEXTS)('%s is text in every cell (E7)', async (hostile) => {
  const alarm = anAlarm({ name: hostile, reason: hostile, cause: hostile });
  const event = anEvent({ cause: hostile, eventDefinition: { name: hostile, alias: hostile } });
  const file = aFile({ filename: hostile, hostname: hostile, haspId: hostile });
  const all = { alarms: answers.alarms(alarm), events: answers.events(event), files: answers.files(file) };
  for (const option of ['alarms', 'events', 'files'] as const) {
    const { container, unmount } = await renderTile(tableTile, { option, title: hostile }, { answers: all[option] });
    expect(container.querySelector('script, img, iframe, form, [onerror], [onload]')).toBeNull();
    expect(container.querySelector('a[href]:not([href="/api/files/12/download"])')).toBeNull();
    unmount();
  }
});

test('its editor chooses what is listed', async () => {
  const { changes } = await renderEditor(tableTile, {});
  fireEvent.click(screen.getByRole('combobox', { name: 'Shows' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Alarms' }));
  expect(changes.at(-1)).toMatchObject({ option: 'alarms' });
});
