import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { permissionId } from '@telltale/contract';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { systemCaller } from '#http/system-caller.ts';
import { planAt } from '../../../fleet/src/demo-plan.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { logIn } from '../testing/portal-client.ts';
import { TestClock } from '../testing/test-clock.ts';
import { type Demo, makeDemo } from './make-demo.ts';

const MQTT_URL = 'mqtt://127.0.0.1:1883';
const DEMO_PASSWORD = 'seven quiet pumps';
const DAY_MS = 86_400_000;
const nowMs = new TestClock().now();
const plan = planAt(nowMs - 7 * DAY_MS, nowMs);
const RIGS = ['SU-4104', 'SU-4211', 'SU-4307'];

let portal: Portal;

async function open(demoPassword: string | undefined = DEMO_PASSWORD): Promise<void> {
  portal = await startPortal({ config: { demoPassword } });
}
const make = (changed: Partial<DemoPlan> = {}): Promise<Demo> =>
  makeDemo(portal.context, { ...plan, ...changed }, MQTT_URL);
const demoFile = async () => JSON.parse(await readFile(join(portal.config.dataFolder, 'demo-fleet.json'), 'utf8'));
const journal = () => portal.context.db.selectFrom('journal').selectAll().execute();

beforeEach(() => open());
afterEach(() => portal.close());

test('an account of the same name that is not the demonstration’s is refused and keeps its password', async () => {
  await portal.aUser({ username: 'operator' });
  await expect(make()).rejects.toMatchObject({ status: 409 });
  expect((await (await portal.as('operator')).get('/api/ef/auth/login')).status).toBe(200);
});

test('a password that is too weak is refused with a text', async () => {
  await portal.close();
  await open('secret');
  await expect(make()).rejects.toMatchObject({ status: 400 });
});

test('view-only sees the devices with their dashboards and the jobs of the rigs, and may change nothing', async () => {
  await make();
  const visitor = await logIn(portal.url, 'view-only', DEMO_PASSWORD);
  const assets = await visitor.get<{ assetId: number; assetAlias: string }[]>('/api/ef/assets');
  expect(assets.body).toHaveLength(plan.assets.length + plan.jobs.length);
  const { assetId = 0 } = assets.body[0] ?? {};
  const dashboards = await visitor.get<{ config: string; assetDefinitionId: number }[]>(
    `/api/ef/assets/${assetId}/dashboards`,
  );
  expect(dashboards.body).toHaveLength(1);
  const dashboard = { dashboardId: 0, assetDefinitionId: dashboards.body[0]?.assetDefinitionId, config: '{}' };
  expect((await visitor.post('/api/dashboards', dashboard)).status).toBe(403);
  const attribute = { attributeName: 'Station', attributeValue: 'x' };
  expect((await visitor.put(`/api/assets/${assetId}/attributes`, attribute)).status).toBe(403);
  expect((await visitor.post('/api/tokens', { name: 'mine' })).status).toBe(403);
});

test('operator edits dashboards and attributes, and administers nothing', async () => {
  await make();
  const operator = await logIn(portal.url, 'operator', DEMO_PASSWORD);
  const assets = await operator.get<{ assetId: number; assetDefinitionId: number }[]>('/api/ef/assets');
  const { assetId = 0, assetDefinitionId = 0 } = assets.body[0] ?? {};
  const dashboard = { dashboardId: 0, dashboardName: 'Mine', assetDefinitionId, config: '{}' };
  expect((await operator.post('/api/dashboards', dashboard)).status).toBe(200);
  const attribute = { attributeName: 'Station', attributeValue: 'x' };
  expect((await operator.put(`/api/assets/${assetId}/attributes`, attribute)).status).toBe(200);
  expect((await operator.post(`/api/assets/${assetId}/token`, {})).status).toBe(403);
  expect((await operator.get('/api/journal')).status).toBe(403);
  const held = await operator.get<{ permissions: { permissionId: number }[] }>('/api/ef/auth/login');
  const ids = held.body.permissions.map((one) => one.permissionId);
  expect(ids).not.toContain(1);
  expect(ids).toContain(permissionId('Commands', 'Create'));
});

test('dashboards are stored with the ids of the data items that they show', async () => {
  await make();
  const { context } = portal;
  for (const definition of await context.definitionService.list()) {
    const items = await context.dataItemService.list(systemCaller, definition.assetDefinitionId);
    const ids = new Set<number>(items.map((item) => item.dataItemId));
    const [assetId] = (await new AssetRepository(context.db).list())
      .filter((asset) => asset.assetDefinitionId === definition.assetDefinitionId)
      .map((asset) => asset.assetId);
    if (assetId === undefined) throw new Error('each definition has an asset');
    const [dashboard] = await context.dashboardService.listOfAsset(systemCaller, assetId);
    const shown: unknown[] = [];
    JSON.parse(dashboard?.config ?? '', (key, value) => {
      if (key === 'dataItem') shown.push(value);
      return value;
    });
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.every((id) => typeof id === 'number' && ids.has(id))).toBe(true);
  }
});

