import { assets } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
let adminB: PortalClient;
let opA: PortalClient;
let viewA: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('root');
  adminB = await portal.as('adminB');
  opA = await portal.as('opA');
  viewA = await portal.as('viewA');
});
afterAll(() => portal.close());

describe('assets', () => {
  it('outside the scope are 404 for every call, and nothing of them is told', async () => {
    const { assetId } = world.b1;
    const path = `/api/assets/${assetId}`;
    const calls = [
      opA.get(`/api/ef/assets/${assetId}`),
      opA.get(path),
      opA.get(`${path}/attributes`),
      opA.get(`/api/ef/assets/${assetId}/definition`),
      opA.get(`/api/ef/assets/${assetId}/dashboards`),
      opA.get(`/api/ef/assets/${assetId}/dataitems`),
      opA.get(`/api/ef/assets/${assetId}/state?at=2026-01-01T00:00:00Z`),
      opA.put(path, { assetAlias: 'mine' }),
      opA.put(path, { assetAlias: 5 }),
      opA.delete(path),
      opA.post(`${path}/token`),
      opA.post(`${path}/coordinates`, { latitude: 1, longitude: 2 }),
      opA.delete(`${path}/coordinates`),
      opA.put(`${path}/attributes`, { attributeName: 'a', attributeValue: 'b' }),
      opA.put(`${path}/attributes`, 'not even JSON'),
      opA.post(`${path}/attributes`, { attributeName: 'a', attributeValue: 'b' }),
      opA.delete(`${path}/attributes/a`),
      opA.delete(`${path}/attributes/a`, { expectedValue: 5 }),
    ];
    for (const [index, reply] of (await Promise.all(calls)).entries()) {
      expect([index, reply.status]).toEqual([index, 404]);
      expect(reply.text).not.toContain(world.canary);
    }
    expect((await adminB.get<assets.Asset>(path)).body.assetAlias).toContain(world.canary);
  });

  it('are looked for a page at a time, in the order in which people count, each in the sight of who asks', async () => {
    type Page = { total: number; all: number; assets: assets.Asset[] };
    const assetDefinitionId = await portal.aDefinition('Sump');
    for (const n of [10, 2, 1]) await portal.anAsset({ assetDefinitionId, serialNumber: `PAGED-${n}` });
    const ask = async (query: string, by = root) => (await by.get<Page>(`/api/ef/assetpage?${query}`)).body;
    const namesOf = (page: Page) => page.assets.map(({ serialNumber }) => serialNumber);
    const first = await ask('search=paged&limit=2');
    expect([namesOf(first), first.total]).toEqual([['PAGED-1', 'PAGED-2'], 3]);
    expect(namesOf(await ask('search=paged&limit=2&offset=2'))).toEqual(['PAGED-10']);
    expect(await ask('search=paged&offset=3')).toMatchObject({ total: 3, assets: [] });
    expect((await ask('search=SUMP')).total).toBe(3);
    expect(await ask(`assetDefinitionId=${assetDefinitionId}&search=-1&limit=1`)).toMatchObject({ total: 2, all: 3 });
    expect(await ask(`assetDefinitionId=${assetDefinitionId}`, opA)).toMatchObject({ total: 0, all: 0, assets: [] });
    expect((await ask('')).total).toBe(first.all);
    expect(await ask('search=paged', opA)).toMatchObject({ total: 0, all: 2, assets: [] });
    expect(JSON.stringify(await ask(`search=${world.canary}`, opA))).not.toContain('CANARY-B');
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'assetDefinitionId=0', `search=${'x'.repeat(256)}`]) {
      expect((await root.get(`/api/ef/assetpage?${query}`)).status).toBe(400);
    }
  });

  it('with ids that are none are refused', async () => {
    for (const id of ['0', '-1', '1e3', '0x1', 'a', '1,2', '99999999999999999', ' 1']) {
      expect((await root.get(`/api/ef/assets/${encodeURIComponent(id)}`)).status).toBe(400);
    }
    expect((await root.get('/api/ef/assets/2147483648')).status).toBe(404);
  });

  it('are listed within the scope, with an ETag', async () => {
    const reply = await opA.get<assets.Asset[]>('/api/ef/assets');
    expect(reply.body.map((asset) => asset.serialNumber)).toEqual(['A1', 'A2']);
    expect(reply.text).not.toContain(world.canary);
    const tag = reply.headers.get('etag') ?? '';
    expect((await opA.get('/api/ef/assets', { 'If-None-Match': tag })).status).toBe(304);
    expect((await viewA.get<{ payload: assets.Asset[] }>('/api/Assets/')).body.payload).toHaveLength(2);
    expect((await (await portal.as('nobody')).get('/api/ef/assets')).status).toBe(403);
    const all = (await root.get<assets.Asset[]>('/api/ef/assets')).body.map((asset) => asset.assetId);
    expect(all).toContain(world.b1.assetId);
    const ofB = (await adminB.get<assets.Asset[]>('/api/ef/assets')).body.map((asset) => asset.assetId);
    expect(ofB).toEqual([world.b1.assetId]);
  });

  it('are listed compactly as they are listed, within the scope, with an ETag of that form', async () => {
    const attributes = [{ attributeName: 'Road', attributeValue: '"N, 7"' }];
    await root.put(`/api/assets/${world.a1.assetId}/attributes`, attributes);
    const compact = await opA.get<assets.CompactAssets>('/api/ef/assets?compact=true');
    const listed = await opA.get<assets.Asset[]>('/api/ef/assets');
    const read = assets.assetsOf(compact.body).map((one) => ({ ...one, attributes: one.attributes }));
    expect(read).toEqual(listed.body);
    expect(listed.body[0]?.attributes).toMatchObject(attributes);
    expect(compact.text).not.toContain(world.canary);
    const tag = (reply: { headers: Headers }) => reply.headers.get('etag') ?? '';
    expect(tag(compact)).not.toBe(tag(listed));
    expect((await opA.get('/api/ef/assets?compact=true', { 'If-None-Match': tag(compact) })).status).toBe(304);
    const ofB = await adminB.get<assets.CompactAssets>('/api/ef/assets?compact=true');
    expect([ofB.body.rows.length, ofB.text.includes('Road')]).toEqual([1, false]);
    expect((await (await portal.as('nobody')).get('/api/ef/assets?compact=true')).status).toBe(403);
    expect((await root.get('/api/ef/assets?compact=perhaps')).status).toBe(400);
    await root.delete(`/api/assets/${world.a1.assetId}/attributes/Road`);
  });

  it('of one definition answer everything the list answers', async () => {
    const [listed] = (await opA.get<assets.Asset[]>('/api/ef/assets')).body;
    expect((await opA.get(`/api/ef/assets/${listed?.assetId}`)).body).toEqual(listed);
    expect(listed).toMatchObject({
      assetAlias: 'Pump A1',
      serialNumber: 'A1',
      assetDefinition: { assetDefinitionId: world.definition, assetDefinitionName: 'Pump', alias: '' },
      currentCoordinates: null,
      connection: { connected: false, lastcontact: null, pingrate: 60_000 },
    });
  });

  it('are created with a token that works once told, in the group of who created them', async () => {
    const body = { serialNumber: 'A3', assetDefinitionId: world.definition, latitude: 31.5, longitude: -102.25 };
    const reply = await opA.post<assets.Asset & { accessToken: string }>('/api/assets', body);
    expect(reply.status).toBe(200);
    expect(reply.body.accessToken).toHaveLength(43);
    expect(reply.body.currentCoordinates).toMatchObject({ latitude: 31.5, longitude: -102.25 });
    const again = await opA.get<assets.Asset>(`/api/ef/assets/${reply.body.assetId}`);
    expect(again.body).toMatchObject({ serialNumber: 'A3' });
    expect(again.text).not.toContain(reply.body.accessToken);
    expect((await viewA.post('/api/assets', body)).status).toBe(403);
    await opA.delete(`/api/assets/${reply.body.assetId}`);
  });

  it('are not created over another, for an unknown definition or at half a place', async () => {
    const body = { serialNumber: 'a1', assetDefinitionId: world.definition };
    const taken = await opA.post<{ error: { message: string } }>('/api/assets', body);
    expect([taken.status, taken.body.error.message]).toEqual([409, 'The serial number a1 is already in use.']);
    const fresh = { ...body, serialNumber: 'A9' };
    expect((await opA.post('/api/assets', { ...fresh, assetDefinitionId: 9_999 })).status).toBe(404);
    expect((await opA.post('/api/assets', { ...fresh, latitude: 5 })).status).toBe(400);
    expect((await opA.post('/api/assets', { ...fresh, latitude: 95, longitude: 5 })).status).toBe(400);
    expect((await opA.post('/api/assets', { ...fresh, serialNumber: '  ' })).status).toBe(400);
    expect((await opA.post('/api/assets', { ...fresh, serialNumber: ['A9'] })).status).toBe(400);
  });

  it('take alias, description and serial number, and ignore what a caller may not set', async () => {
    const path = `/api/assets/${world.a2.assetId}`;
    const whole = (await opA.get<assets.Asset>(`/api/ef/assets/${world.a2.assetId}`)).body;
    const change = { ...whole, assetAlias: 'New name', description: 'x', assetDefinitionId: 1, created: 0 };
    const reply = await opA.put<assets.Asset>(path, change);
    expect(reply.body).toMatchObject({ assetAlias: 'New name', description: 'x', assetDefinitionId: world.definition });
    expect((await opA.put(path, { assetId: world.a1.assetId, assetAlias: 'other' })).status).toBe(400);
    expect((await opA.put(path, { assetId: world.b1.assetId, assetAlias: 'other' })).status).toBe(400);
    expect((await opA.put(path, { serialNumber: 'a1' })).status).toBe(409);
    expect((await opA.put(path, { serialNumber: 'a2' })).body).toMatchObject({ serialNumber: 'a2' });
    expect((await viewA.put(path, { assetAlias: 'x' })).status).toBe(403);
    expect((await adminB.get<assets.Asset>(`/api/ef/assets/${world.b1.assetId}`)).body.assetAlias).toContain('alias');
  });

  it('get a new token that ends the old one', async () => {
    const path = `/api/assets/${world.a1.assetId}/token`;
    const [one, two] = [await opA.post<{ accessToken: string }>(path), await opA.post<{ accessToken: string }>(path)];
    expect(one.body.accessToken).not.toBe(two.body.accessToken);
    expect((await viewA.post(path)).status).toBe(403);
  });

  it('are gone with all of their records once deleted', async () => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const path = `/api/assets/${assetId}`;
    await root.put(`${path}/attributes`, { attributeName: 'note', attributeValue: 'x' });
    expect((await root.delete(path)).body).toEqual({ assetId });
    expect((await root.get(`/api/ef/assets/${assetId}`)).status).toBe(404);
    expect((await root.delete(path)).status).toBe(404);
    const list = (await root.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(list.map((asset) => asset.assetId)).not.toContain(assetId);
  });
});

