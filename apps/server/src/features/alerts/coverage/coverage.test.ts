import type {
  AdminId,
  AlarmDefinitionId,
  AssetDefinitionId,
  AssetGroupId,
  AssetId,
  UserGroupId,
  UserId,
} from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { Coverage, type CoverageRecords, type HearingWorld, type SubscriptionRow, type Ways } from './coverage.ts';
import { gapsIn } from './gaps.ts';

const MAIL: Ways = { mail: 'ann@example.com', wantsMail: true, text: null, browsers: 0 };
const NO_ADDRESS: Ways = { mail: null, wantsMail: true, text: null, browsers: 0 };
const MAILS_OFF: Ways = { mail: null, wantsMail: false, text: null, browsers: 0 };

const [ROOT, NORTH] = [1, 2] as AdminId[] as [AdminId, AdminId];
const [ANN, BEA, CAS] = [1, 2, 3] as UserId[] as [UserId, UserId, UserId];
const [PUMP, TANK, WELL] = [11, 12, 13] as AssetId[] as [AssetId, AssetId, AssetId];
/** User groups: those on watch, those told next, and one with nobody in it. */
const [WATCH, NEXT, EMPTY] = [21, 22, 23] as UserGroupId[] as [UserGroupId, UserGroupId, UserGroupId];
/** Asset groups: the field, the pumps below it, and the wells of another unit. */
const [FIELD, PUMPS, WELLS] = [31, 32, 33] as AssetGroupId[] as [AssetGroupId, AssetGroupId, AssetGroupId];
const PUMP_KIND = 41 as AssetDefinitionId;

const subscribe = (userGroupId: UserGroupId, assetGroupId: AssetGroupId, change: Partial<SubscriptionRow> = {}) => ({
  ...{ userGroupId, assetGroupId, userGroupName: `group ${userGroupId}`, assetGroupName: `assets ${assetGroupId}` },
  ...{ adminIds: [ROOT], severityMin: 5, severityMax: 10, online: false, offline: false, onCallOnly: false },
  ...change,
});

const asset = (assetId: AssetId, adminId: AdminId) => ({
  ...{ assetId, adminId, assetAlias: `Asset ${assetId}`, serialNumber: `S${assetId}` },
  ...{ assetDefinitionId: PUMP_KIND, assetDefinitionName: 'Pump' },
});

const all = (userGroupId: UserGroupId) => ({ userGroupId, onCallOnly: false });

function aWorld({ records = {}, world = {} }: { records?: Partial<CoverageRecords>; world?: Partial<HearingWorld> }) {
  const coverage = new Coverage({
    subscriptions: [subscribe(WATCH, FIELD)],
    units: [
      { adminId: ROOT, parentAdminId: null },
      { adminId: NORTH, parentAdminId: ROOT },
    ],
    userGroups: [WATCH, NEXT, EMPTY].map((userGroupId) => ({
      ...{ userGroupId, userGroupName: `group ${userGroupId}`, adminId: ROOT },
    })),
    administratorGroups: new Set(),
    alarmGroups: new Set([WATCH, NEXT]),
    users: [ANN, BEA, CAS].map((userId) => ({ userId, username: `user ${userId}`, adminId: ROOT })),
    members: [{ userGroupId: WATCH, userId: ANN }],
    links: [{ userGroupId: WATCH, assetGroupId: FIELD }],
    assetGroups: [
      { assetGroupId: FIELD, parentGroupId: null },
      { assetGroupId: PUMPS, parentGroupId: FIELD },
      { assetGroupId: WELLS, parentGroupId: null },
    ],
    grouped: [
      { assetGroupId: PUMPS, assetId: PUMP },
      { assetGroupId: FIELD, assetId: TANK },
      { assetGroupId: WELLS, assetId: WELL },
    ],
    assets: [asset(PUMP, ROOT), asset(TANK, ROOT), asset(WELL, NORTH)],
    alarms: [],
    ...records,
  });
  const nobodyElse = { hasWebhook: () => false, nextOf: () => [], onCallOf: () => undefined };
  const hearing: HearingWorld = { waysOf: () => MAIL, ...nobodyElse, ...world };
  const { assets, subscriptions } = coverage.records;
  const gaps = () => gapsIn(coverage, { assets, subscriptions, world: hearing, inSight: new Set([ROOT, NORTH]) });
  const untold = () => gaps().asset.map(({ assetId }) => assetId);
  return { coverage, gaps, untold };
}

