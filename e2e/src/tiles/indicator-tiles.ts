import { expect } from '../testing/journey.ts';
import { choose, chooseItem, paint, type TileJourney, turn } from './tile-journey.ts';

/** What the device of these journeys sends. */
export const LEVEL = { label: 'IndicatorLevel', value: 42.5 } as const;

export const indicatorTiles: readonly TileJourney[] = [
  {
    type: 'Gauge',
    name: 'Dial Gauge',
    isInMenu: true,
    async configure(dialog, page) {
      // Scale and bands are the data item's (spec 3 §14); fonts of 18, the style simple.
      await expect(dialog.getByLabel(/^Min/)).toHaveValue('');
      await expect(dialog.getByLabel(/^Max/)).toHaveValue('');
      await expect(dialog.getByRole('combobox', { name: 'Bands' })).toHaveValue('Of the data item');
      await expect(dialog.getByRole('slider', { name: 'Scale labels' })).toHaveAttribute('aria-valuenow', '18');
      await expect(dialog.getByRole('combobox', { name: 'Style' })).toHaveValue('Simple');
      await chooseItem(dialog, page, LEVEL.label);
      await dialog.getByLabel('Name', { exact: true }).fill('Oil');
      await dialog.getByLabel(/^Max/).fill('50');
      await choose(dialog, page, 'Bands', 'Three of its own');
      await dialog.getByLabel('First band, ends at').fill('10');
      await dialog.getByLabel('Second band, ends at').fill('40');
      await paint(dialog, page, 'Third band, colour', '#00f');
      await turn(dialog, 'Half circle');
    },
    async shows(tile) {
      await expect(tile.getByRole('figure', { name: 'Oil: 42.50 ft' })).toBeVisible();
      const texts = await tile.locator('svg text').allTextContents();
      expect(texts).toEqual(expect.arrayContaining(['0', '25', '50']));
      // 10 ticks have 11 marks, drawn as one path.
      const paths = await tile
        .locator('svg path')
        .evaluateAll((list) => list.map((one) => one.getAttribute('d') ?? ''));
      expect(paths.some((path) => path.split('M').length - 1 === 11)).toBe(true);
      // 85 % of the scale, in the third band, which was painted blue.
      const fill = tile.locator('path[style*="stroke-dasharray: 0.85"]');
      await expect(fill).toHaveAttribute('stroke', /^#0{2}f$|^#0{4}f{2}$/);
    },
  },
  {
    type: 'CylinderGauge',
    name: 'Cylinder Gauge',
    isInMenu: true,
    async configure(dialog, page) {
      await chooseItem(dialog, page, LEVEL.label);
      await dialog.getByLabel('Name', { exact: true }).fill('Oil tank');
      await dialog.getByLabel('Unit', { exact: true }).fill('m');
      await dialog.getByLabel(/^Decimals/).fill('1');
      await dialog.getByLabel(/^Max/).fill('50');
    },
    async shows(tile) {
      await expect(tile.getByRole('figure', { name: 'Oil tank: 42.5 m' })).toBeVisible();
      await expect(tile.locator('[data-percent="85"]')).toBeAttached();
    },
  },
  {
    type: 'Indicator',
    name: 'Text Indicator',
    isInMenu: true,
    async configure(dialog, page) {
      await expect(dialog.getByLabel(/^Decimals/)).toHaveValue('');
      await chooseItem(dialog, page, LEVEL.label);
      await dialog.getByLabel(/^Decimals/).fill('3');
      await turn(dialog, 'Show timestamp');
      await paint(dialog, page, 'Value', 'ffcc00');
    },
    async shows(tile) {
      await expect(tile.getByText(LEVEL.label)).toBeVisible();
      await expect(tile.getByText('42.500')).toBeVisible();
      await expect(tile.getByText('42.500')).toHaveCSS('color', 'rgb(255, 204, 0)');
      await expect(tile.getByText('ft', { exact: true })).toBeVisible();
      await expect(tile.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBeVisible();
    },
  },
];
