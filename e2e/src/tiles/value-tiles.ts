import { expect } from '../testing/journey.ts';
import { chooseItem, chooseItems, paint, type TileJourney, turn } from './tile-journey.ts';

/** Data items of these journeys. */
export const OIL = 'ValueOil';
export const WATER = 'ValueWater';
export const STATE = 'ValueState';
/** What `OIL` and `WATER` are now. */
export const NOW = { [OIL]: 30, [WATER]: 10, [STATE]: 'pumping' } as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The first of two hours of the past days: what is sent now falls into neither of them while the journey lasts. */
const FIRST = new Date().getUTCHours() < 13 ? 15 : 10;
const SECOND = FIRST + 1;

/** What the oil was in two hours of the last two whole days in UTC: means 20 and 40 in the first, 60 in the second. */
export function pastDays(nowMs: number) {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const at = (day: number, hour: number, minute: number, value: number) => ({
    ts: today - day * DAY_MS + hour * HOUR_MS + minute * 60_000,
    values: { [OIL]: value },
  });
  return [at(2, FIRST, 5, 15), at(2, FIRST, 50, 25), at(1, FIRST, 5, 30), at(1, FIRST, 50, 50), at(1, SECOND, 30, 60)];
}

const dayName = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Tiles that show values and their past and are added by name. */
export const valueTiles: readonly TileJourney[] = [
  {
    type: 'PieChart',
    name: 'Pie Chart',
    isInMenu: false,
    title: 'Fluids',
    async configure(dialog, page) {
      await chooseItems(dialog, page, [OIL, WATER]);
      await dialog.getByLabel(/^Decimals/).fill('1');
      await paint(dialog, page, `Colour of ${OIL}`, '#ff0000');
    },
    async shows(tile) {
      await expect(tile.getByRole('row')).toHaveText([/^ValueOil \(bbl\)30\.075\.0 %$/, /^ValueWater10\.025\.0 %$/]);
      const [oil, water] = await tile.locator('svg path').all();
      if (oil === undefined || water === undefined) throw new Error('The pie has not two slices.');
      await expect(oil).toHaveCSS('fill', 'rgb(255, 0, 0)');
      // Three quarters reach over both halves of the ring, one quarter over half of each.
      await expect(async () => {
        const [large, small] = [await oil.boundingBox(), await water.boundingBox()];
        expect((large?.width ?? 0) / (small?.width ?? 1)).toBeCloseTo(2, 1);
      }).toPass();
    },
  },
  {
    type: 'HourlyHeatMap',
    name: 'Hourly Heat Map',
    isInMenu: false,
    title: 'Oil by hours',
    async configure(dialog, page) {
      await expect(dialog.getByLabel(/^Start/)).toHaveValue('7');
      await expect(dialog.getByLabel(/^Stop/)).toHaveValue('1');
      await chooseItem(dialog, page, OIL);
      await dialog.getByLabel(/^Days/).fill('3');
    },
    async shows(tile) {
      // From 7 past midnight to 1.
      const hours = [...Array.from({ length: 17 }, (_, index) => String(7 + index)), '0', '1'];
      await expect(tile.getByRole('columnheader')).toHaveText(['Day', ...hours]);
      const cell = (daysAgo: number, hour: number) =>
        tile
          .getByRole('row', { name: dayName(daysAgo) })
          .getByRole('cell')
          .nth(hour - 7);
      await expect(cell(1, FIRST)).toHaveText('40');
      await expect(cell(1, SECOND)).toHaveText('60');
      await expect(cell(2, FIRST)).toHaveText('20');
      await expect(cell(2, SECOND)).toHaveText('');
      // The more, the stronger the colour.
      const shade = (daysAgo: number, hour: number) =>
        cell(daysAgo, hour).evaluate(({ style }) => Number.parseFloat(style.getPropertyValue('--shade')));
      const shades = [await shade(2, FIRST), await shade(1, FIRST), await shade(1, SECOND)];
      expect(shades).toEqual(shades.toSorted((a, b) => a - b));
      await expect(tile.getByText('UTC')).toBeVisible();
    },
  },
  {
    type: 'MeanBoxChart',
    name: 'Mean Box Chart',
    isInMenu: false,
    title: 'Oil of two hours',
    async configure(dialog, page) {
      await chooseItem(dialog, page, OIL);
      await dialog.getByLabel(/^Start/).fill(String(FIRST));
      await dialog.getByLabel(/^Stop/).fill(String(SECOND));
      await dialog.getByLabel(/^Days/).fill('3');
    },
    async shows(tile) {
      // Hour, least, lower quartile, median, upper quartile, greatest, mean, days.
      const [first, second] = [String(FIRST), String(SECOND)];
      const row = (hour: string) => tile.getByRole('row', { name: new RegExp(`^${hour} `) });
      const texts = async (hour: string) =>
        (await row(hour).locator('th, td').allInnerTexts()).map((text) => text.trim());
      await expect(row(first)).toBeAttached();
      await expect.poll(() => texts(first)).toEqual([first, '20.00', '25.00', '30.00', '35.00', '40.00', '30.00', '2']);
      await expect
        .poll(() => texts(second))
        .toEqual([second, '60.00', '60.00', '60.00', '60.00', '60.00', '60.00', '1']);
      await expect(tile.locator('svg rect')).toHaveCount(2);
    },
  },
  {
    type: 'DataItemTable',
    name: 'Data Item Table',
    isInMenu: false,
    title: 'Values',
    async configure(dialog) {
      await turn(dialog, 'Unit');
      await turn(dialog, 'Rows per page');
      await dialog.getByLabel(/^Decimals/).fill('3');
    },
    async shows(tile) {
      await expect(tile.getByRole('columnheader')).toHaveText(['Label', 'Value']);
      await expect(tile.getByRole('row', { name: OIL })).toContainText('30.000');
      await expect(tile.getByLabel('Rows per page')).toHaveValue('10');
      await tile.getByRole('searchbox').fill('^value(state|none)');
      await expect(tile.getByRole('row')).toHaveCount(2);
      await expect(tile.getByRole('row').nth(1)).toContainText('pumping');
      // No pattern: looked for as it is written.
      await tile.getByRole('searchbox').fill('(value');
      await expect(tile.getByText('No data...')).toBeVisible();
    },
  },
  {
    type: 'AISettings',
    name: 'AI Settings',
    isInMenu: false,
    title: 'Inputs',
    async configure(dialog, page) {
      await dialog.getByRole('button', { name: 'Add analog input' }).click();
      await chooseItem(dialog, page, OIL);
      await dialog.getByLabel(/^Unscaled Min/).fill('0');
      await dialog.getByLabel(/^Unscaled Max/).fill('100');
      await dialog.getByLabel(/^Scaled Max/).fill('10');
      await dialog.getByLabel('Unit', { exact: true }).fill('psi');
    },
    async shows(tile) {
      const headers = ['Channel', 'Value', 'Alias', 'Unit', 'Zero', 'Span', 'Scaling'];
      await expect(tile.getByRole('columnheader')).toHaveText(headers);
      await expect(tile.getByRole('row').nth(1).getByRole('gridcell')).toContainText([
        'AI 1',
        '3.00',
        OIL,
        'psi',
        '0.00',
        '10.00',
      ]);
    },
  },
];
