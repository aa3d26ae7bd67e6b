import '#testing/setup.ts';
import '../testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { type assets, permissionId } from '@telltale/contract';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { useSessionStore } from '#session/session-store.ts';
import { contrast } from '#theme/contrast.ts';
import { AssetBubble } from '#tile-kit/map/AssetBubble.tsx';
import { MapNotes, missingText } from '#tile-kit/map/MapNotes.tsx';
import { markersOfAssets } from '#tile-kit/map/marker-of-asset.ts';
import { type AssetMomentReading, LIVE_READING, WAITING_MOMENT } from '#tile-kit/records/asset-moments.ts';
import { NO_GEOJSON, NO_PLACES } from '#ui/map/geojson-shapes.ts';
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts';
import { renderEditor, renderTile } from '../testing/render-tile.tsx';
import { assetAtMoment } from './asset-at-moment.ts';
import { chosenAssets } from './chosen-assets.ts';
import { mapTile } from './tile.ts';

const COLOURS = {
  severities: [
    { severity: 2, fill: '#3f8fd2' },
    { severity: 10, fill: '#d93025' },
  ],
  surfaces: ['#ffffff', '#f7f8fa', '#eef0f3'],
} as const;
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

function anAsset(assetId: number, differences: Partial<assets.Asset> = {}): assets.Asset {
  return {
    assetId: assetId as assets.Asset['assetId'],
    assetAlias: `Pump ${assetId}`,
    serialNumber: `PMP-${assetId}`,
    description: '',
    assetDefinitionId: 3 as assets.Asset['assetDefinitionId'],
    assetDefinition: {
      assetDefinitionId: 3 as assets.Asset['assetDefinitionId'],
      assetDefinitionName: 'pump',
      alias: 'Pump',
    },
    currentCoordinates: { latitude: 31.5, longitude: -103.25, set: '2026-11-20T12:00:00.000Z' },
    attributes: [],
    alarms2: [],
    connection: { connected: true, lastcontact: null, pingrate: 60_000 },
    ...differences,
  };
}

function withAttributes(attributes: Record<string, string>): Partial<assets.Asset> {
  return {
    attributes: Object.entries(attributes).map(([attributeName, attributeValue]) => ({
      assetId: 1 as assets.Asset['assetId'],
      attributeName,
      attributeValue,
    })),
  };
}

const may = (...permissions: number[]) => useSessionStore.setState({ permissions: new Set(permissions) });
afterEach(() => {
  cleanup();
  may();
  localStorage.removeItem('map-style');
});

describe('an asset in the past', () => {
  const now = anAsset(1, withAttributes({ severity: '5' }));
  const then: AssetMomentReading = {
    kind: 'past',
    moment: {
      alarms: [],
      attributes: [{ assetId: 1 as assets.Asset['assetId'], attributeName: 'severity', attributeValue: '2' }],
      coordinates: { latitude: 10, longitude: 20, set: '2026-11-19T12:00:00.000Z' },
      connected: false,
    },
  };

  test('stands where it stood, with the severity and the connection that it had', () => {
    const past = assetAtMoment(now, then);
    expect(markersOfAssets(past ? [past] : [], COLOURS)).toEqual([
      expect.objectContaining({
        latitude: 10,
        longitude: 20,
        description: 'disconnected, alarm severity 2',
        isConnected: false,
      }),
    ]);
  });

  test('is not shown before its past is known, and as it is while the dashboard is live', () => {
    expect(assetAtMoment(now, WAITING_MOMENT)).toBeUndefined();
    expect(assetAtMoment(now, undefined)).toBeUndefined();
    expect(assetAtMoment(now, LIVE_READING)).toBe(now);
  });
});

