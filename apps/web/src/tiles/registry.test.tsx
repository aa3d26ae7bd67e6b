import '#testing/setup.ts';
import './testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Reading, WAITING_READING } from '#readings/readings.ts';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { TileContent } from '#tile-kit/frame/TileContent.tsx';
import { settingsFaults } from '#tile-kit/settings-faults.ts';
import { aReading, FixedReadings, FixedSeries, TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { readTileSettings, writeTileSettings } from '#tile-kit/tile-settings.ts';
import { findTile, isTileName, listTiles } from './registry.ts';
import { renderEditor, renderTile } from './testing/render-tile.tsx';
import { unknownTile } from './unknown/tile.ts';

const ITEM = 5;
const HOSTILE = '<img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>';
const DEPRECATED = 'Either no type was selected or this tile type is deprecated, please delete and recreate this tile';

/** A stored bag in which each tile shows data item 5, wherever it keeps its choice. */
const bag = {
  slotPath: [],
  dataItem: ITEM,
  series: [{ slotPath: [], dataItem: ITEM }],
  text: '<p>Now {{dataItems.motor_current}} at {{attributes.Station}}</p>',
  module: 'pump',
  command: 'setSpeed',
  options: '1 = Slow',
  fields: [{ name: 'speed', unit: HOSTILE }],
};
const definition = { slots: [], dataItemDefinitions: [{ dataItemId: ITEM, label: 'motor_current' }] };

const called = { slots: [], dataItemDefinitions: [{ dataItemId: ITEM, label: 'motor_current', alias: 'Main motor' }] };

const states: Record<string, Reading | undefined> = {
  waiting: WAITING_READING,
  missing: undefined,
  'NaN, which comes as no value': aReading({ value: null }),
  string: aReading({ isString: true, value: null, stringValue: 'Running' }),
  'bad quality': aReading({ quality: 'bad' }),
  'uncertain quality': aReading({ quality: 'uncertain' }),
  stale: aReading({ isStale: true }),
  'stale without a time': aReading({ isStale: true, timestamp: null }),
  'huge value': aReading({ value: 1e300 }),
  'hostile text': aReading({ isString: true, value: null, stringValue: HOSTILE, name: HOSTILE, unit: HOSTILE }),
};

function dashboardWith(reading: Reading | undefined) {
  const times = [1_700_000_000, 1_700_000_010];
  return {
    readings: new FixedReadings(reading === undefined ? {} : { [ITEM]: reading }),
    series: new FixedSeries({ times, columns: [[1, 2]] }),
    attributes: { Station: HOSTILE },
    definition,
  };
}

afterEach(cleanup);

describe.each([...listTiles(), unknownTile].map((tile) => [tile.type, tile] as const))('%s', (_type, tile) => {
  const properties = (stored: Record<string, unknown>) => ({
    ...stored,
    type: { name: tile.label, value: tile.type },
  });

  test('has valid defaults, and reading them again changes nothing', () => {
    const defaults = tile.settings.parse({});
    expect(tile.settings.parse(defaults)).toEqual(defaults);
    expect(JSON.parse(JSON.stringify(defaults))).toEqual(defaults);
  });

  test('falls back to its default where one stored word is wrong', () => {
    const defaults = tile.settings.parse({}) as Record<string, unknown>;
    for (const key of Object.keys(defaults)) {
      if (key === 'series' || key === 'axes') continue;
      for (const wrong of [{}, [[]], () => undefined]) {
        expect(tile.settings.parse({ [key]: wrong }), key).toEqual(defaults);
      }
    }
  });

  test('names each stored setting that is of another kind, and none of its defaults', () => {
    const defaults = tile.settings.parse({}) as Record<string, unknown>;
    expect(settingsFaults(defaults, defaults)).toEqual([]);
    for (const [key, value] of Object.entries(defaults)) {
      // A chart whose lists are none is not drawn at all, and says so.
      if (key === 'series' || key === 'axes') continue;
      const stored = { [key]: typeof value === 'string' ? 5 : value === null ? {} : 'abc' };
      expect(settingsFaults(stored, tile.settings.parse(stored)), key).toEqual([key]);
    }
  });

  test('keeps keys that it does not know through an edit, at every depth', () => {
    const stored = properties({
      ...bag,
      fromTheFuture: { a: [1] },
      series: [{ ...bag.series[0], later: 1, axis: { label: '', later: 2 } }],
      axes: [{ label: 'Left', later: 3 }],
      substitutions: { x: { dataItem: ITEM, later: 4 } },
    });
    const read = readTileSettings(tile, stored);
    expect(read).toMatchObject({ isValid: true });
    const written = writeTileSettings(stored, read.isValid ? read.settings : {});
    expect(written).toMatchObject(stored);
  });

  test('a bag with prototype keys changes nothing beyond itself', () => {
    const stored = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"substitutions":{"__proto__":{"polluted":1}}}',
    ) as Record<string, unknown>;
    expect(tile.settings.safeParse(stored).success).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('draws a new tile, for which nothing is chosen yet', async () => {
    const { container } = await renderTile(tile, {}, dashboardWith(undefined));
    expect(container.textContent).not.toBe('');
  });

  test.each(Object.entries(states))('draws a reading that is %s', async (_state, reading) => {
    const { container } = await renderTile(tile, bag, dashboardWith(reading));
    expect(container.firstElementChild).not.toBeNull();
    expect(container.querySelector('script, img')).toBeNull();
    expect(container.textContent).not.toMatch(/NaN|Infinity|undefined|\[object/);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  // What devices call it stands in none of what is drawn, also before there is a value and where there is none.
  test.each([
    ['that is read', aReading({ name: 'Main motor' })],
    ['that is awaited', WAITING_READING],
    ['that is missing', undefined],
  ])('calls a data item %s as the asset does, also in its editor', async (_what, reading) => {
    const choice = { slotPath: [], dataItem: ITEM };
    const { text: _text, ...chosen } = { ...bag, ...tile.ofItems?.settingsFor([choice]) };
    const stored = { ...chosen, plots: [choice], dataItems: [choice], channels: [choice] };
    const dashboard = { ...dashboardWith(reading), definition: called };
    const { container } = await renderTile(tile, stored, dashboard);
    const { view } = await renderEditor(tile, stored, dashboard);
    for (const drawn of [container, view.container]) expect(drawn.innerHTML).not.toContain('motor_current');
    // Bars are drawn once there are values.
    const isDrawn = reading !== undefined && (reading.state === 'ok' || tile.type !== 'BarGraph');
    if (tile.ofItems && isDrawn) expect(container.innerHTML).toContain('Main motor');
  });

  test('its editor can be used by keyboard: every control has a name and can be reached', async () => {
    const { view } = await renderEditor(tile, bag, dashboardWith(aReading()));
    const controls = [
      ...view.container.querySelectorAll<HTMLElement>('input, textarea, select, button, [role=slider]'),
    ];
    for (const control of controls.filter((element) => element.getAttribute('type') !== 'hidden')) {
      expect(accessibleName(control, view.container), control.outerHTML).not.toBe('');
    }
    for (const control of view.container.querySelectorAll<HTMLElement>('[onclick], [role=button]')) {
      expect(control.tabIndex, control.outerHTML).toBeGreaterThanOrEqual(0);
    }
  });
});

function accessibleName(control: HTMLElement, root: HTMLElement): string {
  const labelledBy = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const byIds = labelledBy.map((id) => root.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
  const byLabel = control.id === '' ? '' : root.querySelector(`label[for="${control.id}"]`)?.textContent;
  const isHidden = control.closest('[aria-hidden=true]') !== null || control.tabIndex < 0;
  return (
    byIds.trim() ||
    control.getAttribute('aria-label') ||
    byLabel ||
    control.title ||
    (control.tagName === 'BUTTON' ? (control.textContent ?? '') : '') ||
    (isHidden ? 'hidden' : '')
  );
}

describe('the registry', () => {
  test('a new graph is 30 by 40, every other new tile 20 by 20', () => {
    const isGraph = /(Graph|Chart|HeatMap)$/;
    const others = ['PieChart', 'PatientChart'];
    for (const { type, defaultSize } of listTiles()) {
      const expected = isGraph.test(type) && !others.includes(type) ? { w: 30, h: 40 } : { w: 20, h: 20 };
      expect(defaultSize, type).toEqual(expected);
    }
  });

  test.each<[string, string]>([
    ['Gauge', 'Gauge'],
    ['Dial Gauge', 'Gauge'],
    ['gauge', 'Gauge'],
    ['Text Indicator', 'Indicator'],
    ['Basic Graph', 'FastGraph'],
    ['Advanced Graph', 'AdvancedGraph'],
    ['Text/Image', 'TextBox'],
  ])('finds %s as %s', (name, type) => {
    expect(findTile(name).type).toBe(type);
    expect(isTileName(name)).toBe(true);
  });

  test.each(['', 'TileType', 'toString', 'constructor', '__proto__', 'Hologram'])(
    'draws the type %j with the deprecated text',
    async (name) => {
      expect(isTileName(name)).toBe(false);
      const { container } = await renderTile(findTile(name), {});
      expect(container.textContent).toBe(DEPRECATED);
    },
  );

  test('no two tiles answer to the same name', () => {
    const names = listTiles().flatMap(({ type, label, aliases }: TileDefinition) => [
      ...new Set([type, label, ...aliases].map((name) => name.toLowerCase())),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the placeholder’s form says that no type is selected', async () => {
    const { view } = await renderEditor(unknownTile, {});
    expect(view.container.textContent).toContain('No Type Selected');
  });

  test('a tile with wrong words among its settings says which, and draws the rest', async () => {
    const properties = {
      type: { name: 'Dial Gauge', value: 'Gauge' },
      dataItem: ITEM,
      decimals: 1,
      barWidth: 'wide',
      style: 'rococo',
    };
    const stored = structuredClone(properties);
    await act(async () =>
      render(
        <MantineProvider env="test">
          <TestDashboard readings={new FixedReadings({ [ITEM]: aReading({ value: 12.34 }) })}>
            <TileContent properties={properties} definition={findTile('Gauge')} size={{ width: 300, height: 300 }} />
          </TestDashboard>
        </MantineProvider>,
      ),
    );
    expect(await screen.findByText('12.3')).toBeDefined();
    expect(screen.getByRole('note').textContent).toBe('Settings not read: style, barWidth');
    expect(properties).toEqual(stored);
  });

  test('a series that is none is left out, and the chart draws the others', () => {
    const stored = { type: { name: 'Basic Graph', value: 'FastGraph' }, series: [null, { dataItem: ITEM }, 'x'] };
    expect(readTileSettings(findTile('FastGraph'), stored)).toMatchObject({
      isValid: true,
      settings: { series: [{ dataItem: ITEM }] },
      faults: ['series'],
    });
  });

  test('settings that cannot be read are explained', () => {
    const stored = { type: { name: 'Basic Graph', value: 'FastGraph' }, series: 'abc' };
    expect(readTileSettings(findTile('FastGraph'), stored)).toMatchObject({
      isValid: false,
      explanation: expect.stringContaining('series'),
    });
  });
});