describe('assets that nobody is told about', () => {
  it('are those in no subscription; a group covers those below it', () => {
    const { gaps } = aWorld({});
    expect(gaps().asset).toMatchObject([{ assetId: WELL, isSubscribed: false }]);
  });

  it.each<[string, Parameters<typeof aWorld>[0]]>([
    ['has no way', { world: { waysOf: () => NO_ADDRESS } }],
    ['is gone', { world: { waysOf: () => undefined } }],
    ['may not view alarms', { records: { alarmGroups: new Set() } }],
    ['sees none of them', { records: { links: [] } }],
    ['is not there', { records: { members: [] } }],
  ])('are those of a subscription in which everybody %s', (_why, change) => {
    const { gaps } = aWorld(change);
    expect(gaps().asset).toMatchObject([
      { assetId: PUMP, isSubscribed: true },
      { assetId: TANK, isSubscribed: true },
      { assetId: WELL, isSubscribed: false },
    ]);
  });

  it('are none where a webhook, or a group that is told next, hears of them', () => {
    const nobody = { records: { members: [] } };
    expect(aWorld({ ...nobody, world: { hasWebhook: (id) => id === WATCH } }).untold()).toEqual([WELL]);
    const next = {
      members: [{ userGroupId: NEXT, userId: BEA }],
      links: [{ userGroupId: NEXT, assetGroupId: PUMPS }],
    };
    expect(aWorld({ records: next, world: { nextOf: () => [all(NEXT)] } }).untold()).toEqual([TANK, WELL]);
  });

  it('are those that who is on call alone does not hear of, where only they are told', () => {
    const two = { members: [ANN, BEA].map((userId) => ({ userGroupId: WATCH, userId })) };
    const pumpsOnly = { ...two, subscriptions: [subscribe(WATCH, FIELD, { onCallOnly: true })] };
    const untold = (onCall: UserId | undefined, ways: (userId: UserId) => Ways, more: Partial<HearingWorld> = {}) =>
      aWorld({ records: pumpsOnly, world: { onCallOf: () => onCall, waysOf: ways, ...more } }).untold();
    // A mail that is wanted is sent, and goes nowhere.
    expect(untold(ANN, (userId) => (userId === ANN ? NO_ADDRESS : MAIL))).toEqual([PUMP, TANK, WELL]);
    expect(untold(BEA, (userId) => (userId === ANN ? NO_ADDRESS : MAIL))).toEqual([WELL]);
    expect(untold(ANN, () => NO_ADDRESS, { hasWebhook: () => true })).toEqual([WELL]);
    // Everybody is told where nobody is on call, or who is has no way at all.
    expect(untold(undefined, (userId) => (userId === ANN ? NO_ADDRESS : MAIL))).toEqual([WELL]);
    expect(untold(ANN, (userId) => (userId === ANN ? MAILS_OFF : MAIL))).toEqual([WELL]);
  });

  it('are judged by who is on call of the group that is told next, too', () => {
    const records = {
      members: [ANN, BEA].map((userId) => ({ userGroupId: NEXT, userId })),
      alarmGroups: new Set([NEXT]),
    };
    const links = [{ userGroupId: NEXT, assetGroupId: FIELD }];
    const untold = (onCallOnly: boolean) =>
      aWorld({
        records: { ...records, links },
        world: {
          nextOf: () => [{ userGroupId: NEXT, onCallOnly }],
          onCallOf: () => ANN,
          waysOf: (userId) => (userId === ANN ? NO_ADDRESS : MAIL),
        },
      }).untold();
    expect([untold(false), untold(true)]).toEqual([[WELL], [PUMP, TANK, WELL]]);
  });

  it('count what administrators see: all of it, or their unit and those below it', () => {
    const all = { subscriptions: [subscribe(WATCH, WELLS)], administratorGroups: new Set([WATCH]), links: [] };
    expect(aWorld({ records: all }).untold()).toEqual([PUMP, TANK]);
    const north = { users: [{ userId: ANN, username: 'ann', adminId: NORTH }] };
    const both = { ...all, ...north, subscriptions: [subscribe(WATCH, WELLS), subscribe(WATCH, FIELD)] };
    expect(aWorld({ records: both }).untold()).toEqual([PUMP, TANK]);
  });
});