describe('markers of assets', () => {
  const own = { assetId: 1, assetDefinitionId: 3 };

  test('leave out assets without a position', () => {
    const list = [anAsset(1), anAsset(2, { currentCoordinates: null })];
    expect(markersOfAssets(list, COLOURS).map(({ id }) => id)).toEqual([1]);
  });

  test('are those that the settings choose', () => {
    const list = [anAsset(1), anAsset(2), anAsset(3, { assetDefinitionId: 9 as assets.Asset['assetDefinitionId'] })];
    const ids = (choice: 'all' | 'definition' | 'own') => chosenAssets(list, choice, own).map(({ assetId }) => assetId);
    expect([ids('all'), ids('definition'), ids('own')]).toEqual([[1, 2, 3], [1, 2], [1]]);
  });

  test('take picture and severity from attributes, whatever the case of their names', () => {
    const [marker] = markersOfAssets([anAsset(1, withAttributes({ Marker: PNG, SEVERITY: '5' }))], COLOURS);
    expect(marker).toMatchObject({
      icon: PNG,
      alarm: { severity: 5, color: '#3f8fd2' },
      description: 'connected, alarm severity 5',
    });
  });

  test('have the default colour of alarm markers where alarms.json names none, as light as the palette needs it', () => {
    const list = [anAsset(1, withAttributes({ severity: '3' }))];
    const fillOn = (surfaces: readonly [string, string, string]) =>
      markersOfAssets(list, { severities: [], surfaces })[0]?.alarm?.color;
    expect(fillOn(COLOURS.surfaces)).toBe('#333333');
    const dark = ['#101418', '#161b20', '#1c2228'] as const;
    const onDark = fillOn(dark) ?? '';
    expect(Math.min(...dark.map((surface) => contrast(onDark, surface)))).toBeGreaterThanOrEqual(3);
  });

  test('are as bad as the worst alarm that is open now, which other markers need not be made for', () => {
    const list = [anAsset(1), anAsset(2), anAsset(3, withAttributes({ severity: '2' }))];
    const before = markersOfAssets(list, COLOURS);
    const after = markersOfAssets(list, COLOURS, new Map([[1, { count: 2, worstSeverity: 10 }]]));
    // Until they are heard of, the attribute that the portal writes says it.
    expect(before.map(({ alarm }) => alarm?.severity)).toEqual([undefined, undefined, 2]);
    expect(after.map(({ alarm }) => alarm?.severity)).toEqual([10, undefined, undefined]);
    expect(after[1] === before[1]).toBe(true);
    const none = markersOfAssets(list, COLOURS, new Map()).map(({ alarm }) => alarm?.severity);
    expect(none).toEqual([undefined, undefined, undefined]);
  });

  test.each(['https://elsewhere.example/x.png', 'javascript:alert(1)', 'data:image/svg+xml;base64,AAAA', '"><script>'])(
    'ask nobody else for a picture: %s (E6)',
    (picture) => {
      const [marker] = markersOfAssets([anAsset(1, withAttributes({ marker: picture }))], COLOURS);
      expect(marker?.icon).toBeUndefined();
    },
  );

  test.each(['', 'high', '0', '-1', 'NaN'])('show no alarm for the severity %j', (severity) => {
    const [marker] = markersOfAssets([anAsset(1, withAttributes({ severity }))], COLOURS);
    expect(marker?.alarm).toBeUndefined();
  });

  test('have the colour of the highest configured severity that is not above theirs', () => {
    const severities = ['1', '2', '9', '10', '99'];
    const list = severities.map((severity, index) => anAsset(index, withAttributes({ severity })));
    expect(markersOfAssets(list, COLOURS).map(({ alarm }) => alarm?.color)).toEqual([
      '#3f8fd2',
      '#3f8fd2',
      '#3f8fd2',
      '#d93025',
      '#d93025',
    ]);
  });
});

