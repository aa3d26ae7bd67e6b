import { type assets, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

describe.each(everyPortal())('the details of an asset, on $engine,', ({ start }) => {
  let portal: Portal;
  let root: PortalClient;
  beforeAll(async () => {
    portal = await start();
    root = await portal.as('admin');
  });
  afterAll(() => portal.close());

  type Refusal = { error: { message: string; details: unknown } };
  const detailsOf = (assetId: number) => `/api/ef/assets/${assetId}/details`;
  const limitOf = async (assetId: number) => {
    const { body } = await root.get<assets.Asset>(`/api/ef/assets/${assetId}`);
    return body.attributes.find(({ attributeName }) => attributeName === 'pingrate')?.attributeValue;
  };

  it('are not overwritten by who has not seen what stands', async () => {
    const { assetId } = await portal.anAsset();
    const path = detailsOf(assetId);
    await root.put(path, { assetAlias: 'North', description: 'by the road', pingrate: '9000' });
    const expected = { assetAlias: 'South', description: 'by the road' };
    const wanted = { assetAlias: 'West', description: 'by the well', pingrate: '1', expected };
    const refused = await root.put<Refusal>(path, wanted);
    expect([refused.status, refused.body.error.message]).toEqual([409, 'The asset was changed meanwhile.']);
    const stands = { assetAlias: 'North', description: 'by the road', pingrate: '9000' };
    expect(refused.body.error.details).toEqual({ ...stands, coordinates: null });
    expect((await root.put(path, { pingrate: null, expected: { pingrate: '9000' } })).status).toBe(200);
    expect(await limitOf(assetId)).toBeUndefined();
    expect((await root.put(path, { pingrate: '5', expected: { pingrate: '9000' } })).status).toBe(409);
    // What stands there already is no loss of anything, and who does not say what they saw stores whatever stands.
    expect((await root.put(path, { assetAlias: 'North', expected })).status).toBe(200);
    expect((await root.put(path, { assetAlias: 'West', expected: { assetAlias: 'North' } })).status).toBe(200);
    expect((await root.put(path, { assetAlias: 'East' })).status).toBe(200);
    expect((await root.get(`/api/ef/assets/${assetId}`)).body).toMatchObject({ assetAlias: 'East' });
  });

  it('are changed all or none: a part that is refused, wrong or not allowed leaves the others as they were', async () => {
    const { assetId } = await portal.anAsset();
    const path = detailsOf(assetId);
    const coordinates = { latitude: 30, longitude: -102 };
    const whole = { assetAlias: 'Pump 8', description: 'new', pingrate: '5000', coordinates };
    const before = (await root.get(`/api/ef/assets/${assetId}`)).body;
    for (const [part, status] of [
      [{ pingrate: 'soon' }, 400],
      [{ pingrate: '0' }, 400],
      [{ coordinates: { latitude: 95, longitude: 0 } }, 400],
      [{ coordinates: { latitude: 30 } }, 400],
      [{ adminId: 999_999 }, 404],
      [{ expected: { pingrate: '1' } }, 409],
      [{ expected: { coordinates: { latitude: 1, longitude: 2 } } }, 409],
      [{ assetAlias: 'x'.repeat(256) }, 400],
    ] as const) {
      expect([part, (await root.put(path, { ...whole, ...part })).status]).toEqual([part, status]);
    }
    expect((await root.get(`/api/ef/assets/${assetId}`)).body).toEqual(before);
    const stored = await root.put<assets.Asset>(path, whole);
    expect(stored.body).toMatchObject({ assetAlias: 'Pump 8', description: 'new', currentCoordinates: coordinates });
    expect([stored.body.connection.pingrate, await limitOf(assetId)]).toEqual([5_000, '5000']);
    const emptied = await root.put<assets.Asset>(path, { pingrate: null, coordinates: null });
    expect(emptied.body).toMatchObject({ assetAlias: 'Pump 8', currentCoordinates: null });
    expect((await root.put(path, { pingrate: null, coordinates: null })).status).toBe(200);
    const { entries } = await portal.context.journal.list(systemCaller, { assetId, limit: 1, offset: 0 });
    expect(entries[0]).toMatchObject({ what: 'position cleared', before: coordinates });
  });

  it('need the permission of each part that is sent, and of no other', async () => {
    const { assetId } = await portal.anAsset();
    const group = await portal.anAssetGroup({ assets: [assetId] });
    const parts = [
      [['Assets', 'Modify'], { description: 'x' }],
      [['Attributes', 'Modify'], { pingrate: '7000' }],
      [['Attributes', 'Delete'], { pingrate: null }],
      [['Coordinates', 'Modify'], { coordinates: { latitude: 1, longitude: 2 } }],
      [['Coordinates', 'Delete'], { coordinates: null }],
    ] as const;
    for (const [at, [needed, part]] of parts.entries()) {
      const username = `part ${at}`;
      const permissions = [permissionId('Assets', 'View'), permissionId(needed[0], needed[1])];
      await portal.aUser({ username, permissions, assetGroups: [group] });
      const change = async (body: object) => (await (await portal.as(username)).put(detailsOf(assetId), body)).status;
      expect([part, await change(part)]).toEqual([part, 200]);
      for (const [, other] of parts) {
        if (other !== part) expect([part, other, await change({ ...part, ...other })]).toEqual([part, other, 403]);
      }
    }
    await portal.aUser({ username: 'only looks', permissions: [permissionId('Assets', 'View')], assetGroups: [group] });
    expect((await (await portal.as('only looks')).put(detailsOf(assetId), {})).status).toBe(403);
    expect((await (await portal.as('part 0')).put(detailsOf(assetId + 1_000), { description: 'x' })).status).toBe(404);
  });

  it('are stored for one of two who change them at once, seen alike', async () => {
    const { assetId, serialNumber } = await portal.anAsset();
    const path = detailsOf(assetId);
    const expected = { assetAlias: serialNumber, pingrate: null };
    const both = ['One', 'Two'].map((assetAlias, at) =>
      root.put(path, { assetAlias, pingrate: `${at + 1}000`, expected }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const won = statuses.indexOf(200);
    const { body } = await root.get<assets.Asset>(`/api/ef/assets/${assetId}`);
    expect([body.assetAlias, await limitOf(assetId)]).toEqual([['One', 'Two'][won], `${won + 1}000`]);
  });
});
