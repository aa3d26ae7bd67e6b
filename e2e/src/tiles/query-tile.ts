import { expect } from '../testing/journey.ts';
import { choose, type TileJourney } from './tile-journey.ts';

const ROW = 'Pump 2 24.5';

/** A query of a database that the portal has under this name. */
export const queryTile = (filename: string): TileJourney => ({
  type: 'SqliteQuery',
  name: 'SQLite Query',
  isInMenu: true,
  title: 'Highest pressure',
  async configure(dialog, page) {
    await dialog.getByRole('combobox', { name: 'File' }).click();
    await page.getByRole('option', { name: new RegExp(`^${filename}`) }).click();
    await choose(dialog, page, 'Shown as', 'Bar chart');
    await dialog.getByLabel('SQL').fill('select pump, max(pressure) as highest from reading group by pump');
    const preview = dialog.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByRole('row', { name: ROW })).toBeVisible();
  },
  async shows(tile) {
    await expect(tile.getByRole('heading', { name: 'Highest pressure' })).toBeVisible();
    await expect(tile.getByRole('row', { name: ROW })).toBeVisible();
    await expect(tile.getByText('3 rows')).toBeVisible();
  },
});