test('the definition of the snubbing units has the id that the job wizard knows', async () => {
  await make();
  const first = (await portal.context.definitionService.list()).find((one) => one.assetDefinitionId === 1);
  expect(first?.alias).toBe('Snubbing unit');
});

test('the tokens work, and are kept where only the owner of the data folder reads them', async () => {
  const { demoFile: path } = await make();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { devices, gateways, mqttUrl } = await demoFile();
  expect(mqttUrl).toBe(MQTT_URL);
  expect(Object.keys(devices)).toHaveLength(14);
  expect(Object.keys(gateways)).toEqual(plan.gateways);
  const telemetry = { ts: portal.clock.now(), values: { Vibration: 2.5 } };
  const path1042 = `/api/v1/${devices['PS-1042']}/telemetry`;
  expect((await portal.anonymous.post(path1042, telemetry)).status).toBe(200);
});

test('a second start changes nothing', async () => {
  const first = await make();
  const file = await demoFile();
  const before = await journal();
  expect(await make()).toEqual(first);
  expect(await demoFile()).toEqual(file);
  expect(await journal()).toEqual(before);
});

test('without a set password one is made up, kept and told again', async () => {
  await portal.close();
  portal = await startPortal();
  const first = await make();
  const password = first.accounts[0]?.password ?? '';
  expect(password.length).toBeGreaterThanOrEqual(14);
  expect((await make()).accounts).toEqual(first.accounts);
  await logIn(portal.url, 'operator', password);
});

test('another password than last time is set, and ends the sessions of the old one', async () => {
  await make();
  const old = await logIn(portal.url, 'operator', DEMO_PASSWORD);
  portal.config.demoPassword = 'nine louder pumps';
  await make();
  expect((await old.get('/api/ef/assets')).status).toBe(401);
  await logIn(portal.url, 'operator', 'nine louder pumps');
});

test('a token that was changed in the portal, or whose file was lost, is made anew', async () => {
  await make();
  const before = await demoFile();
  const asset = (await new AssetRepository(portal.context.db).list()).find((one) => one.serialNumber === 'PS-1042');
  if (!asset) throw new Error('the plan has PS-1042');
  await portal.context.assetService.regenerateToken(systemCaller, asset.assetId);
  await make();
  const after = await demoFile();
  expect(after.devices['PS-1042']).not.toBe(before.devices['PS-1042']);
  expect(after.devices['PS-1077']).toBe(before.devices['PS-1077']);
});

test('a dashboard that a visitor saved stays; one that nobody touched follows the plan', async () => {
  await make();
  const { context } = portal;
  const assets = await new AssetRepository(context.db).list();
  const dashboardOf = async (serialNumber: string) => {
    const asset = assets.find((one) => one.serialNumber === serialNumber);
    if (!asset) throw new Error(`the plan has ${serialNumber}`);
    const [dashboard] = await context.dashboardService.listOfAsset(systemCaller, asset.assetId);
    if (!dashboard) throw new Error(`${serialNumber} has a dashboard`);
    return dashboard;
  };
  const touched = await dashboardOf('PS-1042');
  const operator = await logIn(portal.url, 'operator', DEMO_PASSWORD);
  const mine = { ...touched, config: JSON.stringify({ tabs: [], tiles: {}, layouts: {} }) };
  expect((await operator.post('/api/dashboards', mine)).status).toBe(200);
  const definitions = plan.definitions.map((definition) => ({
    ...definition,
    dashboards: definition.dashboards.map((dashboard) => ({
      ...dashboard,
      document: { ...dashboard.document, tabs: dashboard.document.tabs.slice(0, 1) },
    })),
  }));
  await make({ definitions });
  expect((await dashboardOf('PS-1042')).config).toBe(mine.config);
  expect(JSON.parse((await dashboardOf('TB-2034')).config).tabs).toHaveLength(1);
});

test('alarms, events and systems are there once, however often the demonstration is made', async () => {
  await make();
  const visitor = await logIn(portal.url, 'view-only', DEMO_PASSWORD);
  const count = async () => {
    const assets = (
      await visitor.get<{ assetId: number; serialNumber: string; assetDefinitionId: number }[]>('/api/ef/assets')
    ).body;
    const station = assets.find(({ serialNumber }) => serialNumber === 'SS-3001');
    const pump = assets.find(({ serialNumber }) => serialNumber === 'PS-1077');
    const alarms = await visitor.get<{ alarmDefinitionId: number; name: string }[]>(
      `/api/assetDefinitions/${station?.assetDefinitionId}/alarmdefinitions`,
    );
    const events = await visitor.get<unknown[]>(`/api/events?assetId=${pump?.assetId}&category=1`);
    const systems = await visitor.get<{ name: string; currentSlotAssignments: unknown[] }[]>('/api/ef/systems');
    expect(alarms.body.find(({ name }) => name === 'Local event')?.alarmDefinitionId).toBe(2);
    expect(systems.body.map((system) => [system.name, system.currentSlotAssignments.length])).toEqual([
      ['Pecos 12', 2],
      ['Stanton A', 2],
    ]);
    return [alarms.body.length, events.body.length];
  };
  const before = await count();
  // Two records of its strainer and when that is due next, and one record for each of its 51 parts.
  expect(before).toEqual([3, 54]);
  await make();
  expect(await count()).toEqual(before);
});

