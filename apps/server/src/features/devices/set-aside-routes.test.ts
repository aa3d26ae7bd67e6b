import type { quarantine } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';

const LIST = '/api/ef/quarantine';

type Reply = { total: number; isAtLeast: boolean; reasons: { reason: string; count: number }[] } & {
  entries: quarantine.SetAside[];
};

describe.each(everyPortal())('what was set aside on $engine', ({ start }) => {
  let portal: Portal;

  beforeAll(async () => {
    portal = await start();
    const unit = await portal.anAdminUnit('Set aside north');
    await portal.aUser({ username: 'north', permissions: [1], adminId: unit });
    await portal.aUser({ username: 'viewer', permissions: [6, 30] });
    const south = await portal.anAsset({ alias: 'South pump', serialNumber: 'SP-1' });
    const north = await portal.anAsset({ alias: 'North 100% well', serialNumber: 'NW-1', by: 'north' });
    const { body } = await (await portal.as('north')).post<{ gatewayId: number; accessToken: string }>(
      '/api/gateways',
      {
        name: 'North yard',
      },
    );
    const send = (token: string, text: string) =>
      fetch(`${portal.url}/api/v1/${token}/telemetry`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: text,
      });
    await send(south.accessToken, '{"Pressure": 1');
    await send(south.accessToken, '{"Pressure": 2');
    await send(south.accessToken, '[1]');
    await send(north.accessToken, '{"Level": 3');
    await send(body.accessToken, 'of the gateway');
  });
  afterAll(() => portal.close());

  const list = async (username: string, query = '') => (await portal.as(username)).get<Reply>(`${LIST}${query}`);

  it('is for administrators', async () => {
    expect((await list('viewer')).status).toBe(403);
    expect((await list('admin', '?limit=501')).status).toBe(400);
    expect((await list('admin', '?source=user')).status).toBe(400);
  });

  it('tells newest first whose it was, why, and the beginning of it; counted by reason', async () => {
    const { body } = await list('admin');
    expect(body.entries.map(({ name }) => name)).toEqual([
      'North yard',
      'North 100% well',
      'South pump',
      'South pump',
      'South pump',
    ]);
    expect(body).toMatchObject({ total: 5, isAtLeast: false, reasons: [{ count: 4 }, { count: 1 }] });
    expect(body.entries[1]).toMatchObject({ reason: 'not valid JSON', label: null, excerpt: '{"Level": 3' });
    const page = await list('admin', '?limit=2&offset=2');
    expect(page.body.entries.map(({ excerpt }) => excerpt)).toEqual(['1', '{"Pressure": 2']);
  });

  it('is narrowed by words taken literally, by reason, source and time', async () => {
    const { body } = await list('admin', '?search=100%25');
    expect(body.entries.map(({ name }) => name)).toEqual(['North 100% well']);
    expect((await list('admin', '?search=PRESSURE')).body.total).toBe(2);
    expect((await list('admin', '?search=sp-1')).body.total).toBe(3);
    const reason = await list('admin', '?reason=not%20valid%20JSON&search=south');
    expect(reason.body).toMatchObject({ total: 2, reasons: [{ count: 2 }, { count: 1 }] });
    expect((await list('admin', '?source=gateway')).body.entries).toMatchObject([
      { name: 'North yard', assetId: null },
    ]);
    expect((await list('admin', '?to=2000-01-01T00:00:00Z')).body).toMatchObject({
      total: 0,
      reasons: [],
      entries: [],
    });
  });

  it('tells the administrator of a unit what is of that unit', async () => {
    const { body, text } = await list('north');
    expect(body.entries.map(({ name }) => name)).toEqual(['North yard', 'North 100% well']);
    expect(body.total).toBe(2);
    expect(text).not.toContain('South');
  });
});