describe('the bubble of a marker', () => {
  const show = (asset: assets.Asset) =>
    render(
      <MantineProvider env="test">
        <AssetBubble asset={asset} />
      </MantineProvider>,
    );

  test('says who the asset is and where, to five decimals', () => {
    const place = { latitude: 31.123456, longitude: -103.5, set: '2026-11-20T12:00:00.000Z' };
    const { container } = show(anAsset(4, { currentCoordinates: place }));
    for (const text of ['Pump 4', 'pump', 'PMP-4', '31.12346, -103.50000'])
      expect(container.textContent).toContain(text);
  });

  test.each([
    ['Edit', [permissionId('Attributes', 'View'), permissionId('Attributes', 'Create')]],
    ['Edit', [permissionId('Attributes', 'View'), permissionId('Coordinates', 'Modify')]],
    // Who could change nothing in the panel is not told that they could.
    ['Details', [permissionId('Attributes', 'View'), permissionId('Alarms', 'Modify')]],
  ])('opens the panel of any asset, not only of the dashboard’s own, as %s', (name, permissions) => {
    may(...permissions);
    show(anAsset(4));
    fireEvent.click(screen.getByRole('button', { name }));
    expect(useUiStore.getState().assetPanel).toBe(4);
    setUi({ assetPanel: undefined });
  });

  test('offers no edit panel to who may not see attributes', () => {
    may(permissionId('Assets', 'View'));
    show(anAsset(4));
    for (const name of ['Edit', 'Details']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    [{}, '/assets/4/dashboard'],
    [{ interfaceUrl: 'https://pump.example/live' }, '/ifr/https://pump.example/live'],
    [{ INTERFACEURL: '/systems/3/dashboard' }, '/systems/3/dashboard'],
    [{ interfaceUrl: 'javascript:alert(1)' }, '/assets/4/dashboard'],
  ])('with the attributes %j its dashboard is at %s', (attributes, address) => {
    show(anAsset(4, withAttributes(attributes)));
    expect(screen.getByRole('link', { name: 'Open Dashboard' }).getAttribute('href')).toBe(address);
  });
});

describe('the map tile', () => {
  test('says what is missing where the browser cannot draw maps', async () => {
    await renderTile(mapTile, {});
    expect(await screen.findByText('This browser cannot draw maps')).toBeDefined();
  });

  test('says that no asset has a position', async () => {
    await renderTile(mapTile, {});
    expect(screen.getByText('No asset with a position. Set one in the asset list.')).toBeDefined();
  });

  test.each([
    [undefined, undefined, 'Offline'],
    [undefined, 'Sat/Street', 'Sat/Street'],
    ['Offline', 'Sat/Street', 'Offline'],
    ['Street', 'Sat/Street', 'Street'],
    ['Dark', 'Sat/Street', 'Sat/Street'],
  ])('where %s was chosen before and map.json says %s opens with %s', async (chosen, start, shown) => {
    if (chosen !== undefined) localStorage.setItem('map-style', chosen);
    const style = { tiles: ['/{z}'], token: '', tileSize: 256, maxZoom: 19, attribution: '' };
    const map = { styles: { Street: style, 'Sat/Street': style }, ...(start === undefined ? {} : { start }) };
    await renderTile(mapTile, {}, { answers: [[['config', 'map'], map]] });
    fireEvent.click(screen.getByRole('button', { name: 'Map style and layers' }));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: shown })).checked).toBe(true);
  });

  test.each([
    ['AJAXError: Not Found (404): http://portal/api/files/9/download', 'Its file is not there, or you may not see it.'],
    ['AJAXError: Bad Gateway (502): http://portal/wells.json', 'Its address answers 502.'],
    ['AJAXError: Failed to fetch (0): http://portal/wells.json', 'Its address cannot be reached.'],
    ['Unexpected token h in JSON at position 1', 'Its file is not valid GeoJSON.'],
    [NO_GEOJSON, 'Its file is not valid GeoJSON.'],
    [NO_PLACES, 'None of its shapes has a longitude and a latitude.'],
  ])('says which layer did not come, and why: %s', (message, reason) => {
    expect(missingText({ message, overlay: 'Wells' }, true)).toBe(`The layer ‘Wells’ could not be drawn. ${reason}`);
  });

  test('names the layers that are being loaded, beside what it says already', () => {
    const notes = (loading: readonly string[]) => (
      <MantineProvider env="test">
        <MapNotes notes={['A note', undefined]} loading={loading} attribution="" />
      </MantineProvider>
    );
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const { rerender } = render(notes(['Wells']));
    expect(said()).toEqual(['A note', 'Loading the layer ‘Wells’…']);
    rerender(notes(['Wells', 'Leases']));
    expect(said()).toEqual(['A note', 'Loading the layers ‘Wells’, ‘Leases’…']);
    rerender(notes([]));
    expect(said()).toEqual(['A note']);
  });

  test('names a layer that was chosen for it and that the portal no longer has', async () => {
    const wells = { name: 'Wells', data: '/wells.json', width: 1, fillOpacity: 0 };
    await renderTile(mapTile, { layers: ['Wells', 'Leases'] }, { answers: [[['config', 'geosources'], [wells]]] });
    expect(
      await screen.findByText('The layer ‘Leases’ could not be drawn. The portal no longer has it.'),
    ).toBeDefined();
    expect(screen.queryByText(/‘Wells’/)).toBeNull();
  });

  test('blames no layer while the portal has not said which there are', async () => {
    await renderTile(mapTile, { layers: ['Wells'] });
    expect(screen.queryByText(/‘Wells’/)).toBeNull();
  });

  test('lets a layer be taken off in its form that the portal no longer has', async () => {
    const { changes } = await renderEditor(
      mapTile,
      { layers: ['Wells'] },
      { answers: [[['config', 'geosources'], []]] },
    );
    const pill = screen.getByText('Wells').parentElement;
    fireEvent.click(within(pill ?? document.body).getByRole('button', { hidden: true }));
    expect(changes.at(-1)?.layers).toEqual([]);
    expect(screen.queryByText('Layers')).toBeNull();
  });

  test('lays no blame for a layer on the background, nor for the background on a layer', () => {
    const message = 'AJAXError: Failed to fetch (0): http://tiles.example/1';
    expect(missingText({ message, overlay: undefined }, true)).toMatch(/^This background cannot be reached/);
    expect(missingText({ message, overlay: undefined }, false)).toMatch(/^A part of the map/);
  });

  test('writes layer names, attributions and a remembered style as text, whatever they hold (E6)', async () => {
    const hostile = HOSTILE_TEXTS.join(' ');
    localStorage.setItem('map-style', hostile);
    const layers = HOSTILE_TEXTS.map((name) => ({
      name,
      data: { type: 'FeatureCollection' },
      width: 1,
      fillOpacity: 0,
    }));
    const style = { tiles: ['/{z}'], token: '', tileSize: 256, maxZoom: 19, attribution: hostile };
    const { container } = await renderTile(
      mapTile,
      { title: hostile, layers: HOSTILE_TEXTS },
      {
        answers: [
          [['config', 'map'], { styles: { Street: style } }],
          [['config', 'geosources'], layers],
        ],
      },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Map style and layers' }));
    const names = (await screen.findAllByRole('checkbox')).map((box) =>
      document.querySelector(`label[for="${box.id}"]`),
    );
    expect(names.map((label) => label?.textContent)).toEqual(HOSTILE_TEXTS);
    // What was remembered is no style that there is.
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Offline' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Street' }));
    expect(container.textContent).toContain(`Natural Earth · ${hostile}`);
    expect(document.body.querySelector('script, img, math, form, [onerror], [onload], a[href^="jav"]')).toBeNull();
    expect(globalThis).not.toHaveProperty('wasRun');
  });
});
