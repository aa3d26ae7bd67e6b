import type { AdminId, alertCoverage } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertWorld } from '../testing/alert-world.ts';

const LIST = '/api/ef/alertsubscriptions';
const peopleOf = (userGroupId: number, assetGroupId: number) => `${LIST}/${userGroupId}/${assetGroupId}/people`;
const GAPS = '/api/ef/alertgaps';

type Page = { total: number; subscriptions: alertCoverage.AlertSubscription[] };
type People = { total: number; people: alertCoverage.ToldPerson[] };
type Gaps = { counts: Record<alertCoverage.GapKind, number>; total: number; gaps: alertCoverage.AlertGap[] };

describe.each(everyPortal())('who is told what on $engine', ({ start }) => {
  let world: AlertWorld;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());

  const admin = () => world.portal.as('admin');

  it('is for administrators alone', async () => {
    const { first } = await world.watched();
    const ann = await world.portal.as(first.username);
    for (const path of [LIST, GAPS, peopleOf(first.userGroupId, 1)]) {
      expect((await ann.get(path)).status).toBe(403);
    }
    const root = await admin();
    expect((await root.get(peopleOf(first.userGroupId, 999_999))).status).toBe(404);
    for (const wrong of ['limit=0', 'limit=501', 'offset=-1']) {
      expect((await root.get(`${LIST}?${wrong}`)).status).toBe(400);
    }
    expect((await root.get(`${GAPS}?kind=other`)).status).toBe(400);
  });

  it('tells who is in a subscription, by which ways, and what was sent last', async () => {
    const watched = await world.watched({ users: ['dora', 'emil'] });
    const { portal } = world;
    const silent = await portal.aUser({ username: `silent ${watched.userGroupId}` });
    await portal.context.ownership.links.add(systemCaller, 'users', watched.userGroupId, [silent.userId]);
    const root = await admin();
    const find = async () =>
      (await root.get<Page>(`${LIST}?search=${encodeURIComponent(watched.first.username)}`)).body;
    const before = await find();
    expect(before).toMatchObject({
      total: 1,
      subscriptions: [
        {
          userGroupId: watched.userGroupId,
          assetGroupId: watched.assetGroupId,
          severityMin: 2,
          severityMax: 10,
          people: { total: 3, mail: 2, push: 0, text: 0, quiet: 0, untold: 1 },
          webhook: false,
          assets: 1,
          last: null,
        },
      ],
    });
    await world.raise(watched);
    expect((await find()).subscriptions[0]?.last).toMatchObject({ kind: 'raised', assetId: watched.asset.assetId });

    const people = peopleOf(watched.userGroupId, watched.assetGroupId);
    const { body } = await root.get<People>(people);
    const [dora, emil, nobody] = body.people;
    expect(body.total).toBe(3);
    expect(dora).toMatchObject({ mail: watched.first.username, silence: [], last: { state: 'sent' } });
    expect(emil).toMatchObject({ silence: [], last: { state: 'sent' } });
    expect(nobody).toMatchObject({
      userId: silent.userId,
      mail: null,
      silence: ['noAddress'],
      last: { state: 'failed' },
    });
    const one = await root.get<People>(`${people}?search=DORA&limit=1`);
    expect(one.body.people.map(({ userId }) => userId)).toEqual([dora?.userId]);
  });

  it('finds gaps, counted for all kinds, and pages through one of them', async () => {
    const { portal } = world;
    const lonely = await portal.anAsset({ alias: 'Lonely well 9' });
    await portal.anAsset({ alias: 'Lonely well 10' });
    const root = await admin();
    const { body } = await root.get<Gaps>(`${GAPS}?search=lonely&limit=1`);
    expect(body.total).toBe(2);
    expect(body.gaps).toMatchObject([{ kind: 'asset', assetId: lonely.assetId, isSubscribed: false }]);
    expect(body.counts.asset).toBeGreaterThanOrEqual(2);
    const next = await root.get<Gaps>(`${GAPS}?search=lonely&limit=1&offset=1`);
    expect(next.body.gaps).toMatchObject([{ assetAlias: 'Lonely well 10' }]);
    for (const kind of ['person', 'group', 'alarm']) {
      const reply = await root.get<Gaps>(`${GAPS}?kind=${kind}`);
      expect(reply.body.gaps.every((gap) => gap.kind === kind)).toBe(true);
    }
  });

  it('tells the administrator of a unit of that unit only', async () => {
    const { portal } = world;
    const elsewhere = await world.watched();
    const unit = await portal.anAdminUnit('Coverage north');
    await portal.aUser({ username: 'coverage-north', permissions: [1], adminId: unit });
    const asset = await portal.anAsset({ alias: 'North well', by: 'coverage-north' });
    const adminId = unit as AdminId;
    const assetGroupId = await portal.anAssetGroup({ name: 'north wells', assets: [asset.assetId], adminId });
    const north = await portal.as('coverage-north');
    expect((await north.get<Page>(LIST)).body).toEqual({ total: 0, subscriptions: [] });
    const { body } = await north.get<Gaps>(GAPS);
    expect(body).toMatchObject({ counts: { asset: 1, person: 0, group: 0, alarm: 0 }, total: 1 });
    expect(body.gaps).toMatchObject([{ assetId: asset.assetId }]);
    const { userGroupId } = elsewhere;
    expect((await north.get(peopleOf(userGroupId, elsewhere.assetGroupId))).status).toBe(404);

    // What administrators above have set counts, and is not told of.
    const told = { severityMin: 2, severityMax: 10, status: 'open', online: false, offline: false };
    const everyAsset = await portal.aUser({ username: 'above@example.com', permissions: [1] });
    await portal.context.ownership.alerts.save(systemCaller, [
      { ...told, userGroupId: everyAsset.userGroupId, assetGroupId },
    ]);
    expect((await north.get<Gaps>(GAPS)).body.counts.asset).toBe(0);
    expect((await north.get<Page>(LIST)).body.total).toBe(0);
  });
});
