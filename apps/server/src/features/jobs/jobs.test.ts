import { type assets, type jobs, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const JOBS = (['View', 'Create', 'Modify'] as const).map((action) => permissionId('Jobs', action));
const HOUR_MS = 3_600_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

describe.each(everyPortal())('jobs of rigs on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let crew: PortalClient;
  let rigs = 0;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    await portal.aUser({
      username: 'crew',
      permissions: [...OPERATOR_PERMISSIONS, ...JOBS],
      assetGroups: [world.groupA],
    });
    crew = await portal.as('crew');
  });
  afterAll(() => portal.close());

  const address = (serial: string, query = '') => `/api/serialNumber/${encodeURIComponent(serial)}/attributes${query}`;
  const list = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));
  const jobOf = (name: string, more: Readonly<Record<string, string>> = {}) =>
    list({ Well: 'A 7', JobSerialNumber: name, JobAssetDefinition: 'HCU-LIME', ...more });

  async function aRig() {
    const serialNumber = `JOB-RIG-${++rigs}`;
    const { assetId } = await portal.anAsset({ serialNumber, assetDefinitionId: world.definition });
    const root = await portal.as('root');
    await root.put(`/api/assetgroups/${world.groupA}/assets`, [assetId]);
    return { assetId, serialNumber };
  }
  async function valuesOf(assetId: number) {
    const { body } = await crew.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`);
    return Object.fromEntries(body.map(({ attributeName, attributeValue }) => [attributeName, attributeValue]));
  }
  const jobsOf = async (assetId: number) =>
    (await crew.get<{ total: number; jobs: jobs.Job[] }>(`/api/ef/jobs?assetId=${assetId}`)).body.jobs;

  describe('attributes by serial number', () => {
    it('are refused without a session, without the permission, out of scope, and for a serial number that is none', async () => {
      const { serialNumber } = await aRig();
      const body = list({ Well: 'B' });
      expect((await portal.anonymous.post(address(serialNumber), body)).status).toBe(401);
      expect((await (await portal.as('opA')).post(address(serialNumber), body)).status).toBe(403);
      expect((await crew.post(address(`${world.canary} serial`), 'wrong')).status).toBe(404);
      expect((await crew.post(address('nobody has it'), body)).status).toBe(404);
      expect((await crew.post(address('HCU-LIME!'), body)).status).toBe(404);
      expect((await crew.post(address(serialNumber), 'wrong')).status).toBe(400);
      expect(
        (await crew.post(address('HCU-LIME!a job', `?rig=${encodeURIComponent(`${world.canary} serial`)}`), body))
          .status,
      ).toBe(404);
    });

    it.each([
      ['a start that is no time', { 'Job start time': 'tomorrow' }],
      ['an end before the start', { 'Job start time': iso(HOUR_MS), 'Job end time': iso(0) }],
      ['a projection of text', { 'Projection-Torque': '[["90","x"]]' }],
      ['a projection that is no JSON', { 'Projection-Torque': '90,1200' }],
      [
        'a projection too long',
        { 'Projection-Torque': JSON.stringify(Array.from({ length: 1001 }, (_, i) => [i, i])) },
      ],
      ['a name too long', { JobSerialNumber: 'x'.repeat(256) }],
      ['an attribute without a name', { ' ': 'x' }],
    ])('%s is refused, and nothing is stored', async (_what, values) => {
      const { assetId, serialNumber } = await aRig();
      expect((await crew.post(address(serialNumber), list({ Well: 'not kept', ...values }))).status).toBe(400);
      expect(await valuesOf(assetId)).not.toHaveProperty('Well');
    });

    it('of no job need the permission of attributes, and patient data its own', async () => {
      const { serialNumber } = await aRig();
      await portal.aUser({ username: 'jobs only', permissions: [6, 50, ...JOBS], assetGroups: [world.groupA] });
      const narrow = await portal.as('jobs only');
      expect((await narrow.post(address(serialNumber), list({ pingrate: '5000' }))).status).toBe(403);
      expect((await crew.post(address(serialNumber), list({ pingrate: '5000' }))).status).toBe(200);
      expect((await crew.post(address(serialNumber), list({ PatientInfo: '{}' }))).status).toBe(403);
      expect((await narrow.post(address(serialNumber), list({ Well: 'C 3' }))).status).toBe(200);
    });

    it('of HCU-LIME!{job} make the asset of the job, seen by who sees the rig, once', async () => {
      const { serialNumber } = await aRig();
      const name = 'North Basin - Pad 3/4 - Well É 1';
      const path = address(`HCU-LIME!${name}`, `?rig=${serialNumber}`);
      const [one] = (await crew.post<assets.Attribute[]>(path, jobOf(name))).body;
      const made = (await crew.get<assets.Asset>(`/api/ef/assets/${one?.assetId}`)).body;
      expect(made).toMatchObject({ serialNumber: name, assetDefinition: { assetDefinitionName: 'HCU-LIME' } });
      expect((await (await portal.as('opA')).get(`/api/ef/assets/${one?.assetId}`)).status).toBe(200);
      expect((await (await portal.as('opB')).get(`/api/ef/assets/${one?.assetId}`)).status).toBe(404);
      const [again] = (await crew.post<assets.Attribute[]>(path, jobOf(name, { Pad: 'P' }))).body;
      expect(again?.assetId).toBe(one?.assetId);
      // The asset of a job is on no job itself.
      expect(await jobsOf(one?.assetId ?? 0)).toEqual([]);
    });

    it('make nothing where the name is somebody else’s, or without the right to', async () => {
      const taken = await aRig();
      expect((await crew.post(address(`HCU-LIME!${taken.serialNumber}`), jobOf('x'))).status).toBe(409);
      await portal.aUser({
        username: 'modifies',
        permissions: [6, 50, permissionId('Jobs', 'Modify')],
        assetGroups: [world.groupA],
      });
      const modifies = await portal.as('modifies');
      expect((await modifies.post(address('HCU-LIME!not made'), jobOf('not made'))).status).toBe(403);
      expect((await modifies.post(address(taken.serialNumber), jobOf('not begun'))).status).toBe(403);
      expect(await jobsOf(taken.assetId)).toEqual([]);
    });

    it('that are sent twice at once make one asset and one job', async () => {
      const { assetId, serialNumber } = await aRig();
      const both = [address('HCU-LIME!at once', `?rig=${serialNumber}`), address(serialNumber)];
      const replies = await Promise.all([...both, ...both].map((path) => crew.post(path, jobOf('at once'))));
      // Who comes second may not see yet what the first one made.
      for (const { status } of replies) expect([200, 409]).toContain(status);
      expect(await jobsOf(assetId)).toHaveLength(1);
      const all = (await crew.get<assets.Asset[]>('/api/ef/assets')).body;
      expect(all.filter((asset) => asset.serialNumber === 'at once')).toHaveLength(1);
    });
  });

  describe('a job', () => {
    it('begins with the attributes of the rig; the next one closes it and takes away what was only its own', async () => {
      const { assetId, serialNumber } = await aRig();
      const begin = Date.now() - 10 * HOUR_MS;
      const first = { 'Job start time': iso(begin), 'Projection-Torque': '[[90,1200]]', 'Total Depth (ft)': '18000' };
      await crew.post(address(serialNumber), jobOf('first', first));
      await crew.put(`/api/assets/${assetId}/attributes`, {
        attributeName: 'activity-complete-10',
        attributeValue: '1',
      });
      await crew.post(address(serialNumber), jobOf('FIRST', { 'Total Depth (ft)': '19000' }));
      expect(await valuesOf(assetId)).toMatchObject({ 'activity-complete-10': '1', 'Total Depth (ft)': '19000' });
      expect(await jobsOf(assetId)).toHaveLength(1);

      const next = { 'Job start time': iso(begin + 5 * HOUR_MS), 'Total Depth (ft)': '' };
      await crew.post(address(serialNumber), jobOf('second', next));
      const values = await valuesOf(assetId);
      expect(values).toMatchObject({ JobSerialNumber: 'second', 'Total Depth (ft)': '' });
      expect(Object.keys(values)).not.toContain('activity-complete-10');
      expect(Object.keys(values)).not.toContain('Projection-Torque');
      const [newest, oldest] = await jobsOf(assetId);
      expect(newest).toMatchObject({ jobSerialNumber: 'second', closedAt: null, openedBy: 'crew' });
      expect(oldest).toMatchObject({ jobSerialNumber: 'first', closedAt: iso(begin + 5 * HOUR_MS), closedBy: 'crew' });
      expect(oldest?.attributes).toContainEqual({ attributeName: 'activity-complete-10', attributeValue: '1' });
      expect(oldest?.attributes).toContainEqual({ attributeName: 'Total Depth (ft)', attributeValue: '19000' });
    });

    it('is closed once, not before its start and not in the future, and opened again while the rig is on no other', async () => {
      const { assetId, serialNumber } = await aRig();
      const startMs = Date.now() - 4 * HOUR_MS;
      await crew.post(address(serialNumber), jobOf('closing', { 'Job start time': iso(startMs) }));
      const [{ jobId }] = (await jobsOf(assetId)) as [jobs.Job];
      const close = (closeTime?: number) =>
        crew.post<jobs.Job>(
          `/api/ef/jobs/${jobId}/close`,
          closeTime === undefined ? {} : { closeTime: iso(closeTime) },
        );
      expect((await (await portal.as('opA')).post(`/api/ef/jobs/${jobId}/close`, {})).status).toBe(403);
      expect((await (await portal.as('adminB')).post(`/api/ef/jobs/${jobId}/close`, { closeTime: 7 })).status).toBe(
        404,
      );
      expect((await crew.delete(`/api/ef/jobs/${jobId}/close`)).status).toBe(409);
      expect((await close(startMs - 1)).status).toBe(400);
      expect((await close(Date.now() + HOUR_MS)).status).toBe(400);
      const closed = await close(startMs + HOUR_MS);
      expect(closed.body).toMatchObject({ closedAt: iso(startMs + HOUR_MS), closedBy: 'crew' });
      expect(await valuesOf(assetId)).toMatchObject({ jobCloseTime: iso(startMs + HOUR_MS) });
      expect((await close()).status).toBe(409);

      expect((await crew.delete<jobs.Job>(`/api/ef/jobs/${jobId}/close`)).body.closedAt).toBeNull();
      expect(await valuesOf(assetId)).not.toHaveProperty('jobCloseTime');
      await crew.post(address(serialNumber), jobOf('another'));
      expect((await crew.delete(`/api/ef/jobs/${jobId}/close`)).status).toBe(409);
    });

    it('is listed to who sees its rig, newest first, a page at a time', async () => {
      const { assetId, serialNumber } = await aRig();
      for (const name of ['one', 'two', 'three']) await crew.post(address(serialNumber), jobOf(`list ${name}`));
      const page = await crew.get<{ total: number; jobs: jobs.Job[] }>(
        `/api/ef/jobs?assetId=${assetId}&limit=1&offset=1`,
      );
      expect(page.body.total).toBe(3);
      expect(page.body.jobs.map((job) => job.jobSerialNumber)).toEqual(['list two']);
      await portal.aUser({
        username: 'other crew',
        permissions: [6, ...JOBS],
        assetGroups: [world.groupB],
        adminId: world.unitB,
      });
      const other = await portal.as('other crew');
      expect((await other.get<{ total: number }>('/api/ef/jobs')).body.total).toBe(0);
      expect((await other.get(`/api/ef/jobs?assetId=${assetId}`)).status).toBe(404);
      const { jobId } = page.body.jobs[0] as jobs.Job;
      expect((await other.get(`/api/ef/jobs/${jobId}`)).status).toBe(404);
      expect((await crew.get<jobs.Job>(`/api/ef/jobs/${jobId}`)).body).toEqual(page.body.jobs[0]);
      expect((await (await portal.as('opA')).get('/api/ef/jobs')).status).toBe(403);
    });
  });
});