type Refusal = { error: { message: string; details?: unknown } };

describe('coordinates', () => {
  it('are set within their limits and kept with their time', async () => {
    const path = `/api/assets/${world.a1.assetId}/coordinates`;
    const reply = await opA.post<assets.Coordinates>(path, { latitude: -90, longitude: 180 });
    expect(reply.body).toMatchObject({ latitude: -90, longitude: 180 });
    expect((await opA.post(path, { assetId: world.b1.assetId, latitude: 1, longitude: 1 })).status).toBe(400);
    for (const body of [
      { latitude: 91, longitude: 0 },
      { latitude: 0, longitude: 180.1 },
      { latitude: '1', longitude: 1 },
    ]) {
      expect((await opA.post(path, body)).status).toBe(400);
    }
    expect((await viewA.post(path, { latitude: 1, longitude: 1 })).status).toBe(403);
    const asset = (await viewA.get<assets.Asset>(`/api/ef/assets/${world.a1.assetId}`)).body;
    expect(asset.currentCoordinates).toEqual(reply.body);
  });

  it('are not set over a place that came meanwhile unseen', async () => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const path = `/api/assets/${assetId}/coordinates`;
    const [first, second] = [
      { latitude: 1.25, longitude: 2.5 },
      { latitude: 3, longitude: 4 },
    ];
    // Of two at once one is told of the other.
    const both = await Promise.all(
      [first, second].map((place) => root.post<Refusal>(path, { ...place, expected: null })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [theirs, mine] = both[0]?.status === 200 ? [first, second] : [second, first];
    const refusal = both.find(({ status }) => status === 409)?.body.error;
    expect([refusal?.message, refusal?.details]).toEqual([
      'The asset was moved meanwhile.',
      { coordinates: { ...theirs } },
    ]);
    const stands = async () =>
      (await root.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body.currentCoordinates ?? undefined;
    expect(await stands()).toMatchObject(theirs);
    // What stands there already is no loss of anything; who says what stands, or nothing, is heard.
    expect((await root.post(path, { ...theirs, expected: null })).status).toBe(200);
    expect((await root.post(path, { ...mine, expected: theirs })).status).toBe(200);
    expect((await root.post(path, theirs)).status).toBe(200);
    await root.delete(path);
    const gone = await root.post<Refusal>(path, { ...mine, expected: theirs });
    expect([gone.status, gone.body.error.details]).toEqual([409, { coordinates: null }]);
    expect(await stands()).toBeUndefined();
  });

  it('are taken back by who may delete them, once, and the journal says where the asset stood', async () => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const path = `/api/assets/${assetId}/coordinates`;
    expect((await root.delete(path)).status).toBe(404);
    await root.post(path, { latitude: 12, longitude: 34 });
    expect((await viewA.delete(`/api/assets/${world.a1.assetId}/coordinates`)).status).toBe(403);
    expect((await root.delete(path)).body).toEqual({ assetId });
    expect((await root.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body.currentCoordinates).toBeNull();
    expect((await root.delete(path)).status).toBe(404);
    const { entries } = await portal.context.journal.list(systemCaller, { assetId, limit: 1, offset: 0 });
    expect(entries[0]).toMatchObject({ what: 'position cleared', before: { latitude: 12, longitude: 34 } });
    await root.post(path, { latitude: 13, longitude: 35 });
    const again = (await root.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body;
    expect(again.currentCoordinates).toMatchObject({ latitude: 13, longitude: 35 });
  });
});

describe('attributes', () => {
  const path = () => `/api/assets/${world.a1.assetId}/attributes`;

  it('of another asset are not written by a body that names it', async () => {
    const foreign = { assetId: world.b1.assetId, attributeName: 'note', attributeValue: 'x' };
    expect((await opA.put(path(), foreign)).status).toBe(400);
    expect((await opA.post(path(), foreign)).status).toBe(400);
    const mixed = [{ attributeName: 'note', attributeValue: 'x' }, foreign];
    expect((await opA.put(path(), mixed)).status).toBe(400);
    expect((await opA.get<assets.Attribute[]>(path())).body).toEqual([]);
    expect((await adminB.get(`/api/assets/${world.b1.assetId}/attributes`)).body).toEqual([]);
  });

  it('are created, changed and deleted, whatever the case of the name (G6)', async () => {
    const { assetId } = world.a1;
    const created = await opA.put(path(), { assetId, attributeName: 'Station', attributeValue: 'North' });
    expect(created.body).toEqual({ assetId, attributeName: 'Station', attributeValue: 'North' });
    const list = [
      { attributeName: 'STATION', attributeValue: 'South' },
      { attributeName: '__proto__', attributeValue: 'plain' },
      { attributeName: "x'; drop table assets;--", attributeValue: '%\0' },
    ];
    const stored = (await opA.put<assets.Attribute[]>(path(), list)).body;
    expect(stored.map((a) => [a.attributeName, a.attributeValue])).toEqual([
      ['Station', 'South'],
      ['__proto__', 'plain'],
      ["x'; drop table assets;--", '%\uFFFD'],
    ]);
    expect((await opA.delete(`${path()}/sTaTiOn`)).status).toBe(200);
    expect((await opA.delete(`${path()}/station`)).status).toBe(404);
    for (const name of ['__proto__', "x'; drop table assets;--"]) {
      expect((await opA.delete(`${path()}/${encodeURIComponent(name)}`)).status).toBe(200);
    }
    expect((await viewA.put(path(), list)).status).toBe(403);
  });

  it('are applied all or none, and refused where they break a rule', async () => {
    const list = [
      { attributeName: 'note', attributeValue: 'x' },
      { attributeName: 'interfaceUrl', attributeValue: 'javascript:alert(1)' },
    ];
    const reply = await opA.put<{ error: { message: string } }>(path(), list);
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      'The attribute interfaceUrl must be an http(s) address or a path on this portal.',
    ]);
    const svg = { attributeName: 'marker', attributeValue: 'data:image/svg+xml;base64,PHN2Zz4=' };
    expect((await opA.put(path(), svg)).status).toBe(400);
    expect((await opA.put(path(), { attributeName: 'pingrate', attributeValue: 'never' })).status).toBe(400);
    expect((await opA.put(path(), { attributeName: '', attributeValue: 'x' })).status).toBe(400);
    expect((await opA.put(path(), { attributeName: 'x' })).status).toBe(400);
    expect((await opA.get<assets.Attribute[]>(path())).body).toEqual([]);
  });

  it('set when an asset counts as offline', async () => {
    await opA.put(path(), { attributeName: 'PINGRATE', attributeValue: '120000' });
    const asset = (await viewA.get<assets.Asset>(`/api/ef/assets/${world.a1.assetId}`)).body;
    expect(asset.connection.pingrate).toBe(120_000);
  });

  it('by POST change an existing one only for holders of Modify', async () => {
    await portal.aUser({ username: 'creator', permissions: [6, 50, 51], assetGroups: [world.groupA] });
    const creator = await portal.as('creator');
    expect((await creator.post(path(), { attributeName: 'fresh', attributeValue: '1' })).status).toBe(200);
    expect((await creator.post(path(), { attributeName: 'fresh', attributeValue: '2' })).status).toBe(403);
    expect((await creator.put(path(), { attributeName: 'fresh', attributeValue: '2' })).status).toBe(403);
  });
});

describe('attributes that people and devices change at once', () => {
  const path = () => `/api/assets/${world.a1.assetId}/attributes`;
  const standing = async (of: string, name: string) =>
    (await root.get<assets.Attribute[]>(of)).body.find((one) => one.attributeName === name)?.attributeValue;

  it('are not overwritten by who has not seen what stands, and it is told to who may see it', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const own = `/api/assets/${assetId}/attributes`;
    await root.put(own, { attributeName: 'Speed', attributeValue: '40' });
    expect((await portal.anonymous.post(`/api/v1/${accessToken}/attributes`, { speed: 55 })).status).toBe(200);
    const mine = { attributeName: 'speed', attributeValue: '60', expectedValue: '40' };
    const other = { attributeName: 'other', attributeValue: 'x' };
    const refused = await root.put<Refusal>(own, [other, mine]);
    expect([refused.status, refused.body.error.message]).toEqual([409, 'The attribute speed was changed meanwhile.']);
    expect(refused.body.error.details).toEqual({ attributeName: 'speed', attributeValue: '55' });
    expect([await standing(own, 'Speed'), await standing(own, 'other')]).toEqual(['55', undefined]);
    // What is there already is no loss of anything.
    expect((await root.put(own, { ...mine, attributeValue: '55' })).status).toBe(200);
    expect((await root.put(own, { ...mine, expectedValue: '55' })).status).toBe(200);
    expect(await standing(own, 'Speed')).toBe('60');
  });

  it('are neither made over one that came meanwhile nor made again where one was deleted', async () => {
    await opA.put(path(), { attributeName: 'Mode', attributeValue: 'auto' });
    const made = await opA.post<Refusal>(path(), {
      attributeName: 'mode',
      attributeValue: 'by hand',
      expectedValue: null,
    });
    expect([made.status, made.body.error.details]).toEqual([409, { attributeName: 'mode', attributeValue: 'auto' }]);
    await opA.delete(`${path()}/Mode`);
    const gone = await opA.put<Refusal>(path(), {
      attributeName: 'Mode',
      attributeValue: 'off',
      expectedValue: 'auto',
    });
    expect([gone.status, gone.body.error.message]).toEqual([409, 'The attribute Mode was deleted meanwhile.']);
    expect(gone.body.error.details).toEqual({ attributeName: 'Mode', attributeValue: null });
    expect(await standing(path(), 'Mode')).toBeUndefined();
    const again = { attributeName: 'Mode', attributeValue: 'off', expectedValue: null };
    expect((await opA.put(path(), again)).status).toBe(200);
  });

  it('are not deleted by who has not seen what stands', async () => {
    await opA.put(path(), { attributeName: 'Valve', attributeValue: 'open' });
    const own = `${path()}/valve`;
    const refused = await opA.delete<Refusal>(own, { expectedValue: 'shut' });
    expect([refused.status, refused.body.error.message]).toEqual([409, 'The attribute valve was changed meanwhile.']);
    expect(refused.body.error.details).toEqual({ attributeName: 'valve', attributeValue: 'open' });
    expect(await standing(path(), 'Valve')).toBe('open');
    expect((await opA.delete(own, { expectedValue: 7 })).status).toBe(400);
    expect((await opA.delete(own, { expectedValue: 'open' })).status).toBe(200);
    expect((await opA.delete(own, { expectedValue: 'open' })).status).toBe(404);
  });

  it('are refused without their value to who may change and not see them', async () => {
    await portal.aUser({ username: 'blind', permissions: [6, 51, 52], assetGroups: [world.groupA] });
    const blind = await portal.as('blind');
    await opA.put(path(), { attributeName: 'Code', attributeValue: '4711' });
    const refused = await blind.put<Refusal>(path(), {
      attributeName: 'Code',
      attributeValue: '1',
      expectedValue: '0',
    });
    expect([refused.status, refused.body.error.details]).toEqual([409, undefined]);
  });
});

