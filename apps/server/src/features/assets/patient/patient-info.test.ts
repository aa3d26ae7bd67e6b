import { type AssetId, type patientInfo, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';
import { AssetAttributeRepository } from '../asset-attribute-repository.ts';

const OF_PATIENTS = [98, 99, 100, 101];
const SECRET = 'HEALTH-DATA';
const text = (condition: string, more: object = {}) =>
  JSON.stringify({ conditions: [`${SECRET} ${condition}`], ...more });

type Info = patientInfo.PatientInfo;

describe.each(everyPortal())('patient information on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let opA: PortalClient;
  let root: PortalClient;
  let nurse: PortalClient;
  let reader: PortalClient;
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    const assetGroups = [world.groupA];
    await portal.aUser({ username: 'nurse', permissions: [...OPERATOR_PERMISSIONS, ...OF_PATIENTS], assetGroups });
    await portal.aUser({ username: 'reader', permissions: [6, 98], assetGroups });
    opA = await portal.as('opA');
    root = await portal.as('root');
    nurse = await portal.as('nurse');
    reader = await portal.as('reader');
  });
  afterAll(() => portal.close());

  const aPatient = async (): Promise<{ assetId: AssetId; path: string; attributes: string }> => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [assetId]);
    const path = `/api/ef/assets/${assetId}/patientinfo`;
    return { assetId, path, attributes: `/api/assets/${assetId}/attributes` };
  };
  const entriesOf = async (assetId: number) => {
    const page = await portal.context.journal.list(systemCaller, { assetId, limit: 100, offset: 0 });
    return page.entries.filter(({ kind }) => kind !== 'asset').toReversed();
  };

  it('is neither read nor written without the permission, nor out of sight, and nothing tells that it is there', async () => {
    const { path, attributes, assetId } = await aPatient();
    const info = { attributeName: 'PatientInfo', attributeValue: text('asthma') };
    expect((await nurse.post(attributes, info)).status).toBe(200);
    expect((await opA.get(path)).status).toBe(403);
    expect((await opA.put(path, { info: '{}', version: 1 })).status).toBe(403);
    expect((await reader.put(path, { info: '{}', version: 1 })).status).toBe(403);
    expect((await opA.post(attributes, info)).status).toBe(403);
    expect((await opA.put(attributes, { ...info, attributeName: ' patientINFO' })).status).toBe(403);
    expect((await opA.delete(`${attributes}/PATIENTINFO`)).status).toBe(403);
    for (const [client, status] of [
      [nurse, 404],
      [portal.anonymous, 401],
    ] as const) {
      expect((await client.get(`/api/ef/assets/${world.b1.assetId}/patientinfo`)).status).toBe(status);
      expect((await client.put(`/api/ef/assets/${world.b1.assetId}/patientinfo`, 'no JSON')).status).toBe(status);
    }
    expect((await nurse.get<Info>(path)).body).toMatchObject({ version: 1, info: text('asthma') });
    expect((await entriesOf(assetId)).map(({ user, what }) => [user, what])).toEqual([
      ['nurse', 'patient information changed'],
      ['nurse', 'patient information read'],
    ]);
  });

  it('leaves the portal by its own call alone, whoever asks', async () => {
    const { assetId, path, attributes } = await aPatient();
    await nurse.put(path, { info: text('asthma'), version: 0 });
    await nurse.put(attributes, { attributeName: 'patientINFO', attributeValue: text('gout') });
    const at = new Date(Date.now() + 60_000).toISOString();
    const from = new Date(Date.now() - 60_000).toISOString();
    const places = [
      attributes,
      '/api/ef/assets',
      '/api/assets',
      `/api/ef/assets/${assetId}`,
      `/api/assets/${assetId}`,
      `/api/ef/assets/${assetId}/state?at=${at}`,
      `/api/ef/assets/${assetId}/recording?from=${from}&to=${new Date().toISOString()}&step=1000`,
      `/api/ef/assets/${assetId}/timeline`,
      `/api/find?text=${SECRET}`,
      '/api/journal?limit=500',
      `/api/journal?text=${SECRET}`,
      '/api/journal/export',
    ];
    for (const place of places) {
      for (const client of [opA, nurse, root]) {
        const reply = await client.get(place);
        expect([place, reply.text]).toEqual([place, expect.not.stringMatching(/"patientinfo"|HEALTH-DATA/i)]);
      }
    }
    const journal = await root.get<{ entries: unknown[] }>(`/api/journal?text=${SECRET}`);
    expect([journal.status, journal.body.entries]).toEqual([200, []]);
    const { db } = portal.context;
    expect(await db.selectFrom('asset_attributes').selectAll().where('asset_id', '=', assetId).execute()).toEqual([]);
  });

  it('stands among the attributes of no asset, which expressions, devices and lists read', async () => {
    const { assetId, path } = await aPatient();
    await nurse.put(path, { info: text('asthma'), version: 0 });
    const attributes = new AssetAttributeRepository(portal.context.db);
    expect(await attributes.list(assetId)).toEqual([]);
    const attribute = { assetId, attributeName: ' patientINFO', attributeValue: '{}' };
    await expect(attributes.put(assetId, attribute.attributeName, '{}')).rejects.toThrow('PatientInfo');
    await expect(attributes.putAll([attribute])).rejects.toThrow('PatientInfo');
  });

  it('is in the journal with who read and changed which part of it, and never with what stands in it', async () => {
    const { assetId, path, attributes } = await aPatient();
    expect((await reader.get<Info>(path)).body).toEqual({ version: 0, info: null, since: null, until: null, by: '' });
    await nurse.put(path, { info: text('asthma', { contact: { name: SECRET } }), version: 0 });
    await nurse.put(path, { info: text('asthma', { contact: { name: 'Ada' }, [SECRET]: 1 }), version: 1 });
    await nurse.put(path, { info: text('asthma', { contact: { name: 'Ada' }, [SECRET]: 1 }), version: 2 });
    await reader.get(path);
    await reader.get(`${path}?at=${new Date(portal.clock.now()).toISOString()}`);
    await nurse.put(attributes, { attributeName: 'PatientInfo', attributeValue: '["another shape"]' });
    await nurse.delete(`${attributes}/patientinfo`);
    expect((await nurse.delete(`${attributes}/patientinfo`)).status).toBe(404);
    const entries = await entriesOf(assetId);
    const changed = { kind: 'patient', what: 'patient information changed', user: 'nurse' };
    const read = { kind: 'patient', what: 'patient information read', user: 'reader', before: null };
    expect(entries.map(({ kind, what, user, before, after }) => ({ kind, what, user, before, after }))).toEqual([
      { ...changed, before: { version: 0 }, after: { version: 1, parts: ['contact', 'conditions'] } },
      { ...changed, before: { version: 1 }, after: { version: 2, parts: ['contact', 'other'] } },
      { ...read, after: { version: 2 } },
      { ...read, after: { version: 2 } },
      { ...changed, before: { version: 2 }, after: { version: 3, parts: ['other'] } },
      {
        ...changed,
        what: 'patient information deleted',
        before: { version: 3 },
        after: { version: 4, parts: ['other'] },
      },
    ]);
  });

  it('is kept as it was written, whatever its shape; what is no JSON is refused and changes nothing (G5)', async () => {
    const { path } = await aPatient();
    const strange =
      '{"__proto__":{"polluted":1},"medications":"by word of mouth","conditions":[{"code":"J45"}],"a":1,"a":2}';
    expect((await nurse.put<Info>(path, { info: strange, version: 0 })).body).toMatchObject({
      version: 1,
      by: 'nurse',
    });
    for (const info of ['no JSON', `${'['.repeat(65)}${']'.repeat(65)}`]) {
      expect((await nurse.put(path, { info, version: 1 })).status).toBe(400);
    }
    for (const body of [{ info: '{}' }, { version: 1 }, { info: {}, version: 1 }, { info: '{}', version: -1 }, []]) {
      expect((await nurse.put(path, body)).status).toBe(400);
    }
    expect((await nurse.get<Info>(path)).body).toMatchObject({ version: 1, info: strange, until: null });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('changed by two at once is changed by one; the other hears who it was, and not what', async () => {
    const { path } = await aPatient();
    await nurse.put(path, { info: text('asthma'), version: 0 });
    const replies = await Promise.all([
      nurse.put(path, { info: text('gout'), version: 1 }),
      root.put(path, { info: text('measles'), version: 1 }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = replies[0]?.status === 200 ? ['nurse', replies[1]] : ['root', replies[0]];
    expect(lost?.body).toMatchObject({
      error: {
        message: `${won} changed the patient information meanwhile.`,
        details: { version: 2, by: won, since: expect.any(String) },
      },
    });
    expect(lost?.text).not.toContain(SECRET);
    expect((await nurse.get<Info>(path)).body).toMatchObject({ version: 2, by: won });
  });

  it('of a past moment is what it was then, with how long it was so', async () => {
    const { path, attributes } = await aPatient();
    const { clock } = portal;
    const times: string[] = [];
    const tick = () => {
      clock.advance(10_000);
      times.push(new Date(clock.now()).toISOString());
      clock.advance(10_000);
    };
    tick();
    await nurse.put(path, { info: text('one'), version: 0 });
    tick();
    await nurse.put(attributes, { attributeName: 'PatientInfo', attributeValue: text('two') });
    tick();
    await nurse.delete(`${attributes}/PatientInfo`);
    tick();
    const at = async (time: string) => (await nurse.get<Info>(`${path}?at=${time}`)).body;
    const [none, one, two, gone] = await Promise.all(times.map(at));
    expect([none?.info, one?.info, two?.info, gone?.info]).toEqual([null, text('one'), text('two'), null]);
    expect([none?.until, one?.until, two?.until, gone?.until]).toEqual([one?.since, two?.since, gone?.since, null]);
    // History from before the asset was made is seen with what was first written of it.
    expect((await at('2020-01-01T00:00:00Z')).info).toBe(text('one'));
    expect((await nurse.get(`${path}?at=yesterday`)).status).toBe(400);
  });

  it('is written for one asset at a time', async () => {
    const { assetId, path } = await aPatient();
    const attributes = [{ attributeName: 'PATIENTinfo', attributeValue: '{}' }];
    expect((await opA.put('/api/ef/assets/attributes', { assetIds: [assetId], attributes })).status).toBe(403);
    const many = await nurse.put('/api/ef/assets/attributes', { assetIds: [assetId], attributes });
    expect([many.status, many.text]).toEqual([400, expect.stringContaining('one asset at a time')]);
    expect((await nurse.get<Info>(path)).body.version).toBe(0);
  });

  it('by POST of an attribute needs the right to change attributes once there is some', async () => {
    const { path, attributes } = await aPatient();
    const permissions = [permissionId('Assets', 'View'), permissionId('Attributes', 'Create'), ...OF_PATIENTS];
    const username = `creator ${path}`;
    await portal.aUser({ username, permissions, assetGroups: [world.groupA] });
    const creator = await portal.as(username);
    const info = { attributeName: 'PatientInfo', attributeValue: text('one') };
    expect((await creator.post(attributes, info)).status).toBe(200);
    expect((await creator.post(attributes, { ...info, attributeValue: text('two') })).status).toBe(403);
    expect((await creator.get<Info>(path)).body).toMatchObject({ version: 1, info: text('one') });
  });

  it('goes with its asset', async () => {
    const { assetId, path } = await aPatient();
    await nurse.put(path, { info: text('one'), version: 0 });
    await root.delete(`/api/assets/${assetId}`);
    const { db } = portal.context;
    expect(await db.selectFrom('patient_info').selectAll().where('asset_id', '=', assetId).execute()).toEqual([]);
  });
});
