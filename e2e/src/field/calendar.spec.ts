import type { calendar, events } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';
import { withinOneDay } from '../testing/same-day.ts';
import { anEquipment } from '../tiles/equipment.ts';

test.use({ timezoneId: 'UTC' });

/** An asset whose kind has a maintenance. */
async function anAssetToMaintain(portal: Portal, name: string) {
  const asset = await anEquipment(portal, name);
  const { assetDefinitionId } = asset;
  const kind = { assetDefinitionId, name: `Pod 1: ${name}`, category: 1, reason: '{"options": ["VT-100"]}' };
  const { eventDefinitionId } = await portal.call<events.EventDefinition>('PUT', '/api/events/definitions', kind);
  return { ...asset, eventDefinitionId, type: `Pod 1: ${name}` };
}

async function entriesOf(portal: Portal, assetId: number): Promise<calendar.MaintenanceEntry[]> {
  const span = `from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&assetId=${assetId}`;
  const path = `/api/maintenance/calendar?${span}`;
  return (await portal.call<{ entries: calendar.MaintenanceEntry[] }>('GET', path)).entries;
}

test('maintenance is planned, moved and done by keyboard alone, and dragged to another day', async ({
  page,
  portal,
}) => {
  const { assetId, type } = await anAssetToMaintain(portal, 'CALENDAR-PUMP');
  await logIn(page, portal);
  await page.goto(`${portal.url}/maintenance?day=2026-06-10&asset=${assetId}`);
  const day = (name: string) => page.getByRole('button', { name });
  const { keyboard } = page;
  await day('Wednesday 10 June 2026').focus();
  await keyboard.press('ArrowRight');
  await expect(day('Thursday 11 June 2026')).toBeFocused();
  await keyboard.press('n');
  const editor = page.getByRole('dialog', { name: 'New Maintenance' });
  await expect(editor.getByRole('combobox', { name: 'Asset' })).toBeFocused();
  // Until its asset and the types of its kind are there, the field is passed over, or has nothing to be found by letters.
  const eventType = editor.getByRole('combobox', { name: 'Event type' });
  await expect(eventType.getByRole('option', { name: type })).toBeAttached();
  await keyboard.press('Tab');
  await expect(eventType).toBeFocused();
  await keyboard.type('Pod 1');
  await expect(eventType).not.toHaveValue('');
  await keyboard.press('Tab');
  await keyboard.type('Req');
  await expect(editor.getByRole('combobox', { name: 'Status' })).toHaveValue('1');
  await expectAccessible(page, 'calendar with its editor');
  await editor.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('dialog', { name: type })).toBeVisible();
  await keyboard.press('Escape');
  const chip = (time: string, status: string) =>
    page.getByRole('button', { name: `${time} ${type} CALENDAR-PUMP, ${status}` });
  await expect(chip('08:00', 'Requested')).toBeFocused();

  await keyboard.press('Shift+ArrowRight');
  await expect(page.getByText(`${type} moved to Friday 12 June 2026`)).toBeAttached();
  await expect(day('Friday 12 June 2026, 1 maintenance')).toBeVisible();
  await expect(chip('08:00', 'Requested')).toBeFocused();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: type }).getByRole('combobox', { name: 'Status' }).focus();
  await keyboard.type('Com');
  await keyboard.press('Tab');
  await page.getByRole('dialog', { name: type }).getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(chip('08:00', 'Completed')).toBeVisible();
  await page.getByRole('dialog', { name: type }).press('Escape');

  const to = await day('Wednesday 17 June 2026').boundingBox();
  await chip('08:00', 'Completed').hover();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 30, { steps: 8 });
  await page.mouse.up();
  await expect(day('Wednesday 17 June 2026, 1 maintenance')).toBeVisible();
  await expect(page).toHaveURL(/day=2026-06-17/);
  await expect
    .poll(() => entriesOf(portal, assetId))
    .toMatchObject([{ timestamp: '2026-06-17T08:00:00.000Z', status: 3 }]);
});

test('the calendar of one asset opens from the menu of its dashboard', async ({ page, portal }) => {
  // The calendar opens with this month.
  await withinOneDay();
  const { assetId, eventDefinitionId, type } = await anAssetToMaintain(portal, 'CALENDAR-DASHBOARD');
  const event = { assetId, eventDefinitionId, timestamp: new Date().toISOString(), status: 2 };
  await portal.call('PUT', '/api/events', [event]);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Maintenance…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Maintenance of CALENDAR-DASHBOARD' });
  await dialog.getByRole('button', { name: `${type}, In Progress` }).click();
  await expect(dialog.getByRole('dialog', { name: type })).toBeVisible();
  await expectAccessible(page, 'calendar of an asset');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('dialog', { name: type })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
