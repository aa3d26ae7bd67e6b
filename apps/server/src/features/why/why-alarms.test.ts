import { type alarmDefinitions, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

describe.each(everyPortal())('the values that an alarm goes by, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let [pressure, level] = [0, 0];
  let [high, none, foreign] = [0, 0, 0];

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    for (const asset of [world.a1, world.b1]) {
      const points = ['Pressure', 'Level'].map((label) => ({ label, timeMs: undefined, value: 4, quality: 192 }));
      await portal.context.pipeline.accept(asset, points);
    }
    const slots = [...(portal.context.registry.find(world.a1.assetId)?.slots() ?? [])];
    [pressure, level] = ['Pressure', 'Level'].map(
      (name) => slots.find(({ label }) => label === name)?.dataItemId ?? 0,
    ) as [number, number];
    high = await anAlarm(world.definition, 'High', '_Pressure > 100 and avg(_Pressure, 60) > 90');
    none = await anAlarm(world.definition, 'Always', '1 = 2');
    foreign = await anAlarm(world.definitionB, 'Foreign', '_Pressure > 100');
  });
  afterAll(() => portal.close());

  async function anAlarm(assetDefinitionId: number, name: string, expression: string): Promise<number> {
    const flee = JSON.stringify({ expression });
    const body = [{ assetDefinitionId, name, flee }];
    const reply = await root.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body[0]?.alarmDefinitionId ?? 0;
  }
  const ask = (client: PortalClient, assetId: number, alarmDefinitionId: number) =>
    client.get<number[]>(`/api/ef/assets/${assetId}/alarms/${alarmDefinitionId}/dataitems`);

  it('are 404 out of sight and for an alarm that the asset has not, 403 without the permission', async () => {
    const permissions = [6, permissionId('Alarms', 'View')];
    await portal.aUser({ username: 'asker', permissions, assetGroups: [world.groupA] });
    await portal.aUser({ username: 'blind', permissions: [6], assetGroups: [world.groupA] });
    const asker = await portal.as('asker');
    expect((await ask(asker, world.b1.assetId, foreign)).status).toBe(404);
    expect((await ask(asker, world.a1.assetId, foreign)).status).toBe(404);
    expect((await ask(asker, world.a1.assetId, 999_999)).status).toBe(404);
    expect((await ask(await portal.as('blind'), world.a1.assetId, high)).status).toBe(403);
    expect((await ask(portal.anonymous, world.a1.assetId, high)).status).toBe(401);
    expect((await ask(asker, world.a1.assetId, high)).body).toEqual([pressure]);
  });

  it('are those of the condition in force: an override of one asset reads others', async () => {
    expect((await ask(root, world.a1.assetId, none)).body).toEqual([]);
    const expression = { expression: '_Level > 3' };
    const override = { alarmDefinitionId: high, assetId: world.a1.assetId, overrideMethod: 1, expression };
    const reply = await root.put('/api/ef/alarmoverrides', [override]);
    expect(reply.status, reply.text).toBe(200);
    await expect.poll(async () => (await ask(root, world.a1.assetId, high)).body).toEqual([level]);
    expect((await ask(root, world.a2.assetId, high)).body).toEqual([pressure]);
  });
});
