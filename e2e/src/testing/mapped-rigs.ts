import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import type { Place } from './fingers.ts';
import { expect } from './journey.ts';
import type { Portal } from './portal.ts';

const HOUR_MS = 3_600_000;
/** Two degrees of the equator each time. */
const WAY = [
  [20, -24],
  [10, -22],
  [2, -20],
] as const;
/** So far from the markers is what is drawn around them, pixels. */
const AROUND_PX = 26;

/** Puts an asset where it is from now on. */
export const placeAsset = (portal: Portal, assetId: number, latitude: number, longitude: number) =>
  portal.call('POST', `/api/assets/${assetId}/coordinates`, { latitude, longitude });

/**
 * Two assets near each other and a third one far from them, `NAME-1` to `NAME-3`, all within the width of a phone. The first one
 * has driven east within the last day, 138 miles each time.
 */
export async function mappedRigs(portal: Portal, name: string, definition: string): Promise<void> {
  const { assetId, accessToken } = await portal.anAsset(`${name}-1`, definition);
  const device = await portal.aDevice(accessToken);
  const way = WAY.map(([hoursAgo, longitude]) => ({
    ts: Date.now() - hoursAgo * HOUR_MS,
    values: { latitude: 0, longitude },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(way), { qos: 1 });
  await device.endAsync();
  const near = await portal.anAsset(`${name}-2`, definition);
  await placeAsset(portal, near.assetId, 6, -14);
  const far = await portal.anAsset(`${name}-3`, definition);
  await placeAsset(portal, far.assetId, 0, 20);
  const longitudeNow = async () =>
    (await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`)).currentCoordinates?.longitude;
  await expect.poll(longitudeNow, { timeout: 15_000 }).toBe(-20);
}

/** The four corners, on the screen, of what is drawn around markers and nothing else. */
export async function cornersAround(page: Page, names: readonly string[]): Promise<Place[]> {
  const boxes = [];
  for (const name of names) {
    const marker = page.getByRole('button', { name: new RegExp(`^${name},`) });
    // A map whose size has just changed is still moving them.
    await marker.click({ trial: true });
    const box = await marker.boundingBox();
    if (box !== null) boxes.push(box);
  }
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return [
    { x: left - AROUND_PX, y: top - AROUND_PX },
    { x: right + AROUND_PX, y: top - AROUND_PX },
    { x: right + AROUND_PX, y: bottom + AROUND_PX },
    { x: left - AROUND_PX, y: bottom + AROUND_PX },
  ];
}