describe('the journal', () => {
  it('holds who changed what from where, before and after', async () => {
    const { assetId } = world.a2;
    const path = `/api/assets/${assetId}`;
    await opA.put(`${path}/attributes`, { attributeName: 'note', attributeValue: 'one' });
    await opA.put(`${path}/attributes`, { attributeName: 'note', attributeValue: 'two' });
    await opA.put(`${path}/attributes`, { attributeName: 'note', attributeValue: 'two' });
    await opA.delete(`${path}/attributes/note`);
    const { entries } = await portal.context.journal.list(systemCaller, {
      assetId,
      kind: 'attribute',
      limit: 10,
      offset: 0,
    });
    expect(entries.map(({ address }) => address)).toEqual(Array(3).fill('127.0.0.1'));
    expect(entries.map(({ user, what, before, after }) => ({ user, what, before, after }))).toEqual([
      { user: 'opA', what: 'attribute note', before: { attributeName: 'note', attributeValue: 'two' }, after: null },
      {
        user: 'opA',
        what: 'attribute note',
        before: { attributeName: 'note', attributeValue: 'one' },
        after: { attributeName: 'note', attributeValue: 'two' },
      },
      { user: 'opA', what: 'attribute note', before: null, after: { attributeName: 'note', attributeValue: 'one' } },
    ]);
  });
});

