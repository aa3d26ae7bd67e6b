import '../../tiles/testing/browser.ts';
import { auth, history, permissionId, seismic } from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const anEvent = (id: string, more: Partial<seismic.SeismicEvent> = {}): seismic.SeismicEvent => ({
  id,
  time: '2025-01-15T21:17:02.000Z',
  magnitude: 2.4,
  latitude: 31.59,
  longitude: -104.53,
  depth: 3.7,
  region: 'Western Texas',
  url: null,
  ...more,
});

let feeds: seismic.SeismicFeed[];
let answers: Record<string, Partial<seismic.SeismicEvents>>;
let stub: PortalStub;
beforeEach(() => {
  feeds = [{ name: 'West', region: 'Western Texas', isPublic: false }];
  answers = { West: { events: [anEvent('tx1'), anEvent('tx2', { magnitude: null, depth: null })] } };
  stub = new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on('GET /api/ef/assets', { body: [] })
    .on(seismic.listSeismicFeeds, () => ({ body: feeds }))
    .on(seismic.listSeismicEvents, ({ url }) => {
      const source = url.searchParams.get('source') ?? '';
      const fetchedAt = new Date(Date.now() - 200_000).toISOString();
      return { body: { source, fetchedAt, problem: null, leftOut: 0, events: [], ...answers[source] } };
    })
    .on(seismic.listDetections, {
      body: [
        {
          assetId: 7,
          assetAlias: 'Toyah',
          alarmDefinitionId: 2,
          raised: '2025-01-15T21:17:09.000Z',
          causeNumbers: [{ start: 0, end: 1, dataItemId: 9, unit: 'µm/s' }],
          isOpen: false,
        },
      ],
    });
});

const headersOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test('has the two tables with their columns, TBD for what nobody knows yet, and keeps sort and choice in the address', async () => {
  await renderApp('/seismic');
  const local = await screen.findByRole('grid', { name: 'Locally Detected Events' });
  const events = await screen.findByRole('grid', { name: 'Seismic Events' });
  expect(headersOf(local)).toEqual(['ID', 'Time', 'Mag', 'Depth']);
  expect(headersOf(events)).toEqual(['ID', 'Region', 'Time', 'Mag', 'Depth']);
  const row = within(await within(local).findByRole('row', { name: /Toyah/ }));
  expect(row.getAllByText('TBD')).toHaveLength(2);
  // What a station noticed is an alarm, and answers for the values that raised it.
  const raisedMs = Date.parse('2025-01-15T21:17:09.000Z');
  expect(local.querySelector('[data-why]')?.getAttribute('data-why')).toBe(`alarm 7-2@${raisedMs} of 9`);
  expect(within(events).getByRole('row', { name: /tx1 Western Texas .* 2\.4 3\.7 km/ })).toBeTruthy();
  expect(within(events).getByRole('row', { name: /tx2 .* TBD TBD/ })).toBeTruthy();
  fireEvent.click(within(events).getByRole('button', { name: /Mag/ }));
  expect(currentAddress()).toBe('/seismic?sort=magnitude-asc');
  fireEvent.click(within(events).getByText('tx1'));
  expect(currentAddress()).toBe('/seismic?sort=magnitude-asc&event=tx1');
});

test('says of each feed how old it is and what is wrong with it, and the others are shown', async () => {
  feeds.push({ name: 'Week', region: null, isPublic: true }, { name: 'Slow', region: null, isPublic: true });
  answers.Week = { problem: 'The feed answered with status 503.', events: [anEvent('us1')], leftOut: 3 };
  answers.Slow = { problem: 'The feed does not answer in time.', fetchedAt: null };
  await renderApp('/seismic');
  const list = within(await screen.findByRole('list', { name: 'Earthquake feeds' }));
  expect(await list.findByText(/status 503\. What it said last is shown\./)).toBeTruthy();
  expect(list.getByText('3 more could not be read')).toBeTruthy();
  expect(list.getByText(/^1 event, as of/)).toBeTruthy();
  expect(list.getByText('The feed does not answer in time. It has never answered.')).toBeTruthy();
  expect(list.getAllByText('3 min ago')).toHaveLength(2);
  const events = await screen.findByRole('grid', { name: 'Seismic Events' });
  for (const id of ['tx1', 'us1']) expect(within(events).getByText(id)).toBeTruthy();
});

