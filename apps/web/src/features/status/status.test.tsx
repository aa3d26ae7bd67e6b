import { assetIdSchema, auth, type PortalStatus, portalStatus } from '@telltale/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { clockText, diskForecast, durationText, fromNowText, troublesOf } from './status-words.ts';

const NOW_MS = Date.parse('2026-11-23T09:00:00.000Z');
const iso = (ms: number) => new Date(NOW_MS + ms).toISOString();
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const status: PortalStatus = {
  version: '0.1.0',
  startedAt: iso(-3 * DAY_MS),
  faults: [],
  warnings: [],
  ingest: {
    minutes: [
      { time: iso(-2 * MINUTE_MS), pointsPerSecond: 1_200, commitMs: 4 },
      { time: iso(-MINUTE_MS), pointsPerSecond: 1_234, commitMs: 6.4 },
    ],
    pointsWaiting: 0,
    pointsStored: 5_000_000,
    setAside: 12,
    assets: 40,
    assetsConnected: 38,
    browsers: 3,
  },
  disk: {
    freeBytes: 40e9,
    totalBytes: 100e9,
    historyBytes: 12e9,
    historyEngine: 'ClickHouse 26.3',
    historyPoints: 9e9,
    bytesPerDay: 1e9,
    fullAt: iso(38 * DAY_MS),
  },
  process: { memoryBytes: 300e6, databaseBytes: 20e6, databaseEngine: 'SQLite' },
  calls: [{ call: 'GET /api/alarms', count: 1_000, meanMs: 12, p95Ms: 1_450 }],
  devices: [
    { assetId: assetIdSchema.parse(7), gatewayId: null, name: 'PS-101', setAside: 12, reason: 'label too long' },
  ],
  broker: null,
  cluster: null,
  waiting: { mails: 1, alerts: 2, exports: 0, commands: 0 },
  mails: { waitingSince: null, problem: null, givenUp: 0 },
  backups: { isOn: true, lastGoodAt: iso(-DAY_MS / 2), failure: null },
  certificateEndsAt: null,
};

async function open(shown: PortalStatus) {
  new PortalStub().on(auth.login, { body: aLogin([1]) }).on(portalStatus.getStatus, { body: shown });
  await renderApp('/status');
  return screen.findByRole('region', { name: 'Health' });
}

test('a portal that is well says so, with its pace, its room, its backup, and who sends what cannot be stored', async () => {
  const health = await open(status);
  expect(within(health).getByText('Everything works.')).toBeTruthy();
  expect(screen.getByText('1,234 points a second')).toBeTruthy();
  expect(screen.getByText('6 ms until it is on disk')).toBeTruthy();
  expect(screen.getByText('38 of 40')).toBeTruthy();
  expect(screen.getByText('1 mail, 2 alerts')).toBeTruthy();
  const [device] = within(screen.getByRole('table', { name: 'Devices' })).getAllByRole('link');
  expect([device?.textContent, device?.getAttribute('href')]).toEqual([
    'PS-101',
    '/assets?panel=7&panelTab=connection',
  ]);
  expect(within(screen.getByRole('table', { name: 'Calls' })).getByText('1.5 s')).toBeTruthy();
});

test('what needs somebody stands on top, faults first', async () => {
  const health = await open({
    ...status,
    faults: ['The disk is full.'],
    warnings: ['There was no backup for two days.'],
    mails: { waitingSince: iso(-3 * 60 * MINUTE_MS), problem: 'The mail server does not answer.', givenUp: 2 },
  });
  const texts = within(health)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'The disk is full.',
    'There was no backup for two days.',
    expect.stringMatching(/^Mails wait, the oldest came .+ ago\. The mail server does not answer\.$/),
    'In the last week 2 mails were given up. The log says why.',
  ]);
});

test('the broker of the plant is told of where there is one, with the reason why it is away', async () => {
  const broker = {
    address: 'mqtt://b:1883',
    clientId: 't',
    isConnected: false,
    version: null,
    since: iso(-5 * MINUTE_MS),
  };
  const counts = { received: 1_200, done: 1_190, setAside: 0, waiting: 10, reconnects: 3 };
  await open({ ...status, broker: { ...broker, ...counts, failure: 'Nothing listens there.' } });
  const part = screen.getByRole('region', { name: 'MQTT broker of the plant' });
  for (const text of [/^not connected, /, 'Nothing listens there.', '3 times', /^1,200 received/]) {
    expect(within(part).getByText(text)).toBeTruthy();
  }
});

