import { expectAccessible } from '../testing/accessible.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import { aFloodedCrew } from './flooded-crew.ts';

test('an operator meets a flood as one line, looks into it and acknowledges it, by keyboard', async ({
  page,
  portal,
}) => {
  const { username, password } = await aFloodedCrew(portal, 'SURGE');
  await logInByForm(page, portal, username, password);
  await page.goto(`${portal.url}/alarms`);
  const grid = page.getByRole('grid', { name: 'Alarms' });
  const flood = grid.getByRole('row', { name: /Flood: 14 alarms since .*first out: SURGE-/ });
  await expect(flood).toBeVisible();
  await expect(page.getByText('14 listed')).toBeVisible();
  await expect(page.getByRole('button', { name: /14 of 14 open alarms not acknowledged/ })).toBeVisible();
  await expectAccessible(page, 'a flood');

  await flood.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/opened=\d+/);
  await expect(grid.getByText('First out', { exact: true })).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(16);
  await expect(flood).toBeFocused();
  await expect(grid.getByText(/after the first out, same alarm on another asset/).first()).toBeVisible();
  await expectAccessible(page, 'a flood that is opened');
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(grid.getByText('First out', { exact: true })).toBeVisible();
    await expectAccessible(page, `a flood that is opened, at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1280, height: 844 });

  await page.keyboard.press('ArrowLeft');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await flood.focus();
  await page.keyboard.press('a');
  await expect(page.getByText('14 alarms acknowledged.')).toBeVisible();
  await expect(flood).toContainText('all acknowledged');

  await page.getByRole('button', { name: 'Collapse floods' }).click();
  await expect(grid.getByRole('row')).toHaveCount(15);
  await page.goto(`${portal.url}/alarms`);
  await expect(grid.getByRole('row')).toHaveCount(15);

  await page.goto(`${portal.url}/alarms/health?span=1d`);
  const floods = page.getByRole('region', { name: 'Floods' });
  await expect(floods.getByRole('row', { name: /goes on 14 8 SURGE-/ })).toBeVisible();
  await expectAccessible(page, 'floods of a day');
});
