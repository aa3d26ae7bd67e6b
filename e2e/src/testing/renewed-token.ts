import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';
import type { Portal } from './portal.ts';

/** The access token that the panel of an asset shows this once. */
export async function shownToken(panel: Locator): Promise<string> {
  await expect(panel.getByText('shown this once')).toBeVisible();
  return panel.locator('code').innerText();
}

/** Holds a portal to knowing a device by its new token, and by the one before no more. */
export async function expectRenewed(portal: Portal, before: string, renewed: string): Promise<void> {
  await expect(portal.aDevice(before)).rejects.toThrow(/refused/);
  await (await portal.aDevice(renewed)).endAsync();
}