test('what comes again by a counter stands on the calendar, once', async () => {
  await make();
  await make();
  const visitor = await logIn(portal.url, 'view-only', DEMO_PASSWORD);
  const [from, to] = [nowMs - DAY_MS, nowMs + 30 * DAY_MS].map((timeMs) => new Date(timeMs).toISOString());
  const path = `/api/maintenance/calendar?from=${from}&to=${to}`;
  const { entries } = (await visitor.get<{ entries: { type: string; repeat: { counter?: string } | null }[] }>(path))
    .body;
  const byCounter = entries.filter(({ repeat }) => repeat?.counter !== undefined);
  expect(byCounter.map(({ type, repeat }) => `${type} by ${repeat?.counter}`).sort()).toEqual([
    'Pod 1 - Plunger by Stroke Counts',
    'Pod 2 - Soft Packing by Pump Hours',
    ...Array.from({ length: 4 }, () => 'Suction strainer cleaned by Run Hours'),
  ]);
});

test('each rig is on a job and has one before it that is closed, which the next start goes on from', async () => {
  await make();
  const operator = await logIn(portal.url, 'operator', DEMO_PASSWORD);
  type SeenJob = { assetId: number; jobSerialNumber: string; startTime: string; closedAt: string | null };
  const jobs = async () => (await operator.get<{ jobs: SeenJob[] }>('/api/ef/jobs')).body.jobs;
  const assets = (await operator.get<{ assetId: number; serialNumber: string }[]>('/api/ef/assets')).body;
  const attributesOf = async (assetId: number | undefined) => {
    const { body } = await operator.get<{ attributeName: string; attributeValue: string }[]>(
      `/api/assets/${assetId}/attributes`,
    );
    return new Map(body.map(({ attributeName, attributeValue }) => [attributeName, attributeValue]));
  };
  const before = await jobs();
  for (const serialNumber of RIGS) {
    const assetId = assets.find((asset) => asset.serialNumber === serialNumber)?.assetId;
    const ofRig = before.filter((job) => job.assetId === assetId);
    const [open, ...others] = ofRig.filter(({ closedAt }) => closedAt === null);
    expect(others).toEqual([]);
    const closed = ofRig.filter(({ closedAt }) => closedAt !== null);
    expect(closed.length, serialNumber).toBeGreaterThan(0);
    expect(Math.max(...closed.map(({ closedAt }) => Date.parse(closedAt ?? '')))).toBe(
      Date.parse(open?.startTime ?? ''),
    );
    // The asset of the job, as the wizard makes it, and what the report reads of the rig.
    const asset = assets.find((one) => one.serialNumber === open?.jobSerialNumber);
    const [ofJob, rig] = [await attributesOf(asset?.assetId), await attributesOf(assetId)];
    expect(rig.get('JobSerialNumber')).toBe(open?.jobSerialNumber);
    expect(rig.get('Projection-Surface Torque (ft-lbs)')).toBe(ofJob.get('Projection-Surface Torque (ft-lbs)'));
  }
  const later = planAt(nowMs - 7 * DAY_MS, nowMs + 5 * DAY_MS);
  await make({ jobs: later.jobs });
  const after = await jobs();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.filter(({ closedAt }) => closedAt === null)).toHaveLength(RIGS.length);
});

test('the record of the fictitious hand is for operators alone', async () => {
  await make();
  const readBy = async (username: string) => {
    const client = await logIn(portal.url, username, DEMO_PASSWORD);
    const assets = (await client.get<{ assetId: number; serialNumber: string }[]>('/api/ef/assets')).body;
    const rig = assets.find(({ serialNumber }) => serialNumber === 'SU-4104');
    expect(JSON.stringify(assets)).not.toContain('fictitious');
    return client.get<{ info: string }>(`/api/ef/assets/${rig?.assetId}/patientinfo`);
  };
  expect(JSON.parse((await readBy('operator')).body.info)).toMatchObject({
    contact: { name: 'Sam Example (fictitious)' },
    allergens: { drug: ['Penicillin'] },
  });
  expect((await readBy('view-only')).status).toBe(403);
});
