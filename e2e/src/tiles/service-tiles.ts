import { readFile } from 'node:fs/promises';
import { expect } from '../testing/journey.ts';
import { choose, type TileJourney, turn } from './tile-journey.ts';

/** Data item of these journeys, what it is, and above what its alarm is raised. */
export const PRESSURE = { label: 'ServicePressure', value: 42.5, limit: 40 } as const;
export const ALARM = 'ServiceHigh';

export interface ServiceData {
  readonly serialNumber: string;
  /** Lets the device send another value. */
  readonly sendValue: (value: number) => Promise<void>;
}

/** Tiles that write, ask or do something and are added by name. */
export function serviceTiles({ serialNumber, sendValue }: ServiceData): readonly TileJourney[] {
  return [
    {
      type: 'CustomHTML',
      name: 'Custom HTML',
      isInMenu: false,
      configure: (dialog) =>
        dialog
          .getByLabel('HTML', { exact: true })
          .fill(`<h2 style="width: {{dataItems.${PRESSURE.label}}}%">Now {{dataItems.${PRESSURE.label}}}</h2>`),
      async shows(tile) {
        const heading = tile.frameLocator('iframe').getByRole('heading');
        await expect(heading).toHaveText('Now 42.50');
        await expect(heading).toHaveAttribute('style', /width: ?42\.50?%/);
      },
    },
    {
      type: 'AlarmExpressions',
      name: 'Alarm Expressions',
      isInMenu: false,
      title: 'What raises what',
      async configure(dialog) {
        await turn(dialog, 'Show alarms that are not raised');
      },
      async shows(tile) {
        const alarm = tile.getByRole('listitem');
        await expect(alarm).toHaveCount(1);
        await expect(alarm).toContainText(`${ALARM}Open`);
        await expect(alarm.locator('code')).toHaveText(`_${PRESSURE.label} > ${PRESSURE.limit}`);
        await expect(alarm.getByRole('button', { name: `Override ${ALARM}` })).toBeVisible();
      },
    },
    {
      type: 'AlarmTextBox',
      name: 'Alarm Text Box',
      isInMenu: false,
      async configure(dialog, page) {
        await choose(dialog, page, 'Alarm', ALARM);
        await dialog.getByLabel('Open', { exact: true }).fill(`Too high: {{dataItems.${PRESSURE.label}}}`);
        await dialog.getByLabel('Acknowledged', { exact: true }).fill('Somebody looks');
        await dialog.getByLabel('Otherwise', { exact: true }).fill('All is well');
        await dialog.getByLabel(/^Decimals/).fill('1');
      },
      async shows(tile, page) {
        await expect(tile.getByRole('status')).toHaveText('Too high: 42.5');
        await tile.getByRole('button', { name: `More to do with ${ALARM}` }).click();
        await page.getByRole('menuitem', { name: 'Acknowledge' }).click();
        await expect(tile.getByRole('status')).toHaveText('Somebody looks');
        await tile.getByRole('button', { name: 'Close alarm' }).click();
        await expect(tile.getByRole('status')).toHaveText('All is well');
        // Below and above again: another alarm.
        await sendValue(PRESSURE.limit - 1);
        await sendValue(PRESSURE.limit + 1);
        await expect(tile.getByRole('status')).toHaveText('Too high: 41.0');
      },
    },
    {
      type: 'PatientChart',
      name: 'Patient Chart',
      isInMenu: false,
      title: 'On the rig',
      async shows(tile, page) {
        await expect(tile.getByRole('region', { name: 'Medications' })).toContainText('None recorded.');
        await turn(tile, 'Edit Mode');
        await tile.getByLabel('Name', { exact: true }).fill('Ada Byron');
        await tile.getByRole('button', { name: 'Add medication' }).click();
        await tile.getByRole('combobox', { name: 'Name of medication 1' }).fill('Ibuprofen');
        await turn(tile, 'Edit Mode');
        await expect(tile.getByRole('region', { name: 'Contact' })).toContainText('Ada Byron');
        await page.reload();
        await expect(tile.getByRole('region', { name: 'Medications' })).toContainText('Ibuprofen');
      },
    },
    {
      type: 'DownloadButton',
      name: 'Download Button',
      isInMenu: false,
      async configure(dialog) {
        await dialog.getByLabel('Text', { exact: true }).fill('Get the list');
        await dialog.getByLabel('Filename', { exact: true }).fill('assets-{{asset.serialNumber}}.json');
        await dialog.getByLabel('URL', { exact: true }).fill('/api/ef/assets');
        const parsing = `data.filter((one) => one.serialNumber === '${serialNumber}').map((one) => one.assetAlias)`;
        await dialog.getByLabel('Parsing', { exact: true }).fill(parsing);
      },
      async shows(tile, page) {
        const download = page.waitForEvent('download');
        await tile.getByRole('button', { name: 'Get the list' }).click();
        expect((await download).suggestedFilename()).toBe(`assets-${serialNumber}.json`);
        expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual([serialNumber]);
      },
    },
    {
      type: 'ActionDispatcher',
      name: 'Action Dispatcher',
      isInMenu: false,
      async configure(dialog, page) {
        await choose(dialog, page, 'Action', 'Show or hide the playback bar');
        await dialog.getByLabel('Action text', { exact: true }).fill('Look back');
        await choose(dialog, page, 'Reverse action', 'Show or hide the playback bar');
        await dialog.getByLabel('Reverse text', { exact: true }).fill('Stop looking back');
      },
      async shows(tile, page) {
        const bar = page.getByRole('region', { name: 'Playback' });
        await tile.getByRole('button', { name: 'Look back', exact: true }).click();
        await expect(bar).toBeVisible();
        await tile.getByRole('button', { name: 'Stop looking back' }).click();
        await expect(bar).toBeHidden();
      },
    },
    {
      type: 'MessageViewer',
      name: 'Message Viewer',
      isInMenu: false,
      configure: (dialog) => expect(dialog.getByLabel('Broker URL').first()).toBeVisible(),
      async shows(tile) {
        await tile.getByRole('button', { name: 'Connect', exact: true }).click();
        await expect(tile.getByText('Connected', { exact: true })).toBeVisible();
        await tile.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await expect(tile.getByRole('button', { name: /^Unsubscribe/ })).toBeVisible();
        await sendValue(17.25);
        await expect(tile.getByRole('list', { name: 'Messages' }).getByText('17.25')).toBeVisible();
        await tile.getByRole('button', { name: 'Clear Messages' }).click();
        await expect(tile.getByText('0 messages')).toBeVisible();
        await tile.getByLabel('Topic', { exact: true }).fill('#');
        await tile.getByRole('button', { name: 'Subscribe', exact: true }).click();
        await expect(tile.getByText('refused: not yours to see')).toBeVisible();
      },
    },
  ];
}
