import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { assets } from '@telltale/contract';
import { DESK, EVERY_LOOK, type Look, lookName, openBrowser, openLook, readSitting } from './guide-browser.ts';
import { PATIENT } from './patient.ts';
import { openPortal } from './portal-client.ts';

/*
 * Makes docs/images/field/patient.png, the picture of a patient's information in docs/guide/field-operations.md:
 * `npm run demo` in one terminal, then `node e2e/src/guide/patient-screens.ts http://localhost:8080 admin PASSWORD`. What it
 * writes about a patient it takes away again. With a folder behind it, that gets the same in every theme and width instead.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/field');

const sitting = readSitting();
const [folder] = sitting.rest;
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const [asset] = await client.call<assets.Asset[]>('/api/ef/assets');
if (asset === undefined) throw new Error('The portal has no asset.');
const attribute = { attributeName: 'PatientInfo', attributeValue: JSON.stringify(PATIENT) };
await client.call(`/api/assets/${asset.assetId}/attributes`, 'POST', attribute);
const browser = await openBrowser();

async function take(look: Look, isEditing: boolean, path: string): Promise<void> {
  const page = await openLook(browser, sitting, look);
  await page.goto(`${sitting.base}/assets?panel=${asset?.assetId}&panelTab=patient`);
  const medicines = page.getByRole('region', { name: 'Medications' });
  await medicines.waitFor();
  if (isEditing) {
    await page.getByRole('switch', { name: 'Edit Mode' }).press('Space');
    await page.getByRole('combobox', { name: 'Conditions' }).fill('diab');
    await page.getByRole('option', { name: 'Diabetes, type 2' }).waitFor();
  }
  await page.getByRole('dialog').screenshot({ path, animations: 'disabled' });
  await page.context().close();
}

try {
  await mkdir(folder ?? OUT, { recursive: true });
  if (folder === undefined) await take({ viewport: DESK, theme: 'light' }, true, resolve(OUT, 'patient.png'));
  else {
    for (const look of EVERY_LOOK) {
      await take(look, false, resolve(folder, `read-${lookName(look)}.png`));
      await take(look, true, resolve(folder, `edit-${lookName(look)}.png`));
    }
  }
} finally {
  await browser.close();
  await client.call(`/api/assets/${asset.assetId}/attributes/PatientInfo`, 'DELETE');
}
