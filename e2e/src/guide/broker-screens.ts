import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Mosquitto } from '../../../apps/server/src/testing/mosquitto.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { Portal } from '../testing/portal.ts';
import { DESK, EVERY_LOOK, lookName, openBrowser, openOwnLook } from './guide-browser.ts';

/*
 * Makes docs/images/broker/rules.png for docs/guide/broker.md: `node e2e/src/guide/broker-screens.ts`. Portal and broker are its own. With a
 * folder as its argument it puts the screen there instead, in every theme and at three widths.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/broker');
const [folder] = process.argv.slice(2);
const RULES = [
  {
    name: 'Pumps',
    topic: 'plant/{line}/pumps/{serial}/state',
    serialNumber: '{serial}',
    definition: 'Pump',
    values: [
      { path: '$.pressure', label: 'Pressure', unit: 'bar' },
      { path: '$.flow', label: 'Flow', unit: 'm³/h' },
      { path: '$.running', label: 'Running' },
    ],
    time: { source: '$.ts', format: 's' },
  },
];

const broker = await Mosquitto.start();
const home = await mkdtemp(join(tmpdir(), 'telltale-pictures-'));
const config = join(home, 'config');
await mkdir(config);
await writeFile(join(config, 'broker.json'), JSON.stringify({ rules: RULES }));
process.env.TELLTALE_BROKER_URL = broker.url;
const portal = new Portal(home, await freePort(), await freePort(), config);
await portal.start();
const plant = await broker.client();
const browser = await openBrowser();
try {
  const looks = folder === undefined ? [{ viewport: DESK, theme: 'dark' } as const] : EVERY_LOOK;
  for (const look of looks) {
    const page = await openOwnLook(browser, portal, look);
    await page.goto(`${portal.url}/broker?filter=plant/%23`);
    await page
      .getByText('Nothing has come yet.')
      .or(page.getByRole('list', { name: 'Messages' }))
      .first()
      .waitFor();
    for (const [n, serial] of ['P-101', 'P-102', 'P-101'].entries()) {
      const ts = Math.floor(Date.now() / 1_000) - 3 + n;
      const state = { ts, pressure: 4.2 + n / 10, flow: 118 + n, running: true };
      await plant.publishAsync(`plant/north/pumps/${serial}/state`, JSON.stringify(state), { qos: 1 });
    }
    await plant.publishAsync('plant/north/pumps/P-103/state', '{"pressure": 3.9}', { qos: 1 });
    await plant.publishAsync('plant/north/tanks/T-7/level', '62.5', { qos: 1 });
    await page.getByText('plant/north/tanks/T-7/level').first().waitFor();
    const path = folder === undefined ? join(OUT, 'rules.png') : join(folder, `broker-${lookName(look)}.png`);
    await page.screenshot({ path, fullPage: folder !== undefined });
    await page.context().close();
  }
} finally {
  await browser.close();
  await portal.stop();
  await broker.stop();
  await rm(home, { recursive: true, force: true });
}