test('a disk and a certificate that end soon are troubles before they are', () => {
  const soon = { ...status, disk: { ...status.disk, fullAt: iso(5.5 * DAY_MS) }, certificateEndsAt: iso(3.1 * DAY_MS) };
  expect(troublesOf(soon, NOW_MS)).toEqual([
    { text: 'The disk is full in 5 days.', isFault: false },
    { text: 'The certificate expires in 3 days.', isFault: false },
  ]);
  expect(troublesOf({ ...status, certificateEndsAt: iso(-2.5 * DAY_MS) }, NOW_MS)).toEqual([
    { text: 'The certificate expired 2 days ago.', isFault: true },
  ]);
  expect(troublesOf(status, NOW_MS)).toEqual([]);
});

test('the room of the disk is foreseen as far as it can be', () => {
  const forecast = (part: Partial<PortalStatus['disk']>) => diskForecast({ ...status.disk, ...part }, NOW_MS);
  expect(forecast({})).toBe('At the rate of the last day it is full in 38 days.');
  expect(forecast({ fullAt: null })).toBe('At the rate of the last day it does not fill.');
  expect(forecast({ bytesPerDay: null, fullAt: null })).toBe('How fast it fills is known after an hour.');
});

test.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [1_450, '1.5 s'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [-90 * MINUTE_MS, '1 hour ago'],
  [5 * MINUTE_MS, 'in 5 minutes'],
  [-20_000, 'just now'],
  [47 * 60 * MINUTE_MS, 'in 47 hours'],
])('%d ms from now is %s', (ms, text) => expect(fromNowText(NOW_MS + ms, NOW_MS)).toBe(text));

test('of several nodes each is told with its clock, its partitions and devices, and how many partitions nobody has', async () => {
  const node = { version: '0.1.0', startedAt: iso(-DAY_MS / 2), mayOwn: true, devices: 3, pointsWaiting: 0 };
  const one = { ...node, name: 'one', isThis: true, hasDuty: true, clockOffsetMs: 40, partitions: 60 };
  const late = { isThis: false, hasDuty: false, clockOffsetMs: -5 * MINUTE_MS, mayOwn: false, partitions: 0 };
  const lost = [{ name: 'three', version: '0.1.0', lostAt: iso(-3 * MINUTE_MS) }];
  const cluster = { nodes: [one, { ...node, name: 'two', ...late }], partitions: 64, unowned: 4, lost };
  await open({ ...status, cluster });
  const region = screen.getByRole('region', { name: 'Nodes' });
  const rows = within(region).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^one version 0\.1\.0, answers this, does what is done once.* agoright60 of 6430$/),
    expect.stringMatching(
      /^two version 0\.1\.0.* ago5 min behind: it stores nothing until that is set right0 of 6430$/,
    ),
    expect.stringMatching(/^three version 0\.1\.0Gone without a word .* ago\./),
  ]);
  expect(region.textContent).toContain('4 of 64 partitions have no node now');
});

test('of several nodes each part says whose figures it shows, and of one alone none does', async () => {
  const node = {
    version: '0.1.0',
    startedAt: iso(-DAY_MS),
    mayOwn: true,
    devices: 3,
    pointsWaiting: 0,
    partitions: 32,
  };
  const one = { ...node, name: 'one', isThis: false, hasDuty: true, clockOffsetMs: 0 };
  const two = { ...node, name: 'two', isThis: true, hasDuty: false, clockOffsetMs: 0 };
  const cluster = { partitions: 64, unowned: 0, lost: [] };
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const parts = [
    'Data that comes in',
    'Disk and backups',
    'Devices whose data is set aside',
    'Slowest calls since the start',
  ];
  const health = await open({ ...status, cluster: { ...cluster, nodes: [one, two] } });
  expect(headings()).toEqual(expect.arrayContaining(parts.map((part) => `${part} at node two`)));
  expect(health.textContent).toMatch(/started .+ ago at node two\.$/);
  expect(screen.getByText('Assets connected, all nodes')).toBeTruthy();
  cleanup();
  await open({ ...status, cluster: { ...cluster, nodes: [two] } });
  expect(headings()).toEqual(expect.arrayContaining(parts));
  expect(screen.queryByText(/at node|all nodes/)).toBeNull();
});

test('a clock is right, or ahead or behind by seconds or minutes', () => {
  const texts = [0, 999, -6_000, 119_000, 300_000].map((clockOffsetMs) => clockText({ clockOffsetMs, mayOwn: true }));
  expect(texts).toEqual(['right', 'right', '6 s behind', '119 s ahead', '5 min ahead']);
});
