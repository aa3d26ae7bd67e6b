import type { Locator, Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/** Fewer presses than this bring a new pump onto a dashboard that reads right. */
const MOST_ACTIONS = 9;

/** What the pump sends: of each number the lowest and the highest of its first hour, and now. */
const NUMBERS: Readonly<Record<string, readonly [low: number, high: number, now: number]>> = {
  'NP Discharge': [288, 322, 310],
  'NP Suction': [-12, 4, -8.25],
  'NP Flow': [430, 512, 490],
  'NP Motor temperature': [95, 121, 110],
  'NP Bearing temperature': [140, 171, 166],
  'NP Speed': [1_690, 1_795, 1_750],
  'NP Vibration': [0.02, 0.09, 0.051],
  'NP Oil level': [61, 66, 62.5],
  'NP Strokes': [1_204_000, 1_204_900, 1_204_880],
  'NP Current': [31, 44, 38.2],
};
const TEXTS = { 'NP Mode': 'automatic', 'NP Firmware': '4.12.0' };
const ADDED = Object.keys(NUMBERS).length + Object.keys(TEXTS).length;

/** Two of them are described on the definition, as a pump before this one left them. */
async function aNewPump(portal: Portal): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset('NEW-PUMP-12', 'Pump of twelve');
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const none = { lowLow: null, low: null, high: null, highHigh: null };
  const described = { decimals: 1, min: 0, max: 400, words: [], description: '' };
  const high = { limit: 300, color: '', severity: 5 };
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
    { label: 'NP Discharge', unit: 'psi', display: { ...described, bands: { ...none, high } } },
    { label: 'NP Flow', unit: 'gpm', display: { ...described, decimals: 0, max: 600, bands: none } },
  ]);
  const device = await portal.aDevice(accessToken);
  const now = Date.now();
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const share = (minute % 10) / 9;
    const values = Object.entries(NUMBERS).map(([label, [low, top, last]]) => [
      label,
      minute === 59 ? last : low + (top - low) * share,
    ]);
    return { ts: now - (59 - minute) * 60_000, values: { ...Object.fromEntries(values), ...TEXTS } };
  });
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await device.endAsync();
  return assetId;
}

/** What a person does one after the other, counted. */
class Actions {
  count = 0;

  async does(action: () => Promise<unknown>): Promise<void> {
    this.count += 1;
    await action();
  }
}

const THOUSANDS: Readonly<Record<string, number>> = { k: 1e3, M: 1e6 };

/** A label of a scale, which shortens large numbers. */
function readLabel(text: string): number {
  const [, figures = '', letter = ''] = /^(-?[\d,.]+)([kM]?)$/.exec(text) ?? [];
  return figures === '' ? Number.NaN : Number(figures.replaceAll(',', '')) * (THOUSANDS[letter] ?? 1);
}

/** The ends of a dial's scale: its labels in figures. */
async function scaleOf(dial: Locator): Promise<readonly [number, number]> {
  const texts = await dial.locator('svg text').allTextContents();
  const numbers = texts.map(readLabel).filter(Number.isFinite);
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** Tiles far below the window are not drawn before somebody scrolls to them. */
async function scrollThrough(page: Page): Promise<void> {
  const tiles = page.getByRole('group', { name: /^(Dial Gauge|Text Indicator)$/ });
  // The default dashboard has two of them already.
  await expect(tiles).toHaveCount(ADDED + 2);
  for (const tile of await tiles.all()) await tile.scrollIntoViewIfNeeded();
}

test('a new pump with 12 items is on a dashboard that reads right in fewer than 10 actions', async ({
  page,
  portal,
}) => {
  const assetId = await aNewPump(portal);
  await logIn(page, portal);
  const engineer = new Actions();
  await engineer.does(() => page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder`));
  await engineer.does(() => page.getByRole('button', { name: 'Add tile', exact: true }).click());
  await engineer.does(() => page.getByRole('menuitem', { name: 'From data items…' }).click());
  const dialog = page.getByRole('dialog', { name: 'Add tiles from data items' });
  await engineer.does(() => dialog.getByText('Dial Gauge', { exact: true }).click());
  await engineer.does(() => dialog.getByRole('button', { name: 'Check all' }).click());
  await engineer.does(() => dialog.getByRole('button', { name: 'Add 12 tiles' }).click());
  await engineer.does(() => dialog.getByRole('button', { name: 'Close', exact: true }).last().click());
  await engineer.does(() => page.keyboard.press('Control+s'));
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  expect(engineer.count).toBeLessThanOrEqual(MOST_ACTIONS);

  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await scrollThrough(page);
  const dialOf = (label: string) => page.getByRole('figure', { name: new RegExp(`^${label}: -?\\d`) }).last();
  for (const [label, [, , now]] of Object.entries(NUMBERS)) {
    await expect(dialOf(label), label).toBeVisible();
    const [min, max] = await scaleOf(dialOf(label));
    // No needle at its stop, whatever the size of the numbers.
    expect(min, label).toBeLessThan(now);
    expect(max, label).toBeGreaterThan(now);
  }
  // As the definition has them: 310 of 400 is in the high band, which is told in a word.
  await expect(dialOf('NP Discharge')).toHaveAccessibleName('NP Discharge: 310.0 psi');
  const discharge = page.getByRole('group', { name: 'Dial Gauge' }).filter({ has: dialOf('NP Discharge') });
  await expect(discharge.last()).toContainText('High');
  await expect(dialOf('NP Flow')).toHaveAccessibleName('NP Flow: 490 gpm');
  // Texts are no dials.
  for (const [label, text] of Object.entries(TEXTS)) {
    const tile = page.getByRole('group', { name: 'Text Indicator' }).filter({ hasText: label });
    await expect(tile.getByText(text)).toBeVisible();
    await expect(page.getByRole('figure', { name: new RegExp(`^${label}`) })).toHaveCount(0);
  }
  // Beneath the bar of the page a button is only half to be pressed until somebody scrolls on.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page, 'the dashboard of a new pump');
});
