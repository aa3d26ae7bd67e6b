import {
  alerts,
  type Call,
  callTable,
  definitions,
  firstHour,
  itemDisplays,
  measurements,
  operations,
  outsideBroker,
  permissionCatalogue,
  portalStatus,
  jobs as rigJobs,
  schedule,
  systems,
} from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyRecord } from './every-record.ts';
import { type Portal, startPortal } from './portal.ts';
import { buildTwoUnits, type TwoUnits } from './two-units.ts';

/** Guarantee B4: whoever is not of unit B never receives a byte of it, whatever id is asked for. */
const reads = callTable.filter(
  ({ call }) => call.method === 'GET' && call.access.kind === 'permission' && !call.changesState,
);

/** The portal's own, for who administers its first unit. */
const OF_FIRST_UNIT = new Set<Call>([
  operations.getFrameSites,
  portalStatus.getStatus,
  alerts.getTextGateway,
  firstHour.getFirstHour,
  firstHour.getMailServer,
  outsideBroker.getOutsideBroker,
] as Call[]);

let portal: Portal;
let world: TwoUnits;
let ofA: Record<string, number | string>;
let ofB: Record<string, number | string>;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  // Every permission there is but AdminModify: only the scope keeps this user out.
  const permissions = permissionCatalogue.map((permission) => permission.permissionId).filter((id) => id !== 1);
  await portal.aUser({ username: 'allA', permissions, assetGroups: [world.groupA] });
  ofA = { ...(await everyRecord(portal, 'root', world.a1, 'own')), ...world.opA, assetGroupId: world.groupA };
  ofB = {
    ...(await everyRecord(portal, 'adminB', world.b1, world.canary)),
    ...world.opB,
    assetGroupId: world.groupB,
  };
  ofB.jobId = await anExport('adminB', ofB);
  const told = { severityMin: 5, severityMax: 10, status: 'open', online: false, offline: false };
  await portal.context.ownership.alerts.save(systemCaller, [
    { ...told, userGroupId: world.opA.userGroupId, assetGroupId: world.groupA },
    { ...told, userGroupId: world.opB.userGroupId, assetGroupId: world.groupB },
  ]);
  ofA.rigJobId = await aRigJob('root', ofA, 'own');
  ofB.rigJobId = await aRigJob('adminB', ofB, world.canary);
});
afterAll(() => portal.close());

/** A job of this name that a rig is on. */
async function aRigJob(username: string, { assetId }: typeof ofB, name: string): Promise<number> {
  const client = await portal.as(username);
  const { serialNumber } = (await client.get<{ serialNumber: string }>(`/api/assets/${assetId}`)).body;
  const job = { attributeName: 'JobSerialNumber', attributeValue: `job of ${name}` };
  await client.post(`/api/serialNumber/${encodeURIComponent(serialNumber)}/attributes`, [job]);
  const { body } = await client.get<{ jobs: { jobId: number }[] }>(`/api/ef/jobs?assetId=${assetId}`);
  return body.jobs[0]?.jobId ?? 0;
}

/** A ready export, which its owner alone may fetch. */
async function anExport(username: string, { assetId, dataItemId }: typeof ofB): Promise<string> {
  const client = await portal.as(username);
  const { body } = await client.post<{ jobId: string; path: string }>('/api/HistoricalDataItems', {
    DataItems: [{ assetId, dataItemId }],
    StartTime: '2020-01-01T00:00:00Z',
    EndTime: '2030-01-01T00:00:00Z',
    Format: { Type: 'csv' },
    OutputSettings: { Filename: world.canary },
  });
  await vi.waitUntil(async () => (await client.get(body.path)).status === 200, { timeout: 60_000 });
  return body.jobId;
}

function urlOf(call: Call, all: Record<string, number | string>): string {
  // Of the files that there are, these calls are about the measurement file; and of the jobs this one is about a rig's.
  const ids = call.path.includes('/tdms')
    ? { ...all, fileId: all.recordingId ?? '1' }
    : call === rigJobs.getJob
      ? { ...all, jobId: all.rigJobId ?? '' }
      : all;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(ids[name] ?? '1')));
  const query = {
    at: new Date(Date.now() + 1_000).toISOString(),
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
    step: '1000',
    // Of one asset that its path names, items go by their ids alone.
    dataItems: call === itemDisplays.listRecordedRanges ? String(ids.dataItemId) : `${ids.assetId}-${ids.dataItemId}`,
    // A schedule spans no more than some hundred days.
    startTime: call === schedule.getSchedule ? new Date(Date.now() - 60_000).toISOString() : '1970-01-01T00:00:00Z',
    endTime: call === schedule.getSchedule ? new Date(Date.now() + 1_000).toISOString() : '2100-01-01T00:00:00Z',
    before: '2100-01-01T00:00:00Z',
    text: 'a',
    ...(call === measurements.exportRecordingChannels ? { type: 'csv', channels: '0' } : {}),
    assetId: String(ids.assetId),
    assetDefinitionId: String(ids.assetDefinitionId),
  };
  const known = Object.keys(call.query && 'shape' in call.query ? (call.query.shape as object) : {});
  const asked = Object.entries(query).filter(([name]) => known.includes(name));
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}

describe.each(reads.map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call })))('$name', ({ call }) => {
  const hasId = /\{\w+Id\}/.test(call.path);
  // The name of a definition is for every holder of its permission (spec 3 §13).
  const tellsNames = [
    definitions.listAssetDefinitions,
    definitions.getAssetDefinition,
    systems.listSystemDefinitions,
    systems.getSystemDefinition,
  ].includes(call as never);

  // How much hangs on a definition is told like in the refusal to delete it: in numbers.
  const tellsCounts = [definitions.getAssetDefinitionUses, systems.getSystemDefinitionUses].includes(call as never);

  it.each(['allA', 'opA', 'viewA', 'nobody'])('shows %s nothing of the other unit', async (username) => {
    const client = await portal.as(username);
    const mixed = { ...ofA, dataItemId: `${ofA.dataItemId},${ofB.assetId}-${ofB.dataItemId}` };
    for (const ids of [ofA, ofB, mixed, { ...ofA, dataItemId: ofB.dataItemId ?? 0 }]) {
      const reply = await client.get(urlOf(call, ids));
      expect(reply.status).toBeLessThan(500);
      if (tellsNames && username === 'allA') continue;
      expect(reply.text).not.toContain(world.canary);
      if (tellsCounts && username === 'allA') continue;
      if (ids === ofB && hasId) expect([400, 403, 404]).toContain(reply.status);
    }
  });

  it.runIf(hasId)('refuses ids that are none', async () => {
    const client = await portal.as('allA');
    for (const wrong of [
      '0',
      '-1',
      '1e3',
      '1,2',
      '0x1',
      `${2 ** 31}`,
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      "1' OR 1=1--",
      '%00',
    ]) {
      const ids = Object.fromEntries(Object.keys(ofA).map((name) => [name, wrong]));
      const reply = await client.get(urlOf(call, { ...ids, dataItemId: wrong }));
      expect([400, 403, 404]).toContain(reply.status);
      expect(reply.text).not.toContain(world.canary);
    }
  });

  it('shows the other unit to its own administrator', async () => {
    const client = await portal.as('adminB');
    const isOfFirstUnit = OF_FIRST_UNIT.has(call);
    const { status } = await client.get(urlOf(call, ofB));
    if (isOfFirstUnit) expect(status).toBe(403);
    else expect(status).toBeLessThan(300);
    expect((await client.get(urlOf(call, { ...ofA }))).text).not.toContain('Pump A1');
  });
});
