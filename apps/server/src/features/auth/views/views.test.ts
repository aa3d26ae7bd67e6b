import {
  type auth,
  callTable,
  type ErrorReply,
  isReading,
  PROOF_MS,
  permissionId,
  type UserId,
  type View,
  views,
} from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import { addressOf, type CallSample, type SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { LiveClient } from '#testing/live-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient, TestReply } from '#testing/portal-client.ts';

const OPERATOR = (['Assets', 'CurrentDataItems', 'Alarms', 'Dashboard', 'Users'] as const).flatMap((group) =>
  (['View', 'Modify'] as const).map((action) => permissionId(group, action)),
);
const START = '/api/ef/auth/views';
const SESSION = '/api/ef/auth/login';
const OVER = [403, views.VIEW_OVER];

const codeOf = ({ status, body }: TestReply) => [status, (body as Partial<ErrorReply>).error?.code];

/** An address as a tab asks for it that views as somebody. */
const marked = (path: string, viewId: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${views.VIEW_PARAM}=${encodeURIComponent(viewId)}`;

describe('viewing the portal as another user', () => {
  let portal: Portal;
  let world: SampleWorld;
  let root: PortalClient;
  let ann: { userId: number; userGroupId: number };
  let seen: { assetId: number };
  beforeAll(async () => {
    portal = await startPortal();
    world = await buildSampleWorld(portal, OPERATOR);
    seen = await portal.anAsset();
    const group = await portal.anAssetGroup({ name: 'of Ann', assets: [seen.assetId as never] });
    ann = await portal.aUser({ username: 'ann', permissions: OPERATOR, assetGroups: [group] });
  });
  beforeEach(async () => {
    root = await portal.newSession('sampler');
  });
  afterAll(() => portal.close());

  const begin = (by = root, userId: number = ann.userId) => by.post<View>(START, { userId });
  const view = async (by = root, userId: number = ann.userId) => (await begin(by, userId)).body.viewId;
  const end = (viewId: string, by = root) => by.delete(`${START}/${viewId}`);
  const assetsOf = async (by: PortalClient, viewId?: string) => {
    const path = '/api/ef/assets';
    const reply = await by.get<{ assetId: number }[]>(viewId === undefined ? path : marked(path, viewId));
    return reply.body.map(({ assetId }) => assetId);
  };
  const check = (viewId: string, by = root) => by.get<auth.LoginReply>(marked(SESSION, viewId));
  const journal = async () => {
    const reader = await portal.newSession('admin');
    type Entry = { what: string; user: string; after: { why?: string } };
    const { body } = await reader.get<{ entries: Entry[] }>('/api/journal?kind=session&limit=50');
    return body.entries.filter(({ what }) => what.includes('view as'));
  };

  it('reads with what that user may do and see, and says whose view it is; the other tabs stay as they are', async () => {
    const own = await assetsOf(root);
    expect(own.length).toBeGreaterThan(1);
    const started = (await begin()).body;
    expect(started).toMatchObject({ userId: ann.userId, username: 'ann', by: 'sampler' });
    expect(await assetsOf(root, started.viewId)).toEqual([seen.assetId]);
    expect(codeOf(await root.get(marked('/api/journal?limit=10', started.viewId)))).toEqual([403, 'forbidden']);
    const told = (await check(started.viewId)).body;
    expect(told).toMatchObject({ auth: { user: { username: 'ann' } }, viewing: started });
    expect(told.permissions.map((one) => one.permissionId)).toEqual([...OPERATOR].sort((a, b) => a - b));
    expect(await assetsOf(root)).toEqual(own);
    expect((await root.get<auth.LoginReply>(SESSION)).body.viewing).toBeUndefined();
    expect((await end(started.viewId)).body).toEqual({ viewId: started.viewId });
    expect(codeOf(await root.get(marked('/api/ef/assets', started.viewId)))).toEqual(OVER);
    expect(codeOf(await check(started.viewId))).toEqual(OVER);
    expect((await end(started.viewId)).status).toBe(200);
  });

  it('answers every call that reads as the user is answered, refuses every other one, and leaves no trace', async () => {
    const viewId = await view(root, world.holderId);
    const trace = async () => {
      const { db } = portal.context;
      const entries = await db.selectFrom('journal').select('journal_id').where('by_user_id', '=', world.holderId);
      const sessions = await db.selectFrom('sessions').select('auth_id').execute();
      return [(await entries.execute()).length, sessions.length];
    };
    const ofSession = new Set(['auth.login', 'auth.logout', 'views.endView']);
    const answered: string[] = [];
    for (const { resource, name: short, call } of callTable) {
      const name = `${resource}.${short}`;
      if (call.access.kind === 'device' || ofSession.has(name)) continue;
      if (!isReading(call) || call.proof !== undefined) {
        const path = marked(call.path.replaceAll(/\{\w+\}/g, '999999'), viewId);
        const refused = codeOf(await root.send(path, { method: call.method }));
        // What answers no body says it by its status alone.
        const code = call.method === 'HEAD' ? undefined : views.NOT_AS_ANOTHER;
        expect([name, ...refused]).toEqual([name, 403, code]);
        continue;
      }
      const sample: CallSample | undefined = callSamples.get(name);
      if (!sample) continue;
      const path = addressOf(call, await sample.make(world));
      const asUser = await world.holder.get(path);
      const before = await trace();
      const asSeen = await root.get(marked(path, viewId));
      expect([name, asSeen.status, ...(await trace())]).toEqual([name, asUser.status, ...before]);
      answered.push(name);
    }
    expect(answered.length).toBeGreaterThan(80);
  });

  it('is in the journal from beginning to end, in the name of who viewed', async () => {
    const viewId = await view();
    portal.clock.advance(60_000);
    await end(viewId);
    const [last, first] = await journal();
    expect([first?.user, first?.what]).toEqual(['sampler', 'began to view as ann']);
    expect([last?.user, last?.what, last?.after.why]).toEqual(['sampler', 'ceased to view as ann', 'by who viewed']);
  });

  it('ends after 15 minutes, and of many the oldest', async () => {
    const first = await view();
    for (let more = 1; more < views.MOST_VIEWS; more++) await view();
    expect(await assetsOf(root, first)).toEqual([seen.assetId]);
    const last = await view();
    expect(codeOf(await root.get(marked('/api/ef/assets', first)))).toEqual(OVER);
    portal.clock.advance(views.VIEW_MS);
    expect(codeOf(await root.get(marked('/api/ef/assets', last)))).toEqual(OVER);
    expect(codeOf(await root.send(marked('/api/usergroups', last), { method: 'POST' }))).toEqual(OVER);
    expect((await assetsOf(root)).length).toBeGreaterThan(1);
    await portal.context.views.endExpired();
    expect((await journal())[0]?.after.why).toBe('its time was over');
  });

  it('is not for oneself, a token, an old login, another session, nor for who is no administrator', async () => {
    const own = (await root.get<auth.LoginReply>(SESSION)).body.auth.user.userId;
    expect((await begin(root, own)).status).toBe(400);
    expect((await begin(root, 999_999)).status).toBe(404);
    const { token } = (await root.post<{ token: string }>('/api/tokens', { name: 'wide' })).body;
    const headers = { Authorization: `Bearer ${token}` };
    const byToken = await portal.anonymous.send(START, { method: 'POST', headers, body: { userId: ann.userId } });
    expect(codeOf(byToken)).toEqual([403, 'session-needed']);
    expect((await begin(await portal.newSession('ann'), own)).status).toBe(403);
    const viewId = await view();
    expect(codeOf(await portal.anonymous.get(marked('/api/ef/assets', viewId), headers))).toEqual(OVER);
    expect((await portal.anonymous.get(marked('/api/ef/assets', viewId))).status).toBe(401);
    const other = await portal.newSession('sampler');
    expect(codeOf(await other.get(marked('/api/ef/assets', viewId)))).toEqual(OVER);
    await end(viewId, other);
    expect(await assetsOf(root, viewId)).toEqual([seen.assetId]);
    expect(codeOf(await root.get(marked(marked('/api/ef/assets', viewId), viewId)))).toEqual(OVER);
    portal.clock.advance(PROOF_MS);
    expect(codeOf(await begin())).toEqual([403, 'proof-needed']);
  });

  it('shows an administrator of a unit nobody of another one, nor who may do or see more', async () => {
    const adminId = await portal.anAdminUnit('South');
    await portal.aUser({ username: 'south', permissions: [1], adminId });
    const south = await portal.newSession('south');
    expect((await begin(south)).status).toBe(404);
    const above = await portal.context.users.findByName('sampler');
    expect((await begin(south, above?.userId as UserId)).status).toBe(404);
    const asset = await portal.anAsset({ by: 'south' });
    const group = await portal.anAssetGroup({ name: 'of the south', assets: [asset.assetId], adminId });
    const sue = await portal.aUser({ username: 'sue', permissions: OPERATOR, assetGroups: [group], adminId });
    expect(await assetsOf(south, await view(south, sue.userId))).toEqual([asset.assetId]);
  });

  it('ends as soon as either of the two may less, and with either account or the session', async () => {
    const bob = await portal.aUser({ username: 'bob', permissions: OPERATOR });
    const boss = await portal.aUser({ username: 'boss', permissions: [1] });
    const session = await portal.newSession('boss');
    const first = await view(session, bob.userId);
    // More rights of who is viewed are seen at once.
    await portal.setPermissions(bob.userGroupId, [...OPERATOR, permissionId('Events', 'View')]);
    expect((await check(first, session)).body.permissions.length).toBe(OPERATOR.length + 1);
    await portal.setPermissions(boss.userGroupId, OPERATOR);
    expect(codeOf(await session.get(marked('/api/ef/assets', first)))).toEqual(OVER);
    await portal.setPermissions(boss.userGroupId, [1]);
    const again = await portal.newSession('boss');
    expect(codeOf(await again.get(marked('/api/ef/assets', first)))).toEqual(OVER);
    const second = await view(again, bob.userId);
    expect((await root.delete(`/api/users/${bob.userId}`)).status).toBe(200);
    expect(codeOf(await again.get(marked('/api/ef/assets', second)))).toEqual(OVER);
    const third = await view();
    // Logging out in the view is one's own logging out.
    expect((await root.get(marked('/api/auth/logout', third))).status).toBe(200);
    expect((await root.get(marked('/api/ef/assets', third))).status).toBe(401);
    await expect.poll(async () => (await journal())[0]?.after.why).toBe('the session ended');
  });

  it('has a live connection of its own, which hears what the user may hear and ends with it', async () => {
    const other = (await assetsOf(root)).find((assetId) => assetId !== seen.assetId) as number;
    const viewId = await view();
    const { brokerToken } = (await check(viewId)).body;
    expect(brokerToken).not.toBe(root.login?.brokerToken);
    const [own, viewed] = [new LiveClient(portal.url), new LiveClient(portal.url)];
    expect(await own.connect(root.login?.brokerToken)).toBe(0);
    expect(await viewed.connect(brokerToken)).toBe(0);
    expect(await own.subscribe(`telltale/assets/${other}/dataitems/#`)).toEqual([0]);
    expect(await viewed.subscribe(`telltale/assets/${other}/dataitems/#`)).toEqual([128]);
    expect(await viewed.subscribe(`telltale/assets/${seen.assetId}/dataitems/#`)).toEqual([0]);
    await end(viewId);
    await viewed.closed;
    const late = new LiveClient(portal.url);
    expect(await late.connect(brokerToken)).not.toBe(0);
    expect(await own.subscribe(`telltale/assets/${other}/state`)).toEqual([0]);
    for (const client of [own, late]) client.socket.close();
  });
});