describe('people, groups and alarms that nobody hears of', () => {
  it('names people with every reason, and the groups through which they should be told', () => {
    const { gaps } = aWorld({
      records: {
        members: [
          { userGroupId: WATCH, userId: ANN },
          { userGroupId: WATCH, userId: BEA },
          { userGroupId: EMPTY, userId: CAS },
        ],
        subscriptions: [subscribe(WATCH, FIELD), subscribe(EMPTY, FIELD)],
      },
      world: { waysOf: (userId) => (userId === BEA ? MAILS_OFF : MAIL) },
    });
    expect(gaps().person).toMatchObject([
      { userId: BEA, silence: ['mailsOff'], userGroups: [{ userGroupId: WATCH }] },
      { userId: CAS, silence: ['noRight'], userGroups: [{ userGroupId: EMPTY }] },
    ]);
  });

  it('names groups without anybody in them, told first or next, unless a machine is told', () => {
    const records = { subscriptions: [subscribe(WATCH, FIELD), subscribe(EMPTY, FIELD)] };
    const nextOf = () => [all(NEXT)];
    expect(aWorld({ records, world: { nextOf } }).gaps().group).toMatchObject([
      { userGroupId: NEXT, subscriptions: 2 },
      { userGroupId: EMPTY, subscriptions: 1 },
    ]);
    const hasWebhook = (id: number) => id === EMPTY;
    expect(aWorld({ records, world: { nextOf, hasWebhook } }).gaps().group).toMatchObject([{ userGroupId: NEXT }]);
  });

  it('names alarms whose severity is in no range, of assets that are told of otherwise', () => {
    const alarm = (alarmDefinitionId: number, severity: number) => ({
      ...{ alarmDefinitionId: alarmDefinitionId as AlarmDefinitionId, name: `Alarm ${severity}`, severity },
      assetDefinitionId: PUMP_KIND,
    });
    const { gaps } = aWorld({ records: { alarms: [alarm(1, 1), alarm(2, 5), alarm(3, 12)] } });
    expect(gaps().alarm).toMatchObject([
      { alarmDefinitionId: 3, severity: 12, assets: 2 },
      { alarmDefinitionId: 1, severity: 1, assets: 2 },
    ]);
  });
});

describe('what was sent last', () => {
  const message = { userId: ANN, userGroupId: NEXT, assetId: PUMP, isOfAlarm: true, kind: 'raised', severity: 5 };
  it.each([
    ['was told to one of its people, by whichever group', {}, true],
    ['is of another asset', { assetId: WELL }, false],
    ['was told to somebody else', { userId: BEA }, false],
    ['is not severe enough', { severity: 2 }, false],
    ['is of a connection that it does not ask for', { isOfAlarm: false, kind: 'offline', severity: 0 }, false],
    ['went to the webhook of another group', { userId: null }, false],
    ['went to its webhook', { userId: null, userGroupId: WATCH }, true],
  ])('a message that %s', (_what, change, counts) => {
    const { coverage } = aWorld({});
    const sent = { deliveryId: 1, ...message, ...change };
    expect(coverage.lastOf(subscribe(WATCH, FIELD), [sent])).toEqual(counts ? sent : undefined);
  });
});
