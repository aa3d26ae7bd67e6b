// @vitest-environment jsdom
import '#app/testing/setup.ts';
import '../testing/browser.ts';
import type { assets } from '@telltale/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderTile } from '../testing/render-tile.tsx';
import { assetMarkers, colourOf, DEFAULT_ALARM_COLOUR } from './asset-markers.ts';
import { mapTile } from './tile.ts';

const COLOURS = [
  { severity: 2, fill: '#3f8fd2' },
  { severity: 10, fill: '#d93025' },
];
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

afterEach(cleanup);

describe('markers of assets', () => {
  const own = { assetId: 1, assetDefinitionId: 3 };
  const all = { assets: 'all' } as const;

  test('leave out assets without a position', () => {
    const list = [anAsset(1), anAsset(2, { currentCoordinates: null })];
    expect(assetMarkers(list, all, own, COLOURS).map(({ id }) => id)).toEqual([1]);
  });

  test('are those that the settings choose', () => {
    const list = [anAsset(1), anAsset(2), anAsset(3, { assetDefinitionId: 9 as assets.Asset['assetDefinitionId'] })];
    const ids = (choice: 'all' | 'definition' | 'own') =>
      assetMarkers(list, { assets: choice }, own, COLOURS).map(({ id }) => id);
    expect([ids('all'), ids('definition'), ids('own')]).toEqual([[1, 2, 3], [1, 2], [1]]);
  });

  test('take picture and severity from attributes, whatever the case of their names', () => {
    const [marker] = assetMarkers([anAsset(1, withAttributes({ Marker: PNG, SEVERITY: '5' }))], all, own, COLOURS);
    expect(marker).toMatchObject({
      icon: PNG,
      alarm: { severity: 5, color: '#3f8fd2' },
      description: 'connected, alarm severity 5',
    });
  });

  test.each(['https://elsewhere.example/x.png', 'javascript:alert(1)', 'data:image/svg+xml;base64,AAAA', '"><script>'])(
    'ask nobody else for a picture: %s',
    (picture) => {
      const [marker] = assetMarkers([anAsset(1, withAttributes({ marker: picture }))], all, own, COLOURS);
      expect(marker?.icon).toBeUndefined();
    },
  );

  test.each(['', 'high', '0', '-1', 'NaN'])('show no alarm for the severity %j', (severity) => {
    const [marker] = assetMarkers([anAsset(1, withAttributes({ severity }))], all, own, COLOURS);
    expect(marker?.alarm).toBeUndefined();
  });

  test('have the colour of the highest configured severity that is not above theirs', () => {
    expect([1, 2, 9, 10, 99].map((severity) => colourOf(severity, COLOURS))).toEqual([
      DEFAULT_ALARM_COLOUR,
      '#3f8fd2',
      '#3f8fd2',
      '#d93025',
      '#d93025',
    ]);
  });
});

describe('the map tile', () => {
  test('says what to do when the map itself cannot be had', async () => {
    await renderTile(mapTile, {});
    expect(await screen.findByText('The map could not be loaded')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test('says that no asset has a position', async () => {
    await renderTile(mapTile, {});
    expect(screen.getByText('No asset with a position. Set one in the asset list.')).toBeDefined();
  });
});
