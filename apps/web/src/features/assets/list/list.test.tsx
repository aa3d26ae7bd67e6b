import { alarmCounts, assets, auth, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { useToastStore } from '#ui/feedback/toast.ts';
import { readListPreferences } from './list-preferences.ts';
import { assetColumns, widthOfColumns } from './row/asset-columns.tsx';

interface Differences {
  attributes?: Record<string, string>;
  severities?: readonly number[];
  place?: readonly [number, number];
}

function aRow(basic: Parameters<typeof anAsset>[0], { attributes = {}, severities = [], place }: Differences = {}) {
  const asset = anAsset(basic);
  const { assetId } = asset;
  return {
    ...asset,
    attributes: Object.entries(attributes).map(([attributeName, attributeValue]) => ({
      assetId,
      attributeName,
      attributeValue,
    })),
    alarms2: severities.map((severity, index) => ({ alarmDefinitionId: index + 1, assetId, severity, shelved: null })),
    currentCoordinates: place ? { latitude: place[0], longitude: place[1], set: '2026-11-20T12:00:00Z' } : null,
  } as unknown as assets.Asset;
}

function portal(list: readonly assets.Asset[], own: Record<string, string> = {}, permissions?: readonly number[]) {
  const login = aLogin(permissions);
  const attributes = Object.entries(own).map(([attributeName, attributeValue]) => ({
    userId: 1,
    attributeName,
    attributeValue,
  }));
  Object.assign(login.auth.user, { attributes });
  return new PortalStub().on(auth.login, { body: login }).on(assets.listAssets, { body: list });
}

function shownAliases(): string[] {
  const rows = within(screen.getByRole('grid', { name: 'Assets' })).getAllByRole('row');
  return rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');
}

async function openMenu(alias: string, entry: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `More of ${alias}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

async function choose(label: string, option: string): Promise<void> {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  // Without a layout the list believes that its field has scrolled out of sight, and hides.
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

beforeEach(() => {
  localStorage.clear();
  useToastStore.setState({ toasts: [] });
  readListPreferences();
});

describe('the alarms of the list', () => {
  it('are those that are open now, and it is sorted and filtered by them', async () => {
    const list = [aRow({ alias: 'A' }, { severities: [4] }), aRow({ alias: 'B' }), aRow({ alias: 'C' })];
    const counts = [{ assetId: list[1]?.assetId, count: 2, unacknowledged: 1, worstSeverity: 9 }];
    portal(list).on(alarmCounts.listAlarmCounts, { body: counts });
    await renderApp('/assets?alarms=0');
    await waitFor(() => expect(shownAliases()).toEqual(['B']));
    expect(screen.getByTitle('2 open, worst severity 9')).toBeTruthy();
  });

  it('are those of the list where the others cannot be had', async () => {
    portal([aRow({ alias: 'A' }, { severities: [4] }), aRow({ alias: 'B' })]);
    await renderApp('/assets');
    expect(await screen.findByTitle('1 open, worst severity 4')).toBeTruthy();
  });
});

describe('pins', () => {
  it('come first in their order, and are saved by the call of the specification', async () => {
    const [a, b, c] = [aRow({ alias: 'A' }), aRow({ alias: 'B' }), aRow({ alias: 'C', connected: false })];
    const stub = portal([a, b, c], { pinnedAssets: JSON.stringify([c.assetId, 'no id']) });
    const call = `/api/ef/users/1/attributes/pinnedAssets/${encodeURIComponent(JSON.stringify([c.assetId, b.assetId]))}`;
    stub.on(`GET ${call}`, {
      body: { userId: 1, attributeName: 'pinnedAssets', attributeValue: JSON.stringify([c.assetId, b.assetId]) },
    });
    await renderApp('/assets');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['C', 'A', 'B']);
    await openMenu('B', 'Pin');
    await waitFor(() => expect(shownAliases()).toEqual(['C', 'B', 'A']));
  });

  it('that cannot be saved say so and change nothing', async () => {
    portal([aRow({ alias: 'A' }), aRow({ alias: 'B' })]);
    await renderApp('/assets');
    await openMenu('B', 'Pin');
    expect(await screen.findByText(/^The pins were not saved\./)).toBeTruthy();
    expect(shownAliases()).toEqual(['A', 'B']);
  });
});

describe('filters', () => {
  const list = () => [
    aRow(
      { alias: 'North', connected: false },
      { attributes: { Station: 'East', __proto__x: '1' }, severities: [2, 8] },
    ),
    aRow({ alias: 'South' }, { attributes: { station: 'West' }, severities: [3] }),
    aRow({ alias: 'Never', connected: false, lastcontact: null }, { attributes: { STATION: 'East' } }),
  ];

  it('by attribute come from filters.json; their values are those that there are', async () => {
    portal(list()).on('GET /config/filters.json', { body: [{ attributeName: 'Station', label: 'Station name' }] });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose('Station name', 'East');
    await waitFor(() => expect(shownAliases()).toEqual(['Never', 'North']));
    expect(currentAddress()).toBe('/assets?filters=open&attribute.station=East');
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy();
  });

  it('by attribute can be seen and taken back, however the address writes the name and however long the value is', async () => {
    const long = 'x'.repeat(201);
    portal([...list(), aRow({ alias: 'Long' }, { attributes: { note: long } })]);
    await renderApp('/assets?attribute.STATION=East');
    await screen.findByRole('grid');
    fireEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    expect(await screen.findByRole('combobox', { name: 'station' })).toHaveProperty('value', 'East');
    await choose('station', 'West');
    await waitFor(() => expect(shownAliases()).toEqual(['South']));
    expect(currentAddress()).toBe('/assets?filters=open&attribute.station=West');
    await renderApp(`/assets?attribute.note=${long}`);
    await waitFor(() => expect(shownAliases()).toEqual(['Long']));
    fireEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    expect(await screen.findByRole('combobox', { name: 'note' })).toHaveProperty('value', long);
  });

  it('that filters.json words wrongly say where', async () => {
    portal(list()).on('GET /config/filters.json', { body: [{ label: 'no name' }] });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    expect((await screen.findByRole('alert')).textContent).toContain('/config/filters.json');
  });

  it('by open alarms, of any severity or from one on', async () => {
    portal(list());
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose('Open alarms', 'Any open alarm');
    await waitFor(() => expect(shownAliases()).toEqual(['South', 'North']));
    await choose('Open alarms', 'Severity 8 or worse');
    await waitFor(() => expect(shownAliases()).toEqual(['North']));
    expect(screen.getByTitle('2 open, worst severity 8')).toBeTruthy();
    expect(currentAddress()).toBe('/assets?filters=open&alarms=8');
  });

  it('stand open or closed as the address says, and Back leaves the page however often that changes', async () => {
    portal(list());
    const { length } = window.history;
    await renderApp('/assets?filters=open');
    expect(await screen.findByRole('region', { name: 'Filters' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull());
    expect(currentAddress()).toBe('/assets');
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
    expect(currentAddress()).toBe('/assets?filters=open');
    expect(window.history.length).toBe(length);
  });

  it('by connection', async () => {
    portal(list());
    await renderApp('/assets?state=never');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['Never']);
  });

  it('by asset group take what stands in it and below it, and say when the group cannot be had', async () => {
    const rows = list();
    const below = { assetGroupId: 5, assetGroupName: 'Deep', assets: [{ assetId: rows[1]?.assetId, assetAlias: '' }] };
    const group = {
      assetGroupId: 4,
      assetGroupName: 'Field',
      assets: [],
      childAssetGroups: [{ ...below, childAssetGroups: [] }],
    };
    const stub = portal(rows).on('GET /api/ef/assetgroups/4', { body: group });
    stub.on(ownership.listAssetGroups, {
      body: [{ assetGroupId: 4, assetGroupName: 'Field', description: '', parentGroupId: null, adminId: 1 }],
    });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose('Asset group', 'Field');
    await waitFor(() => expect(shownAliases()).toEqual(['South']));
    expect(currentAddress()).toBe('/assets?filters=open&group=4');
    await renderApp('/assets?group=99');
    expect(await screen.findByText('The asset group could not be loaded.')).toBeTruthy();
  });

  it('by a part of the map that the address names', async () => {
    portal([
      aRow({ alias: 'Inside' }, { place: [31, -102] }),
      aRow({ alias: 'Outside' }, { place: [41, -102] }),
      aRow({ alias: 'Nowhere' }),
    ]);
    await renderApp('/assets?area=30,-103;32,-103;32,-101;30,-101');
    await screen.findByRole('grid');
    expect(shownAliases()).toEqual(['Inside']);
  });
});

describe('what a user sees of an asset', () => {
  it('has the attributes of the user’s choice as columns', async () => {
    const stub = portal([aRow({ alias: 'A' }, { attributes: { Station: 'East' } })]).on(
      auth.saveUserAttributes,
      ({ body }) => ({ body }),
    );
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of the list' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Attribute columns…' }));
    const field = await screen.findByRole('combobox', { name: 'Attributes shown as columns' });
    fireEvent.change(field, { target: { value: 'Station' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('columnheader', { name: 'Station' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'East' })).toBeTruthy();
    const saved = stub.requests.find(({ url }) => url.pathname === '/api/ef/userattributes');
    expect(saved?.body).toEqual([{ userId: 1, attributeName: 'attributeColumns', attributeValue: '["Station"]' }]);
  });

  it('has them in the cards of a phone, and its pin', async () => {
    const asset = aRow({ alias: 'A' }, { attributes: { station: 'East' } });
    portal([asset], { attributeColumns: '["Station","Area"]', pinnedAssets: JSON.stringify([asset.assetId]) });
    window.innerWidth = 390;
    await renderApp('/assets');
    const card = await screen.findByRole('link', { name: /Station East · Area –/ });
    expect(within(card).getByLabelText('Pinned')).toBeTruthy();
  });

  it('may be compact, which the browser remembers', async () => {
    portal([aRow({ alias: 'A' })]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of the list' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Compact rows' }));
    await waitFor(() => expect(localStorage.getItem('compactAssetRow')).toBe('true'));
    const [, row] = within(screen.getByRole('grid')).getAllByRole('row');
    expect(row?.style.height).toBe('26px');
  });
});

describe('a row', () => {
  it('waits with its location until Save, and forgets it on Cancel', async () => {
    const asset = aRow({ alias: 'A' });
    const stub = portal([asset]);
    const path = `/api/assets/${asset.assetId}/coordinates`;
    await renderApp('/assets');
    await openMenu('A', 'Set location');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel location of A' }));
    expect(screen.queryByRole('button', { name: 'Save location of A' })).toBeNull();

    await openMenu('A', 'Set location');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Latitude' }), { target: { value: '31.5' } });
    expect(screen.getByRole('button', { name: 'Save location of A' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Longitude' }), { target: { value: '-102.25' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save location of A' }));
    expect(await screen.findByText(/^The location of A was not saved\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save location of A' })).toBeTruthy();

    const posted = stub.requests.filter(({ url }) => url.pathname === path);
    expect(posted.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { latitude: 31.5, longitude: -102.25, expected: null }],
    ]);
  });

  it('is not set over the place that somebody else gave it meanwhile, unless that is known', async () => {
    const asset = aRow({ alias: 'A' }, { place: [1, 2] });
    const stub = portal([asset]);
    const path = `/api/assets/${asset.assetId}/coordinates`;
    const theirs = { latitude: 35, longitude: -99 };
    const error = { code: 'conflict', message: 'The asset was moved meanwhile.', details: { coordinates: theirs } };
    stub.on(`POST ${path}` as 'GET /', { status: 409, body: { error } });
    await renderApp('/assets');
    await openMenu('A', 'Set location');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Latitude' }), { target: { value: '31.5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save location of A' }));
    const told = /has moved A meanwhile\. It stands at 35\.00000, -99\.00000 now\. Yours, 31\.50000, 2\.00000, is not/;
    expect(await screen.findByText(told)).toBeTruthy();
    // What was pointed at is kept, and nothing said of it.
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByText(told)).toBeNull());
    expect(screen.queryByText(/^The location of A/)).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Save location of A' }));
    expect(await screen.findByText(told)).toBeTruthy();
    stub.on(`POST ${path}` as 'GET /', { body: { latitude: 31.5, longitude: 2, set: '2026-11-20T12:00:00Z' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(await screen.findByText('The location of A is saved.')).toBeTruthy();
    const sent = stub.requests.filter(({ url }) => url.pathname === path).map(({ body }) => body);
    const seen = { latitude: 1, longitude: 2 };
    expect(sent).toMatchObject([
      { expected: seen },
      { expected: seen },
      { latitude: 31.5, longitude: 2, expected: theirs },
    ]);
  });

  it('is deleted after its question, word for word', async () => {
    const asset = aRow({ alias: 'A', serialNumber: 'SN-77' });
    const stub = portal([asset]).on(`DELETE /api/assets/${asset.assetId}`, { body: { assetId: asset.assetId } });
    await renderApp('/assets');
    await openMenu('A', 'Delete…');
    const question =
      'This will permanently delete asset SN-77. You may need additional permissions to take this action. Are you sure?';
    expect(await screen.findByText(question)).toBeTruthy();
    expect(stub.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('A is deleted.')).toBeTruthy();
  });

  it.each([
    ['sees assets', [6], ['Pin']],
    ['sees attributes, too, and may change nothing of it', [6, 50], ['Details…', 'Pin']],
    ['changes attributes', [6, 50, 52], ['Edit…', 'Pin']],
    ['changes assets', [6, 8], ['Edit…', 'Pin', 'New access token…']],
  ])('offers only what the user may do: who %s', async (_who, permissions, offered) => {
    portal([aRow({ alias: 'A' })], {}, permissions);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of A' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('offers the account that may keep nothing neither pins nor columns of its own', async () => {
    new PortalStub()
      .on(auth.login, { body: aLogin([6, 50], 'view-only') })
      .on(assets.listAssets, { body: [aRow({ alias: 'A' })] });
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of A' }));
    const ofRow = await screen.findAllByRole('menuitem');
    expect(ofRow.map(({ textContent }) => textContent)).toEqual(['Details…']);
    fireEvent.click(screen.getByRole('button', { name: 'More of the list' }));
    expect(await screen.findByRole('menuitem', { name: 'Save the list as CSV', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Attribute columns…', hidden: true })).toBeNull();
  });
});

describe('the columns of the list', () => {
  const choice = {
    isWide: true,
    hasMap: true,
    isSelecting: false,
    isPlacing: false,
    attributes: ['Station', 'Area'],
    pins: [],
  };

  it('leave room for a name, however many there are: they scroll where all of them have none', () => {
    const shared = (columns: ReturnType<typeof assetColumns>) => {
      const fixed = columns.reduce((sum, { width }) => sum + Number.parseInt(width ?? '0', 10), 0);
      return (widthOfColumns(columns) - fixed) / columns.filter(({ width }) => width === undefined).length;
    };
    for (const isWide of [true, false]) {
      for (const hasMap of [true, false]) expect(shared(assetColumns({ ...choice, isWide, hasMap }))).toBe(150);
    }
    // Half a desk, and all of a tablet, have room for those that nobody has chosen.
    expect(widthOfColumns(assetColumns({ ...choice, attributes: [] }))).toBeLessThan(600);
    expect(widthOfColumns(assetColumns({ ...choice, attributes: [], isWide: false, hasMap: false }))).toBeLessThan(820);
    expect(widthOfColumns(assetColumns({ ...choice, attributes: [], hasMap: false }))).toBeLessThan(1200);
  });
});

describe('the map beside the list', () => {
  it('is remembered, and a row is pointed at then instead of opened', async () => {
    const asset = aRow({ alias: 'A' }, { place: [31, -102] });
    portal([asset]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'Map' }));
    expect(await screen.findByRole('region', { name: 'Map' })).toBeTruthy();
    expect(localStorage.getItem('showMap')).toBe('true');
    fireEvent.click(screen.getByText('Connected'));
    expect(currentAddress()).toBe(`/assets?asset=${asset.assetId}`);
    expect(screen.getAllByRole('row')[1]?.getAttribute('aria-selected')).toBe('true');
  });
});
