import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { TEST_PASSWORD } from '@telltale/server/testing/portal.ts';
import type { PortalClient } from '@telltale/server/testing/portal-client.ts';
import { findChromium } from '../../../e2e/src/chromium.ts';
import type { Node } from '../../../scale/src/node.ts';
import { TwoNodes } from '../../../scale/src/two-nodes.ts';
import { logIn, measureLatency } from '../browser/page-measures.ts';
import { oneIndicator, watchAsset } from '../browser/watched-asset.ts';
import type { LoadOrder, LoadReport } from '../ingest/device-load.ts';

const SAMPLES = 100;
const EVERY_MS = 200;
const LOOK_MS = 50;
const ASKED_AT_ONCE = 4;
const viewport = { width: 1440, height: 1000 };
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export interface NodeMeasures {
  /** Acknowledged a second by two nodes, and by one alone; a round each. */
  twoNodes: readonly number[];
  oneNode: readonly number[];
  /** From a device's publish at one node until a browser at the other has painted it, ms, sorted. */
  paintedMs: readonly number[];
  /** From the kill of a node until what all its assets have sent since is shown by the other, ms; a round each. */
  takeoverMs: readonly number[];
}

interface LoadedAsset {
  assetId: number;
  accessToken: string;
}

/**
 * Two nodes with servers of their own, on the cores on which all of it runs: three of NATS, PostgreSQL, ClickHouse. And one
 * node, with new servers. Nodes run for months, so each first has the load for as long as it is measured: a process
 * that has just started takes half as much time again for the same. They take turns in
 * being first, since the machine is not always as fast.
 */
export async function measureNodes(devices: number, seconds: number, rounds: number): Promise<NodeMeasures> {
  const twoNodes: number[] = [];
  const oneNode: number[] = [];
  const takeoverMs: number[] = [];
  let paintedMs: readonly number[] = [];
  const measureTwo = () =>
    withAssets(devices, async (portal, assets) => {
      if (paintedMs.length === 0) paintedMs = await measurePainted(portal);
      await loadBoth(portal, assets, seconds);
      await portal.isWell();
      twoNodes.push(await loadBoth(portal, assets, seconds));
      await portal.isWell();
      takeoverMs.push(await measureTakeover(portal, assets));
    });
  const measureOne = () =>
    withAssets(devices, async (portal, assets) => {
      await portal.two.end('SIGTERM');
      await load(portal.one, assets, seconds);
      await portal.isWell([portal.one]);
      oneNode.push(await load(portal.one, assets, seconds));
    });
  for (let round = 0; round < rounds; round++) {
    for (const measure of round % 2 === 0 ? [measureTwo, measureOne] : [measureOne, measureTwo]) await measure();
  }
  return { twoNodes, oneNode, paintedMs, takeoverMs };
}

async function withAssets(
  devices: number,
  measure: (portal: TwoNodes, assets: readonly LoadedAsset[]) => Promise<void>,
): Promise<void> {
  const portal = await TwoNodes.start({ NODE_OPTIONS: '--max-semi-space-size=32' });
  try {
    const definition = await portal.aDefinition('Pump station');
    const assets: LoadedAsset[] = [];
    for (let n = 0; n < devices; n++) assets.push(await portal.anAsset(definition));
    await measure(portal, assets);
  } finally {
    await portal.close();
  }
}

async function loadBoth({ one, two }: TwoNodes, assets: readonly LoadedAsset[], seconds: number): Promise<number> {
  const half = assets.length / 2;
  const rates = await Promise.all([load(one, assets.slice(0, half), seconds), load(two, assets.slice(half), seconds)]);
  return rates[0] + rates[1];
}

/** As many messages as are acknowledged; a second. */
async function load({ mqttPort }: Node, assets: readonly LoadedAsset[], seconds: number): Promise<number> {
  const process = fork(fileURLToPath(new URL('../ingest/device-load.ts', import.meta.url)));
  const tokens = assets.map(({ accessToken }) => accessToken);
  const order: LoadOrder = {
    ...{ port: mqttPort, devices: assets.length, tokens },
    ...{ messagesPerSecond: 0, window: 10, seconds },
  };
  process.send(order);
  const [report] = (await once(process, 'message')) as [LoadReport];
  process.disconnect();
  return report.acknowledged / report.seconds;
}

async function measurePainted({ one, two, admin }: TwoNodes): Promise<number[]> {
  const call = async <Reply>(method: string, path: string, body?: unknown) => {
    const reply = await admin.send<Reply>(path, { method, ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  const asset = await watchAsset({ call, mqttPort: one.mqttPort }, 'ONE', oneIndicator);
  const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
  try {
    const page = await browser.newPage({ viewport });
    await logIn(page, two.url, TEST_PASSWORD);
    await page.goto(`${two.url}/assets/${asset.assetId}/dashboard`);
    await page.locator('[role="group"][aria-label]').first().waitFor();
    await pause(2_000);
    return await measureLatency(page, asset, EVERY_MS, SAMPLES);
  } finally {
    await browser.close();
    await asset.device.endAsync();
  }
}

async function measureTakeover({ one, two, admin }: TwoNodes, assets: readonly LoadedAsset[]): Promise<number> {
  const sent = Date.now() % 1_000_000;
  await two.end('SIGKILL');
  const begunMs = performance.now();
  await Promise.all(
    assets.map(async ({ accessToken }) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ Taken: sent });
      const address = `${one.url}/api/v1/${accessToken}/telemetry`;
      while (!(await fetch(address, { method: 'POST', headers, body })).ok) await pause(LOOK_MS);
    }),
  );
  // Asked for one after the other, the last of them would be seen long after it is shown.
  const unseen = [...assets];
  const seeAll = async () => {
    for (let asset = unseen.pop(); asset; asset = unseen.pop()) {
      while (!(await shows(admin, asset.assetId, sent))) await pause(LOOK_MS);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, seeAll));
  return performance.now() - begunMs;
}

async function shows(admin: PortalClient, assetId: number, sent: number): Promise<boolean> {
  const { body } = await admin.get<{ label: string; value: unknown }[]>(`/api/ef/assets/${assetId}/dataitems`);
  return body.some(({ label, value }) => label === 'Taken' && Number(value) === sent);
}