describe('the state at a time', () => {
  it('has attributes and coordinates as they were', async () => {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    const path = `/api/assets/${assetId}`;
    const times: string[] = [];
    const tick = () => {
      times.push(new Date(portal.clock.now()).toISOString());
      portal.clock.advance(10_000);
    };
    tick();
    await root.put(`${path}/attributes`, [
      { attributeName: 'kept', attributeValue: 'always' },
      { attributeName: 'Note', attributeValue: 'one' },
    ]);
    await root.post(`${path}/coordinates`, { latitude: 10, longitude: 20 });
    tick();
    await root.put(`${path}/attributes`, { attributeName: 'note', attributeValue: 'two' });
    await root.put(`${path}/attributes`, { attributeName: 'aliasMap', attributeValue: '{"148":"Job"}' });
    await root.post(`${path}/coordinates`, { latitude: 11, longitude: 21 });
    tick();
    await root.delete(`${path}/attributes/NOTE`);
    await root.delete(`${path}/coordinates`);
    tick();
    const states = await Promise.all(
      times.map(async (at) => (await root.get<assets.AssetState>(`/api/ef/assets/${assetId}/state?at=${at}`)).body),
    );
    const notes = states.map((state) => state.attributes.find((a) => a.attributeName === 'Note')?.attributeValue);
    expect(notes).toEqual([undefined, 'one', 'two', undefined]);
    expect(states.map((state) => state.attributes.length)).toEqual([0, 2, 3, 2]);
    expect(states.map((state) => state.coordinates?.latitude)).toEqual([undefined, 10, 11, undefined]);
    expect(states[0]).toMatchObject({ dataItems: [], alarms: [], coordinates: null, connected: false });
  });

  it('refuses a time that is none', async () => {
    const path = `/api/ef/assets/${world.a1.assetId}/state`;
    expect((await opA.get(path)).status).toBe(400);
    expect((await opA.get(`${path}?at=yesterday`)).status).toBe(400);
  });
});
