/** A dashboard by its address; a chart of many points under the hand, and a dashboard of a hundred tiles: how soon it is complete, how busy it is. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { printCharts } from './browser/print-charts.ts';
import { printOpening } from './browser/print-opening.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const portal = await PortalProcess.create();
await portal.start();
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
await printOpening(browser, portal);
await printCharts(browser, portal);
await browser.close();
await portal.remove();
