import { type AdminId, ownership } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnitRepository } from '#features/ownership/unit-repository.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

/** So many answers of reads the caller has while the change is held: what the waiting calls look at first is long over. */
const READS = 10;

describe.each(everyPortal())('while a unit moves out of sight, on $engine,', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let adminB: PortalClient;
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    adminB = await portal.newSession('adminB');
  });
  afterAll(() => portal.close());

  /** Moves the unit below the first in a change that is held until the calls wait for their turn behind it. */
  async function meanwhile<T>(adminId: AdminId, calls: () => Promise<T>): Promise<T> {
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const moved = portal.context.work.run({ name: 'test' }, async (unit) => {
      begun.resolve();
      await go.promise;
      const record = { adminId, adminName: `Moved ${adminId}`, parentAdminId: ownership.ROOT_ADMIN_ID as AdminId };
      await unit.of(UnitRepository).update(record);
    });
    await begun.promise;
    const answers = calls();
    for (let read = 0; read < READS; read++) expect((await adminB.get('/api/gateways')).status).toBe(200);
    go.resolve();
    await moved;
    return answers;
  }

  it('its gateways are deleted by nobody who no longer knows of them, and no link resets its users', async () => {
    const below = await portal.anAdminUnit('Below', world.unitB);
    const { userId } = await portal.aUser({ username: 'below@example.com', permissions: [], adminId: below });
    await portal.aUser({ username: 'adminBelow', permissions: [1], adminId: below });
    const adminBelow = await portal.as('adminBelow');
    const { gatewayId } = (await adminBelow.post<{ gatewayId: number }>('/api/gateways', { name: 'Edge' })).body;
    const userIds = [userId];
    const [deleted, link, mails, links] = await meanwhile(below, () =>
      Promise.all([
        adminB.delete(`/api/gateways/${gatewayId}`),
        adminB.get('/api/auth/link/below@example.com'),
        adminB.post('/api/ef/users/resetmails', { userIds }),
        adminB.post('/api/ef/users/resetlinks', { userIds, preview: false }),
      ]),
    );
    expect([deleted.status, link.status, mails.status]).toEqual([404, 404, 404]);
    expect(links.body).toMatchObject([{ outcome: 'gone', link: null }]);
    expect((await adminBelow.get('/api/gateways')).body).toMatchObject([{ gatewayId }]);
    const resets = await portal.context.db.selectFrom('password_resets').selectAll().execute();
    expect(resets).toEqual([]);
  });
});