test('draws a few rows of 20,000 events', async () => {
  answers.West = {
    events: Array.from({ length: 20_000 }, (_, index) => anEvent(`e${index}`)),
  };
  await renderApp('/seismic');
  const events = await screen.findByRole('grid', { name: 'Seismic Events' });
  expect(events.getAttribute('aria-rowcount')).toBe('20001');
  expect(within(events).getAllByRole('row').length).toBeLessThan(100);
});

test('shows a visitor the public feed, and the way to log in', async () => {
  stub.on(auth.login, { status: 401 });
  feeds = [{ name: 'Week', region: null, isPublic: true }];
  answers = { Week: { events: [anEvent('us1')] } };
  await renderApp('/seismic');
  expect(within(await screen.findByRole('grid', { name: 'Seismic Events' })).getByText('us1')).toBeTruthy();
  expect(screen.getByText(/to see what your stations have noticed/)).toBeTruthy();
  const asked = stub.requests.map(({ url }) => url.pathname);
  for (const path of ['/api/seismic/detections', '/api/ef/assets']) expect(asked).not.toContain(path);
});

test('says that no feed is set up, that one could not be had, and that a permission is missing', async () => {
  feeds = [];
  stub.on(auth.login, { body: { ...aLogin(), permissions: [permissionId('Alarms', 'View')] } });
  const { unmount } = await renderApp('/seismic');
  expect(await screen.findByText('No public earthquake feed is set up.')).toBeTruthy();
  expect(screen.getByText('You are missing permissions to view assets.')).toBeTruthy();
  unmount();
  stub.on(seismic.listSeismicFeeds, { status: 500 });
  await renderApp('/seismic');
  expect(await screen.findByText('The earthquake feeds could not be listed.')).toBeTruthy();
});

test('shows of a chosen event how far the stations were, what they recorded, and which assets lie inside the circle', async () => {
  const place = (latitude: number) => ({ latitude, longitude: -104.53, set: '2026-01-01T00:00:00.000Z' });
  const toyah = anAsset({ alias: 'Toyah' });
  const aliasMap = { assetId: toyah.assetId, attributeName: 'AliasMap', attributeValue: '{"31":"Vertical ground"}' };
  const station = { ...toyah, attributes: [aliasMap], currentCoordinates: place(31.67) };
  const well = { ...anAsset({ alias: 'Well 9' }), currentCoordinates: place(31.9) };
  const originS = Date.parse('2025-01-15T21:17:02.000Z') / 1_000;
  stub
    .on('GET /api/ef/assets', { body: [well, station] })
    .on(seismic.listSeismicStations, {
      body: { assetIds: [station.assetId], recordings: [{ dataItemId: 31, label: 'Velocity Z', unit: 'µm/s' }] },
    })
    .on(history.getHistory, {
      body: [
        [originS, originS + 3],
        [0, 12.5],
      ],
    });
  await renderApp('/seismic?event=tx1');
  const distances = within(await screen.findByRole('table', { name: 'Distances' }));
  expect(distances.getByRole('row', { name: /Toyah 5\.53 miles .* after 1\.7 s .* after 2\.9 s/ })).toBeTruthy();
  expect(
    await screen.findByRole('img', { name: /Toyah, Vertical ground .* P expected 1\.7 s after the event/ }),
  ).toBeTruthy();
  const asked = stub.requests.find(({ url }) => url.pathname === '/api/historicaldata')?.url.searchParams;
  expect(asked?.get('dataItems')).toBe(`${station.assetId}-31`);
  const inside = () => within(screen.getByRole('table', { name: 'Assets inside the circle' })).getAllByRole('row');
  expect(inside()).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Within miles'), { target: { value: '30' } });
  expect(currentAddress()).toBe('/seismic?event=tx1&miles=30');
  expect(inside()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Close the event' }));
  expect(screen.queryByRole('table', { name: 'Distances' })).toBeNull();
});
