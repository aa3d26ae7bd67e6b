import { join } from 'node:path';
import type { events, parts } from '@telltale/contract';
import { EVENT_COMPLETED } from '@telltale/contract/api/events.ts';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { planAt } from '../../../fleet/src/demo-plan.ts';
import { readCredentials } from '../../../fleet/src/fleet/credentials.ts';
import { Fleet } from '../../../fleet/src/fleet/fleet.ts';
import { fleetMembers } from '../../../fleet/src/world/fleet-members.ts';
import { roster } from '../../../fleet/src/world/roster.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { logIn, type PortalClient } from '../testing/portal-client.ts';
import { makeDemo } from './make-demo.ts';

/** A pump whose parts wear, one with its tank (which talks through the gateway), and a tank with a loose wire. */
const SOME = ['PS-1077', 'PS-1103', 'TB-2011', 'TB-2208'];
const isSome = ({ serialNumber }: { serialNumber: string }) => SOME.includes(serialNumber);
const plan = planAt(Date.now() - 7 * 86_400_000, Date.now());
const somePlan: DemoPlan = {
  ...plan,
  assets: plan.assets.filter(isSome),
  events: plan.events.filter(isSome),
  repeats: plan.repeats.filter(isSome),
  systems: [],
  jobs: [],
  assetGroups: plan.assetGroups.map((group) => ({
    ...group,
    serialNumbers: group.serialNumbers.filter((serial) => SOME.includes(serial)),
  })),
};

let portal: Portal;
let fleet: Fleet;
let operator: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ config: { mqttPort: await freePort(), demoPassword: 'seven quiet pumps' } });
  const { demoFile } = await makeDemo(portal.context, somePlan, `mqtt://127.0.0.1:${portal.mqttPort}`);
  fleet = new Fleet({
    membersOf: (bornMs) => fleetMembers(bornMs).filter(isSome),
    roster: roster.filter(isSome),
    credentials: readCredentials(demoFile),
    memory: undefined,
    memoryPath: join(portal.config.dataFolder, 'memory.json'),
    now: () => Date.now(),
    log: () => undefined,
  });
  fleet.start();
  // A week of it, which all tests begin with.
  await fleet.historySent;
  operator = await logIn(portal.url, 'operator', 'seven quiet pumps');
});
afterAll(async () => {
  await fleet.stop();
  await portal.close();
});

interface SeenItem {
  dataItemId: number;
  label: string;
  value: number | null;
  stringValue: string | null;
  timestamp: number | null;
}

async function assetId(serialNumber: string): Promise<number> {
  const { body } = await operator.get<{ assetId: number; serialNumber: string }[]>('/api/ef/assets');
  return body.find((asset) => asset.serialNumber === serialNumber)?.assetId ?? 0;
}

async function item(serialNumber: string, label: string): Promise<SeenItem | undefined> {
  const { body } = await operator.get<SeenItem[]>(`/api/ef/assets/${await assetId(serialNumber)}/dataitems`);
  return body.find((one) => one.label === label);
}

/** Times in ms at which a data item has a point, raw. */
async function timesOf(serialNumber: string, label: string, fromMs: number): Promise<number[]> {
  const dataItemId = (await item(serialNumber, label))?.dataItemId;
  const range = `startTime=${new Date(fromMs).toISOString()}&endTime=${new Date(Date.now() + 1000).toISOString()}`;
  const series = `${await assetId(serialNumber)}-${dataItemId}`;
  const { body } = await operator.get<number[][]>(
    `/api/historicaldata?columnar=true&threshold=-1&dataItems=${series}&${range}`,
  );
  return (body[0] ?? []).map((seconds) => Math.round(seconds * 1000));
}

/** What was seen when the condition held. */
async function until<T>(look: () => Promise<T>, condition: (seen: T) => boolean): Promise<T> {
  const options = { interval: 100, timeout: 25_000 };
  const { seen } = await vi.waitUntil(async () => {
    const now = await look();
    return condition(now) && { seen: now };
  }, options);
  return seen;
}

test('a pump opens with maintenance done, due soon and overdue, and with some that is asked for', async () => {
  const pump = await assetId('PS-1077');
  const grid = await operator.get<parts.PartGrid>(`/api/ef/assets/${pump}/functions/maintenance`);
  const count = (state: string) => grid.body.parts.filter((part) => part.state === state).length;
  expect([grid.status, count('unknown'), count('unrecorded')]).toEqual([200, 0, 0]);
  for (const state of ['ok', 'soon', 'overdue']) expect(count(state), state).toBeGreaterThan(0);
  const noted = await operator.get<events.AssetEventRecord[]>(`/api/events?assetId=${pump}`);
  const statuses = noted.body.map(({ status }) => status);
  const requested = 1;
  expect(statuses).toEqual(expect.arrayContaining([requested, EVENT_COMPLETED]));
});

test('history and live values are one series without a hole, across a restart of the portal', async () => {
  await until(
    () => item('PS-1103', 'Flow Rate'),
    (seen) => (seen?.timestamp ?? 0) > Date.now() - 2_500,
  );
  await portal.restart();
  const backMs = Date.now();
  await until(
    () => item('PS-1103', 'Flow Rate'),
    (seen) => (seen?.timestamp ?? 0) > backMs + 1_000,
  );
  const times = await timesOf('PS-1103', 'Flow Rate', Date.now() - 8 * 86_400_000);
  expect(times.length).toBeGreaterThan(7 * 8640);
  for (const [i, time] of times.entries()) {
    const gapMs = time - (times[i - 1] ?? time);
    expect(gapMs).toBeLessThanOrEqual(time > backMs - 60_000 ? 1_000 : 10_000);
  }
});

test('a command stops the pump, and its answer is kept', async () => {
  const command = JSON.stringify({ module: 'pump', command: 'stop' });
  const sent = await operator.post<{ commandId: number }[]>('/api/commands', [
    { assetId: await assetId('PS-1103'), commandDefinitionId: 0, command, expiration: 900 },
  ]);
  expect(sent.status).toBe(200);
  const { body } = await until(
    () => operator.get<{ state: string; answer: string }>(`/api/commands/${sent.body[0]?.commandId}`),
    (seen) => seen.body.state === 'answered',
  );
  expect(JSON.parse(body.answer)).toEqual({ success: true, message: 'Stopping.' });
  await until(
    () => item('PS-1103', 'Motor State'),
    (seen) => seen?.stringValue === 'Stopped',
  );
});

test('devices behind the gateway are known by their serial numbers, and report through it', async () => {
  const seen = await until(
    () => item('TB-2011', 'Oil Level'),
    (one) => one?.value !== null && one?.value !== undefined,
  );
  expect(seen?.value).toBeGreaterThan(0);
});
