import { readFile } from 'node:fs/promises';
import { expect } from '../testing/journey.ts';
import { choose, chooseItem, type TileJourney, turn } from './tile-journey.ts';

/** What these journeys find on their portal. */
export interface MiscData {
  readonly serialNumber: string;
  /** A neighbour on the map, whose attribute interfaceUrl names a page of its own. */
  readonly neighbour: { readonly assetId: number; readonly serialNumber: string; readonly page: string };
  /** A site that may be shown in frames. */
  readonly site: string;
}

export const LEVEL = { label: 'MiscLevel', value: 42.5 } as const;
export const STATE = { label: 'MiscState', value: 'running' } as const;
export const FILE = { name: 'manual.txt', text: 'Open the drain first.' } as const;

/** Tiles of the group Misc; their types and names do not depend on the data. */
export function miscTiles({ serialNumber, neighbour, site }: MiscData): readonly TileJourney[] {
  return [
    {
      type: 'IframeTile',
      name: 'Iframe',
      isInMenu: true,
      title: 'Camera',
      async configure(dialog) {
        await dialog.getByLabel('Address', { exact: true }).fill(`${site}/?well=`);
        await dialog.getByRole('button', { name: 'Insert an attribute into Address' }).click();
        await dialog.page().getByRole('menuitem', { name: 'asset.serialNumber' }).click();
      },
      async shows(tile) {
        const frame = tile.frameLocator('iframe');
        await expect(frame.getByRole('heading')).toHaveText(`Camera of ${serialNumber}`);
      },
    },
    {
      type: 'Map',
      name: 'Google Map',
      isInMenu: true,
      title: 'Field',
      async configure(dialog, page) {
        await expect(dialog.getByRole('switch', { name: 'All assets in sight' })).toBeChecked();
        await choose(dialog, page, 'Assets', 'All that the viewer may see');
      },
      async shows(tile, page) {
        const marker = (name: string) => tile.getByRole('button', { name: new RegExp(`^${name}, `) });
        await expect(marker(serialNumber)).toBeVisible();
        // North is up: the neighbour lies to the north-east, once the map no longer moves between two looks.
        await expect(async () => {
          const own = await marker(serialNumber).boundingBox();
          const other = await marker(neighbour.serialNumber).boundingBox();
          expect(other?.y).toBeLessThan(own?.y ?? 0);
          expect(other?.x).toBeGreaterThan(own?.x ?? 0);
        }).toPass();
        await marker(neighbour.serialNumber).click();
        await expect(tile.getByText('32.50000, -102.25000')).toBeVisible();
        await expect(tile.getByRole('link', { name: 'Open Dashboard' })).toHaveAttribute('href', neighbour.page);
        const panel = page.getByRole('dialog', { name: new RegExp(neighbour.serialNumber) });
        // The bubble moves with the map, which on a busy machine still settles: a press may miss it.
        await expect(async () => {
          await tile.getByRole('button', { name: 'Edit', exact: true }).click();
          await expect(panel).toBeVisible({ timeout: 3_000 });
        }).toPass({ timeout: 20_000 });
        await page.keyboard.press('Escape');
        await expect(panel).toBeHidden();
      },
    },
    {
      type: 'TextBox',
      name: 'Text/Image',
      isInMenu: true,
      async configure(dialog, page) {
        await expect(dialog.getByLabel(/^Decimals/)).toHaveValue('');
        await expect(dialog.getByLabel(/^Font size/)).toHaveValue('14');
        const text = dialog.getByLabel('Text', { exact: true });
        await text.click();
        await page.keyboard.type('The level is ');
        await dialog.getByRole('button', { name: 'Insert live value' }).click();
        // The picker stands in a popover of its own.
        await chooseItem(page.locator('body'), page, LEVEL.label);
        await page.getByRole('button', { name: 'Insert', exact: true }).click();
        await expect(text).toContainText(LEVEL.label);
        await dialog.getByLabel(/^Decimals/).fill('1');
        await expect(dialog.getByRole('complementary', { name: 'Preview' })).toContainText('The level is 42.5');
      },
      shows: (tile) => expect(tile.getByText('The level is 42.5')).toBeVisible(),
    },
    {
      type: 'Table',
      name: 'Basic Table',
      isInMenu: true,
      title: 'Open alarms',
      async configure(dialog, page) {
        await choose(dialog, page, 'Shows', 'Alarms');
      },
      async shows(tile) {
        const headers = ['Name', 'Reason', 'Cause', 'Last Raised', 'Severity', 'Count', ''];
        await expect(tile.getByRole('columnheader')).toHaveText(headers);
        await expect(tile.getByRole('row').nth(1)).toContainText('MiscHigh');
        await tile.getByRole('button', { name: 'Close alarm' }).click();
        await expect(tile.getByText('No data...')).toBeVisible();
      },
    },
    {
      type: 'Table',
      name: 'Basic Table',
      isInMenu: true,
      title: 'Papers',
      async configure(dialog, page) {
        await choose(dialog, page, 'Shows', 'Files');
        await turn(dialog, 'Selection markers');
      },
      async shows(tile, page) {
        const headers = ['', 'File Name', 'Host Name', 'haspId', 'Size', 'Timestamp'];
        await expect(tile.getByRole('columnheader')).toHaveText(headers);
        await expect(tile.getByRole('row').nth(1)).toContainText('21 B');
        const download = page.waitForEvent('download');
        await tile.getByRole('link', { name: FILE.name }).click();
        expect(await readFile(await (await download).path(), 'utf8')).toBe(FILE.text);
        await tile.getByRole('checkbox', { name: `Mark ${FILE.name}` }).check();
        await expect(tile.getByRole('button', { name: '1 marked' })).toBeVisible();
      },
    },
    {
      type: 'CustomTable',
      name: 'Custom Table',
      isInMenu: true,
      title: 'Own assets',
      async configure(dialog) {
        const preview = dialog.getByRole('complementary', { name: 'Preview' });
        await expect(preview).toContainText('Custom Table. Columns and/or data source needs to be filled out.');
        await expect(dialog.getByLabel(/^Page size/)).toHaveValue('10');
        await dialog.getByLabel('Columns', { exact: true }).fill('serialNumber:Serial^number');
        await dialog.getByLabel('URL', { exact: true }).fill('/api/ef/assets');
        await dialog
          .getByLabel('Parsing', { exact: true })
          .fill(`data.filter((one) => one.serialNumber === '${serialNumber}')`);
        await dialog.getByRole('button', { name: 'Test request' }).click();
        await expect(dialog.getByRole('status', { name: 'Result of the test' })).toContainText(serialNumber);
      },
      async shows(tile) {
        await expect(tile.getByRole('columnheader')).toHaveText('Serial number');
        await expect(tile.getByRole('gridcell')).toHaveText([serialNumber]);
      },
    },
  ];
}
