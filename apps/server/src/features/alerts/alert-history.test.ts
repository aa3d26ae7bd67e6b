import type { alerts } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertHistoryRepository } from './alert-history-repository.ts';
import { AlertWayRepository } from './alert-way-repository.ts';
import { AlertWorld, MINUTE, WAIT } from './testing/alert-world.ts';

type Listed = { total: number; deliveries: alerts.AlertDelivery[] };

describe.each(everyPortal())('what became of the alerts of one alarm on $engine', ({ start }) => {
  let world: AlertWorld;
  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());

  it('is told apart from those of the same alarm when it was raised before', async () => {
    const pump = await world.watched();
    const { assetId } = pump.asset;
    await world.raise(pump);
    await world.send(pump.asset, 0);
    await expect.poll(() => world.portal.context.alarmService.openAlarmsOf(assetId).length, WAIT).toBe(0);
    await world.pass(MINUTE);
    await world.raise(pump);
    const [open] = world.portal.context.alarmService.openAlarmsOf(assetId);
    const admin = await world.portal.as('admin');
    const path = `/api/ef/alertdeliveries?assetId=${assetId}&alarmDefinitionId=${pump.alarmDefinitionId}`;
    const all = (await admin.get<Listed>(path)).body;
    expect(all.deliveries.map(({ kind }) => kind)).toEqual(['raised', 'closed', 'raised']);
    const raised = encodeURIComponent(open?.raised ?? '');
    const newest = (await admin.get<Listed>(`${path}&raised=${raised}`)).body;
    expect(newest).toEqual({ total: 1, deliveries: [all.deliveries[0]] });
    expect((await admin.get(`${path}&raised=yesterday`)).status).toBe(400);
    expect((await admin.get<Listed>(`${path}&raised=2001-01-01T00:00:00Z`)).body.total).toBe(0);
  });

  it('is told to who sees more assets than a statement takes parameters', async () => {
    const pump = await world.watched();
    await world.raise(pump);
    const { db } = world.portal.context;
    const { assetId } = pump.asset;
    const others = Array.from({ length: 70_000 }, (_, n) => (1_000_000 + n) as typeof assetId);
    const page = { limit: 10, offset: 0 };
    const history = new AlertHistoryRepository(db);
    const listed = await history.list({ assetIds: [...others, assetId], adminIds: [1] }, page);
    expect(listed.deliveries.map((one) => one.assetId)).toContain(assetId);
    expect(await history.list({ assetIds: others, adminIds: [1] }, page)).toEqual({ total: 0, deliveries: [] });
    const { userGroupId } = await db
      .selectFrom('alerts')
      .innerJoin('asset_group_assets as grouped', 'grouped.asset_group_id', 'alerts.asset_group_id')
      .select('alerts.user_group_id as userGroupId')
      .where('grouped.asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
    const seen = await new AlertWayRepository(db).listSeenByGroup(userGroupId, [...others, assetId]);
    expect([...seen]).toEqual([assetId]);
  });
});
