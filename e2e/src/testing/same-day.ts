import { setTimeout as delay } from 'node:timers/promises';
import { test } from './journey.ts';

const DAY_MS = 86_400_000;
/** As long as a journey takes on a machine that has much else to do. */
const JOURNEY_MS = 240_000;

/** For a journey whose yesterday must stay yesterday: where the day in UTC is nearly over, it begins with the next one. */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs > JOURNEY_MS) return;
  test.setTimeout(test.info().timeout + leftMs);
  await delay(leftMs);
}
