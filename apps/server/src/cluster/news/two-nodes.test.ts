import { type AssetId, PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveClient } from '#testing/live-client.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, PortalClient } from '#testing/portal-client.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await startTwoNodes();
}, 120_000);
afterAll(() => nodes.close(), 60_000);

/** What a client that has a session at one node asks at the other. */
const atTwo = (client: PortalClient) => client.at(nodes.two.url);

async function shareOfAsset(assetId: AssetId): Promise<unknown[]> {
  const path = `/api/assets/${assetId}`;
  const admin = await nodes.one.as('admin');
  const replies = [await admin.get<{ assetAlias: string }>(path), await atTwo(admin).get<{ assetAlias: string }>(path)];
  return replies.map(({ body }) => body.assetAlias);
}

describe('two nodes of a portal', () => {
  it('know a session that began at the other, and none that has ended there', async () => {
    await nodes.one.aUser({ username: 'ann' });
    const ann = await logIn(nodes.one.url, 'ann', TEST_PASSWORD);
    expect((await atTwo(ann).get('/api/tokens')).status).toBe(200);
    expect((await ann.get('/api/auth/logout')).status).toBeLessThan(400);
    expect((await atTwo(ann).get('/api/tokens')).status).toBe(401);
  });

  it('refuse at once what was taken from a user at the other', async () => {
    const { userGroupId } = await nodes.one.aUser({ username: 'ben', permissions: [PERMISSION_ASSETS_VIEW] });
    const ben = atTwo(await nodes.one.as('ben'));
    expect((await ben.get('/api/assets')).status).toBe(200);
    await nodes.one.setPermissions(userGroupId, []);
    // Without a permission left, the session is over.
    expect((await ben.get('/api/assets')).status).toBe(401);
  });

  it('refuse an API token that was revoked at the other', async () => {
    const admin = await nodes.one.as('admin');
    const made = await admin.post<{ token: string; tokenId: number }>('/api/tokens', { name: 'script' });
    const headers = { Authorization: `Bearer ${made.body.token}` };
    const script = new PortalClient(nodes.two.url, 'script');
    expect((await script.get('/api/assets', headers)).status).toBe(200);
    expect((await admin.delete(`/api/tokens/${made.body.tokenId}`)).status).toBeLessThan(300);
    expect((await script.get('/api/assets', headers)).status).toBe(401);
  });

  it('show the same however they were changed at once', async () => {
    const { assetId } = await nodes.one.anAsset();
    const admin = await nodes.one.as('admin');
    const clients = [admin, atTwo(admin)];
    const rename = async (n: number) => {
      const reply = await clients[n % 2]?.put(`/api/assets/${assetId}`, { assetAlias: `name ${n}` });
      expect(reply?.status).toBe(200);
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => rename(n)));
    const [one, two] = await shareOfAsset(assetId);
    expect(two).toBe(one);
    const row = await nodes.one.context.db
      .selectFrom('assets')
      .select('asset_alias')
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
    expect(one).toBe(row.asset_alias);
  }, 60_000);

  it('go on over a number that no unit has kept', async () => {
    const { db } = nodes.one.context;
    await sql`select nextval(pg_get_serial_sequence('cluster_news', 'news_id'))`.execute(db);
    const { assetId } = await nodes.two.anAsset({ alias: 'after the gap' });
    expect(await shareOfAsset(assetId)).toEqual(['after the gap', 'after the gap']);
  });

  it('answer a change when the other has done with hearing of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    const end = nodes.two.context.news.assets.subscribe(() => {
      heard.resolve();
      return promise;
    });
    let isAnswered = false;
    const made = nodes.one.anAsset().then(() => {
      isAnswered = true;
    });
    await heard.promise;
    await nodes.two.context.db.selectFrom('assets').select('asset_id').limit(1).execute();
    expect(isAnswered).toBe(false);
    end();
    resolve();
    await made;
  });

  it('say the name that was given to the portal at the other', async () => {
    const admin = await nodes.one.as('admin');
    expect((await admin.put('/api/ef/firsthour', { portalName: 'Works 4' })).status).toBe(200);
    expect(nodes.two.context.portalName.given).toBe('Works 4');
  });

  it('count registrations from an address together', async () => {
    const registered = async (n: number) => {
      const { anonymous } = n % 2 === 0 ? nodes.one : nodes.two;
      return (
        await anonymous.post('/api/ef/auth/register', { username: `newcomer${n}@example.com`, password: TEST_PASSWORD })
      ).status;
    };
    for (let n = 0; n < 5; n++) expect(await registered(n)).toBe(200);
    // A count is told by a message, which may come a moment after the answer.
    await expect.poll(() => registered(6)).toBe(429);
    await expect.poll(() => registered(7)).toBe(429);
  });

  it('count wrong logins of an address together', async () => {
    await nodes.one.aUser({ username: 'cara' });
    const guess = (url: string) =>
      logIn(url, 'cara', 'wrong').then(
        () => 'in',
        (error: Error) => error.message,
      );
    for (let n = 0; n < 5; n++) await guess(n % 2 === 0 ? nodes.one.url : nodes.two.url);
    await expect.poll(() => guess(nodes.two.url)).toContain('Too many wrong logins');
    await expect.poll(() => guess(nodes.one.url)).toContain('Too many wrong logins');
  });

  it('cut browsers off from the live feed while they cannot hear of one another', async () => {
    const { login } = await nodes.one.as('admin');
    const live = new LiveClient(nodes.two.url);
    expect(await live.connect(login?.brokerToken)).toBe(0);
    const [server] = nodes.world.servers.servers;
    server?.freeze();
    try {
      await live.closed;
      expect(await new LiveClient(nodes.two.url).opened).toBe(503);
    } finally {
      server?.resume();
    }
    await expect.poll(() => new LiveClient(nodes.two.url).connect(login?.brokerToken)).toBe(0);
  });
});
