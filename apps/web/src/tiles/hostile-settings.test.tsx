import '#testing/setup.ts';
import './testing/browser.ts';
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { aReading, FixedReadings, FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { listTiles } from './registry.ts';
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts';
import { renderEditor, renderTile } from './testing/render-tile.tsx';

const ITEM = 5;
const P = HOSTILE_TEXTS.join(' ');

/** What a bag holds beside the words of its tile's defaults: each list with an entry, each entry with every text. */
const part = {
  slotPath: [],
  dataItem: ITEM,
  color: P,
  fill: P,
  line: P,
  label: P,
  name: P,
  unit: P,
  axis: { label: P },
};
const lists = {
  series: [part],
  axes: [{ label: P, min: P, max: P, side: P, grid: P }],
  plots: [part],
  dataItems: [part],
  substitutions: { [P]: { ...part, attribute: P }, x: { slotPath: [], dataItem: ITEM } },
  fetch: { url: P, method: P, body: P, parsing: P, headers: [{ name: P, value: P }] },
};
const texts = { title: P, text: P, name: P, label: P, unit: P, url: P, columns: P, filename: P, icon: P, style: P };

/** The same settings with every text in them replaced. */
function hostile(value: unknown): unknown {
  if (typeof value === 'string') return P;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner)]));
}

const dashboard = () => ({
  readings: new FixedReadings({
    [ITEM]: aReading({ isString: true, value: null, stringValue: P, name: P, unit: P }),
  }),
  series: new FixedSeries({ times: [1_700_000_000, 1_700_000_010], columns: [[1, 2]] }),
  attributes: { Station: P, PatientInfo: JSON.stringify({ contact: { name: P }, conditions: [P], medications: [P] }) },
  definition: { slots: [], dataItemDefinitions: [{ dataItemId: ITEM, label: P }] },
});

/** What would run, load or send something if a text had become markup. */
const DANGEROUS = [
  'script',
  'img:not([src^="/"]):not([src^="data:image/"])',
  'iframe:not([sandbox])',
  'object',
  'embed',
  'form[action]',
  'math',
  '[onerror]',
  '[onload]',
  '[ontoggle]',
  '[srcdoc]',
  'a[href^="javascript" i]',
  'a[href^="data:" i]',
].join();

afterEach(cleanup);

describe.each(listTiles().map((tile) => [tile.type, tile] as const))('%s', (type, tile) => {
  const bag = {
    ...(hostile(tile.settings.parse({})) as object),
    ...texts,
    ...lists,
    type: { name: P, value: tile.type },
  };

  test('shows scripts in every text of its settings and of its data as text (E1, E4, E5, E7)', async () => {
    const { container } = await renderTile(tile, bag, dashboard());
    // An author's HTML stands in a frame of its own.
    if (type !== 'CustomHTML') expect(container.textContent).not.toBe('');
    expect([...container.querySelectorAll(DANGEROUS)].map((element) => element.outerHTML)).toEqual([]);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  test('its editor shows them as text, before anything is saved (E3)', async () => {
    const { view } = await renderEditor(tile, bag, dashboard());
    expect([...view.container.querySelectorAll(DANGEROUS)].map((element) => element.outerHTML)).toEqual([]);
    expect(globalThis).not.toHaveProperty('wasRun');
  });
});
