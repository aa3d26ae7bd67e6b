import { createECDH } from 'node:crypto';
import type { onCall } from '@telltale/contract';
import type { CallSample, SampleWorld } from './sample.ts';

const hookOf = (userGroupId: number) => ({ userGroupId, url: 'https://hooks.invalid/in', secret: 'of enough letters' });
const gateway = { url: 'https://texts.invalid/', contentType: 'application/json', body: '{phone} {text}' };

async function aHook({ root, freshUserGroup }: SampleWorld) {
  const userGroupId = await freshUserGroup();
  await root.post('/api/ef/alertwebhooks', hookOf(userGroupId));
  return { body: { userGroupId } };
}

async function aSubscription(world: SampleWorld) {
  const { assetGroupId } = world;
  const userGroupId = await world.freshUserGroup();
  const alert = { userGroupId, assetGroupId: String(assetGroupId), severityMin: 5, severityMax: 10, status: 'open' };
  await world.root.put('/api/ef/genericalerts', [alert]);
  return { userGroupId, assetGroupId };
}

/** What a browser gives, with a key of the curve that nobody has. */
const browserOf = (name: string) => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
  return { endpoint: `https://push.invalid/${encodeURIComponent(name)}`, keys };
};

async function aPlan(world: SampleWorld) {
  const userGroupId = await world.freshUserGroup();
  const userId = await world.freshUser();
  await world.root.put(`/api/usergroups/${userGroupId}/users`, [userId]);
  const week = { zone: 'Europe/Berlin', handoverDay: 1, handoverMinute: 480, start: '2026-11-23' };
  return { userGroupId, ...week, members: [userId], version: 0 };
}

async function aRota(world: SampleWorld) {
  const plan = await aPlan(world);
  await world.root.put('/api/ef/alertrotas', plan);
  return plan;
}

const aSpan = ({ portal }: SampleWorld) => {
  const [from, to] = [1, 2].map((days) => new Date(portal.clock.now() + days * 86_400_000).toISOString());
  return { from: from ?? '', to: to ?? '' };
};

/** Calls about telling people of alarms. */
export const alertSamples: Readonly<Record<string, CallSample>> = {
  'alerts.listAlertDeliveries': { scope: 'none', make: () => ({}) },
  'alerts.listAlertProblems': { scope: 'none', make: () => ({}) },
  'alerts.listAlertWebhooks': { scope: 'none', make: () => ({}) },
  'alerts.saveAlertWebhook': {
    scope: 'unit',
    make: async (world) => ({ body: hookOf(await world.freshUserGroup()) }),
  },
  'alerts.deleteAlertWebhook': { scope: 'unit', make: aHook },
  'alertBrowsers.listAlertBrowsers': { scope: 'none', make: () => ({}) },
  'alertBrowsers.addAlertBrowser': { scope: 'none', make: ({ name }) => ({ body: browserOf(name('browser')) }) },
  'alertBrowsers.removeAlertBrowser': {
    scope: 'own',
    make: async ({ holder, name }) => {
      const made = await holder.post<{ browserId: number }>('/api/ef/alertbrowsers', browserOf(name('browser')));
      return { params: { browserId: made.body.browserId } };
    },
  },
  'alertCoverage.listAlertSubscriptions': { scope: 'none', make: () => ({}) },
  'alertCoverage.listAlertGaps': { scope: 'none', make: () => ({}) },
  'alertCoverage.listToldPeople': {
    scope: 'unit',
    make: async (world) => ({ params: await aSubscription(world) }),
  },
  'escalations.listEscalations': { scope: 'none', make: () => ({}) },
  'escalations.saveEscalation': {
    scope: 'unit',
    make: async (world) => {
      const steps = [{ userGroupId: await world.freshUserGroup(), minutes: 5 }];
      return { body: { ...(await aSubscription(world)), steps } };
    },
  },
  'onCall.listRotas': { scope: 'none', make: () => ({}) },
  'onCall.saveRota': { scope: 'unit', make: async (world) => ({ body: await aPlan(world) }) },
  'onCall.deleteRota': {
    scope: 'unit',
    make: async (world) => ({ body: { userGroupId: (await aRota(world)).userGroupId } }),
  },
  'onCall.addRotaOverride': {
    scope: 'unit',
    make: async (world) => {
      const { userGroupId, members } = await aRota(world);
      return { body: { userGroupId, userId: members[0] ?? 0, ...aSpan(world) } };
    },
  },
  'onCall.deleteRotaOverride': {
    scope: 'unit',
    make: async (world) => {
      const { userGroupId, members } = await aRota(world);
      const override = { userGroupId, userId: members[0], ...aSpan(world) };
      const made = await world.root.post<onCall.RotaOfGroup>('/api/ef/alertrotas/overrides', override);
      return { body: { userGroupId, overrideId: made.body.overrides[0]?.overrideId ?? 0 } };
    },
  },
  'quietHours.getQuietHours': { scope: 'none', make: () => ({}) },
  'quietHours.putQuietHours': {
    scope: 'none',
    make: () => ({
      body: { spans: [{ days: [6, 7], fromMinute: 1_320, toMinute: 360 }], breaksThrough: 10, zone: 'Europe/Berlin' },
    }),
  },
  'alerts.getTextGateway': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'alerts.saveTextGateway': { scope: 'none', also: ['AdminModify'], make: () => ({ body: gateway }) },
  'alerts.deleteTextGateway': {
    scope: 'none',
    also: ['AdminModify'],
    make: async ({ root }) => {
      await root.put('/api/ef/alerttextgateway', gateway);
      return {};
    },
  },
};
