import type { Locator, Page } from '@playwright/test';
import { expect } from '../testing/journey.ts';
import { choose, chooseItem, type TileJourney, turn } from './tile-journey.ts';

/** Data items of these journeys as the device reports them at first; it does what it is told. */
export const SPEED = { label: 'ControlSpeed', value: 20 } as const;
export const RUNNING = { label: 'ControlRunning', value: 1 } as const;

const METHOD = { module: 'pump', speed: 'setSpeed', run: 'run', stop: 'stop', lock: 'lock', tune: 'tune' } as const;

async function configure(dialog: Locator, page: Page, item: string | undefined, command: string): Promise<void> {
  if (item !== undefined) await chooseItem(dialog, page, item);
  await dialog.getByLabel('Module', { exact: true }).fill(METHOD.module);
  await dialog.getByLabel('Command', { exact: true }).fill(command);
}

/** What the portal asks, which holds the command word for word; and the answer. */
async function agree(page: Page, words: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Send command' });
  await expect(question).toContainText(words);
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question).toBeHidden();
}

/** Tiles that send commands, whose device answers and reports what it was told. */
export const controlTiles: readonly TileJourney[] = [
  {
    type: 'CommandButton',
    name: 'Command Button',
    isInMenu: true,
    title: 'Emergency',
    async configure(dialog, page) {
      await configure(dialog, page, undefined, METHOD.stop);
      await dialog.getByLabel('Text of the button').fill('Stop it');
      await dialog.getByLabel('Parameter', { exact: true }).fill('{"soft": true}');
    },
    async shows(tile, page) {
      await tile.getByRole('button', { name: 'Stop it' }).click();
      await agree(page, 'pump.stop {');
      await expect(tile.getByRole('status')).toHaveText('Answered');
    },
  },
  {
    type: 'Setpoint',
    name: 'Setpoint',
    isInMenu: true,
    title: 'Wanted speed',
    async configure(dialog, page) {
      await configure(dialog, page, SPEED.label, METHOD.speed);
      await dialog.getByLabel(/^Max/).fill('100');
    },
    async shows(tile, page) {
      await expect(tile.getByText('20.00 rpm')).toBeVisible();
      await tile.getByRole('textbox', { name: 'Wanted speed' }).fill('500');
      await tile.getByRole('textbox', { name: 'Wanted speed' }).press('Enter');
      await agree(page, 'pump.setSpeed 100');
      await expect(tile.getByRole('status')).toHaveText('Verified');
      await expect(tile.getByText('100.00 rpm').first()).toBeVisible();
    },
  },
  {
    type: 'CommandSlider',
    name: 'Command Slider',
    isInMenu: true,
    title: 'Speed',
    async configure(dialog, page) {
      await configure(dialog, page, SPEED.label, METHOD.speed);
      await dialog.getByLabel(/^Min/).fill('0');
      await dialog.getByLabel(/^Max/).fill('100');
      await dialog.getByLabel(/^Step/).fill('10');
    },
    async shows(tile, page) {
      const slider = tile.getByRole('slider', { name: 'Speed' });
      await expect(slider).toHaveAttribute('aria-valuenow', '100');
      await slider.press('ArrowLeft');
      await tile.getByRole('button', { name: /^Send 90/ }).click();
      await agree(page, 'pump.setSpeed 90');
      await expect(tile.getByRole('status')).toHaveText('Verified');
    },
  },
  {
    type: 'CommandSwitch',
    name: 'Command Switch',
    isInMenu: true,
    title: 'Motor',
    async configure(dialog, page) {
      await configure(dialog, page, RUNNING.label, METHOD.run);
      await dialog.getByLabel('Word for on').fill('Running');
      await dialog.getByLabel('Word for off').fill('Stopped');
    },
    async shows(tile, page) {
      await tile.getByRole('switch', { name: 'Motor: Running' }).press('Space');
      await agree(page, 'pump.run false');
      await expect(tile.getByRole('status')).toHaveText('Verified');
      await expect(tile.getByRole('switch', { name: 'Motor: Stopped' })).not.toBeChecked();
    },
  },
  {
    type: 'CommandChoice',
    name: 'Command Drop-down',
    isInMenu: true,
    title: 'Lock',
    async configure(dialog, page) {
      await configure(dialog, page, RUNNING.label, METHOD.lock);
      await dialog.getByLabel('Choices').fill('0 = Open\n1 = Locked');
      await turn(dialog, 'Ask before each sending');
    },
    async shows(tile, page) {
      await choose(tile, page, 'Lock', 'Locked');
      await agree(page, 'pump.lock 1');
      // This device refuses to lock.
      await expect(tile.getByRole('status')).toContainText('Failed');
      await expect(tile.getByRole('combobox', { name: 'Lock' })).toHaveValue('Open');
    },
  },
  {
    type: 'CommandForm',
    name: 'Command Form',
    isInMenu: true,
    title: 'Tuning',
    async configure(dialog, page) {
      await configure(dialog, page, SPEED.label, METHOD.tune);
      await dialog.getByRole('button', { name: 'Add field' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('gain');
      await dialog.getByLabel(/^Shows its effect within/).fill('1');
    },
    async shows(tile, page) {
      await tile.getByRole('button', { name: 'Send' }).click();
      await expect(tile.getByText('Required')).toBeVisible();
      await tile.getByRole('textbox', { name: /gain/ }).fill('3');
      await tile.getByRole('button', { name: 'Send' }).click();
      await agree(page, '"gain": 3');
      // Nothing moves, and a second is all it has.
      await expect(tile.getByRole('status')).toHaveText('No effect');
    },
  },
];
