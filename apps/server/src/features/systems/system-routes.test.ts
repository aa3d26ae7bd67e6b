import type { DefinitionTree, dashboards, systems } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let portal: Portal;
let world: TwoUnits;
let wellSite: systems.SystemDefinition;
let mixed: systems.System;

describe.each(everyPortal())('on $engine', ({ start }) => {
  /** A well site has a pump, and something of the other unit. */
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    const builder = { permissions: [...OPERATOR_PERMISSIONS, ...range(70, 89)], assetGroups: [world.groupA] };
    await portal.aUser({ username: 'builder', ...builder });
    await send(world.a1, 'Pressure');
    await send(world.b1, `${world.canary} Level`);
    wellSite = await define('admin', {
      name: 'Well site',
      slots: [
        { name: 'Pump', assetDefinitionId: world.definition, critical: true },
        { name: 'Tank', assetDefinitionId: world.definitionB },
      ],
    });
    const [pump, tank] = wellSite.slots;
    mixed = await save('admin', {
      name: 'S1',
      systemDefinitionId: wellSite.systemDefinitionId,
      attributes: [{ attributeName: 'Job start time', attributeValue: '2026-01-01T00:00:00Z' }],
      currentSlotAssignments: [
        { slotId: pump?.slotId, assetId: world.a1.assetId },
        { slotId: tank?.slotId, assetId: world.b1.assetId },
      ],
    });
  });
  afterAll(() => portal.close());

  async function send(asset: TwoUnits['a1'] | TwoUnits['b1'], label: string) {
    await portal.context.pipeline.accept(asset, [{ label, value: 1, timeMs: undefined, quality: 192 }]);
  }

  async function define(username: string, body: object): Promise<systems.SystemDefinition> {
    const reply = await (await portal.as(username)).post<systems.SystemDefinition>('/api/ef/systemdefinitions', body);
    expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
    return reply.body;
  }

  async function save(username: string, body: object): Promise<systems.System> {
    const reply = await (await portal.as(username)).post<systems.System>('/api/ef/systems', body);
    expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
    return reply.body;
  }

  const slotOf = (definition: systems.SystemDefinition, name: string) =>
    definition.slots.find((slot) => slot.name === name)?.slotId as number;

  describe('a system', () => {
    it('are listed as people count', async () => {
      await define('admin', { name: 'Train 10', slots: [] });
      const { systemDefinitionId } = await define('admin', { name: 'Train 2', slots: [] });
      const made: systems.System[] = [];
      for (const name of ['Unit 10', 'unit 9', 'Unit 2']) {
        made.push(await save('admin', { name, systemDefinitionId, attributes: [], currentSlotAssignments: [] }));
      }
      const admin = await portal.as('admin');
      const named = async (path: string, begin: RegExp) =>
        (await admin.get<{ name: string }[]>(path)).body.map(({ name }) => name).filter((name) => begin.test(name));
      expect(await named('/api/ef/systems', /^unit/i)).toEqual(['Unit 2', 'unit 9', 'Unit 10']);
      expect(await named('/api/ef/systemdefinitions', /^Train/)).toEqual(['Train 2', 'Train 10']);
      // What has no assets is seen by everybody.
      for (const { systemId } of made) await admin.delete(`/api/ef/systems/${systemId}`);
    });

    it('is seen by who sees one of its assets; the others are ids to them (B17)', async () => {
      const builder = await portal.as('builder');
      for (const rest of ['', '/definition', '/dashboard']) {
        const path = `/api/ef/systems/${mixed.systemId}${rest}`;
        const reply = await builder.get(path);
        expect([reply.status, rest]).toEqual([200, rest]);
        expect(reply.text).not.toContain(world.canary);
        expect((await (await portal.as('nobody')).get(path)).status).toBe(403);
      }
      const { body } = await builder.get<systems.System>(`/api/ef/systems/${mixed.systemId}`);
      expect(body).toMatchObject({ name: 'S1', attributes: [{ attributeName: 'Job start time' }] });
      expect(body.currentSlotAssignments).toMatchObject([
        { slotId: slotOf(wellSite, 'Pump'), assetId: world.a1.assetId, assetAlias: 'Pump A1' },
        { slotId: slotOf(wellSite, 'Tank'), assetId: world.b1.assetId, attributes: [] },
      ]);
      expect(body.currentSlotAssignments[1]).not.toHaveProperty('assetAlias');
      await portal.aUser({ username: 'elsewhere', permissions: range(6, 109) });
      const stranger = await portal.as('elsewhere');
      expect((await stranger.get(`/api/ef/systems/${mixed.systemId}`)).status).toBe(404);
      expect((await stranger.get('/api/ef/systems')).body).toEqual([]);
      expect((await builder.get<systems.System[]>('/api/ef/systems')).body.map(({ name }) => name)).toContain('S1');
    });

    it('is found a page at a time, in the order in which people count, by who sees it', async () => {
      const { systemDefinitionId } = await define('admin', { name: 'Ölfeld-Verbund', slots: [] });
      for (const n of [10, 9, 1]) await save('admin', { name: `Counted ${n}`, systemDefinitionId });
      type Reply = { total: number; all: number; systems: systems.System[] };
      const page = async (username: string, query: string) => {
        const { body } = await (await portal.as(username)).get<Reply>(`/api/ef/systempage?${query}`);
        return { ...body, systems: body.systems.map(({ name }) => name) };
      };
      const first = await page('admin', 'search=öLFELD&limit=2');
      expect(first).toMatchObject({ total: 3, systems: ['Counted 1', 'Counted 9'] });
      expect(first.all).toBeGreaterThan(3);
      expect((await page('admin', 'search=counted&limit=2&offset=2')).systems).toEqual(['Counted 10']);
      expect((await page('admin', 'search=no%20such')).total).toBe(0);
      expect(await page('builder', 'search=s1')).toMatchObject({ total: 1, systems: ['S1'] });
      await portal.aUser({ username: 'far', permissions: range(6, 109), adminId: world.unitB });
      expect(await page('far', '')).toEqual({ total: 0, all: 0, systems: [] });
      expect((await (await portal.as('admin')).get('/api/ef/systempage?limit=201')).status).toBe(400);
    });

    it('takes no asset out of sight, but keeps one that stands there already', async () => {
      const builder = await portal.as('builder');
      const body = (assetId: number) => ({
        name: 'Mine',
        systemDefinitionId: wellSite.systemDefinitionId,
        currentSlotAssignments: [{ slotId: slotOf(wellSite, 'Tank'), assetId }],
      });
      expect((await builder.post('/api/ef/systems', body(world.b1.assetId))).status).toBe(404);
      expect((await builder.post('/api/ef/systems', body(999_999))).status).toBe(404);
      expect((await builder.get('/api/ef/systems')).text).not.toContain('Mine');
      const current = (await builder.get<systems.System>(`/api/ef/systems/${mixed.systemId}`)).body;
      const renamed = await builder.post<systems.System>('/api/ef/systems', { ...current, name: 'S1 renamed' });
      expect([renamed.status, renamed.body.name]).toEqual([200, 'S1 renamed']);
      expect(renamed.body.currentSlotAssignments).toEqual(current.currentSlotAssignments);
      const swapped = [{ slotId: slotOf(wellSite, 'Pump'), assetId: world.b1.assetId }];
      expect((await builder.post('/api/ef/systems', { ...current, currentSlotAssignments: swapped })).status).toBe(404);
    });

    it('is made, changed and deleted only by who may', async () => {
      const body = { name: 'New', systemDefinitionId: wellSite.systemDefinitionId };
      expect((await (await portal.as('viewA')).post('/api/ef/systems', body)).status).toBe(403);
      await portal.aUser({ username: 'makes', permissions: [6, 82, 83], assetGroups: [world.groupA] });
      await portal.aUser({ username: 'saves', permissions: [6, 82, 84], assetGroups: [world.groupA] });
      const [makes, saves] = [await portal.as('makes'), await portal.as('saves')];
      expect((await saves.post('/api/ef/systems', body)).status).toBe(403);
      const { systemId } = (await makes.post<systems.System>('/api/ef/systems', body)).body;
      expect((await makes.post('/api/ef/systems', { ...body, systemId })).status).toBe(403);
      expect((await saves.post('/api/ef/systems', { ...body, systemId, name: 'Newer' })).status).toBe(200);
      const currentSlotAssignments = [{ slotId: slotOf(wellSite, 'Pump'), assetId: world.a1.assetId }];
      expect((await saves.post('/api/ef/systems', { ...body, systemId, currentSlotAssignments })).status).toBe(403);
      expect((await saves.delete(`/api/ef/systems/${systemId}`)).status).toBe(403);
      const builder = await portal.as('builder');
      expect((await builder.delete(`/api/ef/systems/${systemId}`)).status).toBe(200);
      expect((await builder.delete(`/api/ef/systems/${systemId}`)).status).toBe(404);
    });

    it.each<[string, number, () => object]>([
      ['no such definition', 404, () => ({ systemDefinitionId: 999_999 })],
      [
        'a slot of another definition',
        404,
        () => ({ currentSlotAssignments: [{ slotId: 999_999, assetId: world.a1.assetId }] }),
      ],
      [
        'an asset of the wrong kind',
        400,
        () => ({ currentSlotAssignments: [{ slotId: slotOf(wellSite, 'Tank'), assetId: world.a1.assetId }] }),
      ],
      [
        'two in one slot',
        400,
        () => ({
          currentSlotAssignments: [world.a1, world.a2].map(({ assetId }) => ({
            slotId: slotOf(wellSite, 'Pump'),
            assetId,
          })),
        }),
      ],
      [
        'an asset and a system in one slot',
        400,
        () => ({
          currentSlotAssignments: [
            { slotId: slotOf(wellSite, 'Pump'), assetId: world.a1.assetId, systemId: mixed.systemId },
          ],
        }),
      ],
      ['no name', 400, () => ({ name: ' ' })],
    ])('with %s is refused with %d', async (_name, status, wrong) => {
      const body = { name: 'Wrong', systemDefinitionId: wellSite.systemDefinitionId, ...wrong() };
      expect((await (await portal.as('builder')).post('/api/ef/systems', body)).status).toBe(status);
    });
  });

  describe('an exclusive slot', () => {
    it('lets its asset stand in no other slot of any system', async () => {
      const definition = await define('admin', {
        name: 'Exclusive',
        slots: [
          { name: 'Only', assetDefinitionId: world.definition, exclusive: true },
          { name: 'Shared', assetDefinitionId: world.definition },
        ],
      });
      const { systemDefinitionId } = definition;
      const put = async (name: string, slot: string, assetId: number, systemId?: number) => {
        const currentSlotAssignments = [{ slotId: slotOf(definition, slot), assetId }];
        const body = { name, systemDefinitionId, systemId, currentSlotAssignments };
        return (await portal.as('admin')).post<systems.System>('/api/ef/systems', body);
      };
      expect((await put('one', 'Only', world.a1.assetId)).status).toBe(409);
      const first = await put('two', 'Only', world.a2.assetId);
      expect(first.status).toBe(200);
      expect((await put('three', 'Shared', world.a2.assetId)).status).toBe(409);
      expect((await put('two', 'Shared', world.a2.assetId, first.body.systemId)).status).toBe(200);
      expect((await put('three', 'Shared', world.a2.assetId)).status).toBe(200);
      const [only] = definition.slots.filter(({ name }) => name === 'Shared');
      const admin = await portal.as('admin');
      expect((await admin.post('/api/slots', [{ ...only, exclusive: true }])).status).toBe(409);
      expect((await admin.get(`/api/ef/systemdefinitions/${systemDefinitionId}`)).body).toEqual(definition);
    });
  });

  describe('system definitions', () => {
    it('and their slots are for those who hold the permissions', async () => {
      const viewer = await portal.as('viewA');
      for (const path of ['/api/ef/systemdefinitions', `/api/ef/systemdefinitions/${wellSite.systemDefinitionId}`]) {
        expect((await viewer.get(path)).status).toBe(403);
      }
      expect((await viewer.post('/api/ef/systemdefinitions', { name: 'x' })).status).toBe(403);
      expect((await viewer.post('/api/slots', [])).status).toBe(403);
      await portal.aUser({ username: 'reads', permissions: [74, 78] });
      const reader = await portal.as('reads');
      expect((await reader.get('/api/ef/systemdefinitions')).status).toBe(200);
      expect((await reader.post('/api/ef/systemdefinitions', { name: 'x' })).status).toBe(403);
      expect((await reader.post('/api/slots', 'not read')).status).toBe(403);
      await portal.aUser({ username: 'names', permissions: [74, 75, 76, 78] });
      const slots = [{ name: 'x', assetDefinitionId: world.definition }];
      expect((await (await portal.as('names')).post('/api/ef/systemdefinitions', { name: 'y', slots })).status).toBe(
        403,
      );
      expect((await reader.get('/api/ef/systemdefinitions')).text).not.toContain('"y"');
    });

    it('contain no definition that contains them, and stay while they are in use', async () => {
      const inner = await define('admin', {
        name: 'Inner',
        slots: [{ name: 'Pump', assetDefinitionId: world.definition }],
      });
      const outer = await define('admin', {
        name: 'Outer',
        slots: [{ name: 'Inside', systemDefinitionId: inner.systemDefinitionId }],
      });
      const admin = await portal.as('admin');
      const slot = (parent: number, more: object) => [{ name: 'loop', parentSystemDefinitionId: parent, ...more }];
      const loop = slot(inner.systemDefinitionId, { systemDefinitionId: outer.systemDefinitionId });
      expect((await admin.post('/api/slots', loop)).status).toBe(400);
      const self = slot(inner.systemDefinitionId, { systemDefinitionId: inner.systemDefinitionId });
      expect((await admin.post('/api/slots', self)).status).toBe(400);
      const both = { systemDefinitionId: inner.systemDefinitionId, assetDefinitionId: world.definition };
      expect((await admin.post('/api/slots', slot(outer.systemDefinitionId, both))).status).toBe(400);
      expect((await admin.post('/api/slots', slot(999_999, {}))).status).toBe(404);
      expect(
        (await admin.post('/api/slots', slot(outer.systemDefinitionId, { assetDefinitionId: 999_999 }))).status,
      ).toBe(404);
      expect((await admin.post('/api/ef/systemdefinitions', { name: 'inner' })).status).toBe(409);

      const child = await save('admin', {
        name: 'Child',
        systemDefinitionId: inner.systemDefinitionId,
        currentSlotAssignments: [{ slotId: slotOf(inner, 'Pump'), assetId: world.a1.assetId }],
      });
      const parent = await save('admin', {
        name: 'Parent',
        systemDefinitionId: outer.systemDefinitionId,
        currentSlotAssignments: [{ slotId: slotOf(outer, 'Inside'), systemId: child.systemId }],
      });
      const builder = await portal.as('builder');
      const seen = (await builder.get<systems.System>(`/api/ef/systems/${parent.systemId}`)).body;
      expect(seen.currentSlotAssignments).toMatchObject([
        { systemId: child.systemId, system: { name: 'Child', currentSlotAssignments: [{ assetAlias: 'Pump A1' }] } },
      ]);
      const tree = (await builder.get<DefinitionTree>(`/api/ef/systems/${parent.systemId}/definition`)).body;
      const inside = tree.slots[0]?.systemDefinition?.slots[0];
      expect(inside).toMatchObject({ name: 'Pump', assetDefinition: { dataItemDefinitions: [{ label: 'Pressure' }] } });

      expect((await admin.delete(`/api/systemdefinitions/${inner.systemDefinitionId}`)).status).toBe(409);
      expect((await admin.delete(`/api/slots/${slotOf(inner, 'Pump')}`)).status).toBe(409);
      expect((await admin.delete(`/api/ef/systems/${child.systemId}`)).status).toBe(409);
      expect((await admin.delete(`/api/ef/systems/${parent.systemId}`)).status).toBe(200);
      expect((await admin.delete(`/api/ef/systems/${child.systemId}`)).status).toBe(200);
      expect((await admin.delete(`/api/slots/${slotOf(inner, 'Pump')}`)).status).toBe(200);
      expect((await admin.delete(`/api/systemdefinitions/${outer.systemDefinitionId}`)).status).toBe(200);
      expect((await admin.delete(`/api/systemdefinitions/${outer.systemDefinitionId}`)).status).toBe(404);
    });

    it('read the data items of their assets by the names of the assets, and over these by their own', async () => {
      const admin = await portal.as('admin');
      const definition = await define('admin', {
        name: 'Named',
        slots: [{ name: 'Pump', assetDefinitionId: world.definition }],
      });
      const { systemDefinitionId } = definition;
      const body = {
        name: 'Named 1',
        systemDefinitionId,
        currentSlotAssignments: [{ slotId: slotOf(definition, 'Pump'), assetId: world.a1.assetId }],
      };
      const { systemId } = await save('admin', body);
      const read = async () =>
        (await admin.get<DefinitionTree>(`/api/ef/systems/${systemId}/definition`)).body.slots[0]?.assetDefinition
          ?.dataItemDefinitions;
      const [pressure] = (await read()) ?? [];
      expect(pressure).toEqual({ dataItemId: expect.any(Number), label: 'Pressure' });
      const aliasMap = (name: string) => ({
        attributeName: 'aliasMap',
        attributeValue: JSON.stringify({ [`${pressure?.dataItemId}`]: name }),
      });
      await admin.put(`/api/assets/${world.a1.assetId}/attributes`, aliasMap('Wellhead'));
      expect(await read()).toEqual([{ ...pressure, alias: 'Wellhead' }]);
      await save('admin', { ...body, systemId, attributes: [aliasMap('North wellhead')] });
      expect(await read()).toEqual([{ ...pressure, alias: 'North wellhead' }]);
      await admin.delete(`/api/assets/${world.a1.assetId}/attributes/aliasMap`);
      expect((await admin.delete(`/api/ef/systems/${systemId}`)).status).toBe(200);
      expect((await admin.delete(`/api/systemdefinitions/${systemDefinitionId}`)).status).toBe(200);
    });

    it('say what hangs on them, to who may delete them', async () => {
      const inner = await define('admin', { name: 'Counted', slots: [{ name: 'One' }, { name: 'Two' }] });
      const { systemDefinitionId } = inner;
      const path = `/api/ef/systemdefinitions/${systemDefinitionId}/uses`;
      expect((await (await portal.as('viewA')).get(path)).status).toBe(403);
      await define('admin', { name: 'Counts', slots: [{ name: 'Inner', systemDefinitionId }] });
      await save('admin', { name: 'Counted 1', systemDefinitionId });
      const reply = await (await portal.as('builder')).get(path);
      const seen = { systems: 1, slots: 1, ownSlots: 2, dashboards: 0, unseen: [] };
      expect(reply.body).toEqual(seen);

      const unitB = await portal.anAdminUnit('counts nothing');
      await portal.aUser({ username: 'counts elsewhere', permissions: [1], adminId: unitB });
      const body = { dashboardId: 0, dashboardName: 'Counted', systemDefinitionId, config: '{}' };
      expect((await (await portal.as('admin')).post('/api/dashboards', body)).status).toBe(200);
      const other = await (await portal.as('counts elsewhere')).get(path);
      expect(other.body).toEqual({ ...seen, systems: 0, unseen: ['systems', 'dashboards'] });
    });

    it('keep asset definitions in use', async () => {
      const assetDefinitionId = await portal.aDefinition('Slotted');
      await define('admin', { name: 'With a slot', slots: [{ name: 'One', assetDefinitionId }] });
      const reply = await (await portal.as('admin')).delete<{ error: { message: string } }>(
        `/api/assetDefinitions/${assetDefinitionId}`,
      );
      expect([reply.status, reply.body.error.message]).toMatchObject([409, expect.stringContaining('slots')]);
    });
  });

  describe('dashboards of systems', () => {
    it('are saved by their definition, and seen by who sees a system of it', async () => {
      const { systemDefinitionId } = wellSite;
      const config = JSON.stringify({ tiles: [], text: '<img src=x onerror=P()>' });
      const body = { dashboardId: 0, dashboardName: 'Site', systemDefinitionId, config };
      const builder = await portal.as('builder');
      const saved = await builder.post<dashboards.Dashboard>('/api/dashboards', body);
      expect(saved.body).toMatchObject({ systemDefinitionId, assetDefinitionId: null, config, version: 1 });
      const path = `/api/ef/systems/${mixed.systemId}/dashboard`;
      const { systemDefinition } = (await builder.get<systems.SystemWithDashboards>(path)).body;
      expect(systemDefinition.dashboards).toEqual([saved.body]);
      const { dashboardId } = saved.body;
      const again = await builder.post<dashboards.Dashboard>('/api/dashboards', {
        ...saved.body,
        dashboardName: 'Site 2',
      });
      expect(again.body).toMatchObject({ dashboardId, version: 2 });
      await portal.aUser({ username: 'outside', permissions: range(6, 109) });
      const outside = await portal.as('outside');
      expect((await outside.get(`/api/dashboards/${dashboardId}`)).status).toBe(404);
      expect((await outside.post('/api/dashboards', body)).status).toBe(404);
      expect((await outside.delete(`/api/dashboards/${dashboardId}`)).status).toBe(404);
      expect((await builder.post('/api/dashboards', { ...body, systemDefinitionId: 999_999 })).status).toBe(404);
      const two = { ...body, assetDefinitionId: world.definition };
      expect((await builder.post('/api/dashboards', two)).status).toBe(400);
      expect((await builder.delete(`/api/dashboards/${dashboardId}`)).status).toBe(200);
    });
  });
});
