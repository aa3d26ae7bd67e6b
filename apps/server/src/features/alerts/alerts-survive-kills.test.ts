import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type alarms, flagsOfPermissions, permissionId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { startMailServer } from '#testing/mail-server.ts';
import { readOutbox } from '#testing/outbox.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

const KILLS = Number(process.env.TELLTALE_TEST_ALERT_KILLS ?? 2);
/** As many as one person gets by themselves, so that none comes together with another. */
const ALARMS = 10;
/** All that are open, told of or not. */
const OPEN = 1_000;
/** The more kills, the slower the mail server: there must be something left to be killed in. */
const MAIL_MS = 2 * KILLS;
const TIME_MS = 300_000 + 30_000 * KILLS;
const PEOPLE = Number(process.env.TELLTALE_TEST_ALERT_PEOPLE ?? 30);
const SEES = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);

interface Told {
  to: string;
  subject: string;
  /** Undefined: the file is the identity. */
  id?: string;
}

/** Ten alarms of a thousand that are open, of which people are told while the portal is killed again and again. */
describe('messages that were queued', () => {
  it(
    `are files of the outbox, none lost and none twice, over ${KILLS} kills`,
    async () => {
      const told = await tellWhileKilling({}, (data) => readOutbox(data));
      expect(told).toHaveLength(ALARMS * PEOPLE);
      expectEachOnce(told);
    },
    TIME_MS,
  );

  it(
    `are mails, none lost and none twice under another id, over ${KILLS} kills`,
    async () => {
      const mails = await startMailServer('takes', () => wait(MAIL_MS));
      const received = async (): Promise<Told[]> =>
        mails.received.map(({ to, subject = '', messageId = '' }) => ({
          to: to?.[0]?.address ?? '',
          subject,
          id: messageId,
        }));
      const told = await tellWhileKilling({ TELLTALE_SMTP_URL: mails.url }, received);
      await mails.close();
      const byId = new Map(told.map((one) => [one.id, one]));
      expectEachOnce([...byId.values()]);
      // A mail that was handed over in the very moment of a kill may come again, as the same one.
      expect(told.length - byId.size).toBeLessThanOrEqual(KILLS * 8);
    },
    TIME_MS,
  );
});

function expectEachOnce(told: readonly Told[]): void {
  const wanted = Array.from({ length: PEOPLE }, (_, person) =>
    Array.from({ length: ALARMS }, (_, level) => `person${person}@example.com Level ${level} on Riser: raised`),
  ).flat();
  expect(told.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual(wanted.sort());
}

async function tellWhileKilling(
  env: Record<string, string>,
  received: (data: string) => Promise<Told[]>,
): Promise<Told[]> {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const wanted = ALARMS * PEOPLE;
  let asset: Riser | undefined;
  for (let kill = 1; kill <= KILLS; kill++) {
    const portal = await startPortalProcess(data, env);
    if (!asset) {
      asset = await prepare(await logIn(portal.url, 'admin', TEST_PASSWORD));
      for (let level = 1; level <= ALARMS; level++) await sendLevel(portal.url, asset.accessToken, level);
    }
    await wait((kill * 61) % 400);
    await portal.kill('SIGKILL');
  }
  const portal = await startPortalProcess(data, env);
  const distinct = async () => new Set((await received(data)).map(({ to, subject }) => `${to} ${subject}`)).size;
  await expect.poll(distinct, { timeout: 240_000, interval: 200 }).toBe(wanted);
  await expectOpenOnce(await logIn(portal.url, 'admin', TEST_PASSWORD), asset?.assetId ?? 0);
  const { code } = await portal.kill('SIGTERM');
  expect(code).toBe(0);
  const told = await received(data);
  await folder.remove();
  return told;
}

async function sendLevel(url: string, accessToken: string, level: number): Promise<void> {
  const reply = await fetch(`${url}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Level: level }),
  });
  expect(reply.status).toBe(200);
}

/** Every alarm is open, and was raised once. */
async function expectOpenOnce(admin: PortalClient, assetId: number): Promise<void> {
  const open = (await admin.get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`)).body;
  expect(open.map(({ count }) => count)).toEqual(Array(OPEN).fill(1));
  const path = `/api/ef/assets/${assetId}/alarmtransitions?limit=10000`;
  const { transitions } = (await admin.get<{ transitions: alarms.AlarmTransition[] }>(path)).body;
  expect(transitions).toHaveLength(OPEN);
  expect(new Set(transitions.map(({ alarmDefinitionId }) => alarmDefinitionId)).size).toBe(OPEN);
}

interface Riser {
  assetId: number;
  accessToken: string;
}

async function prepare(admin: PortalClient): Promise<Riser> {
  const made = async <Body>(path: string, body: unknown, method: 'post' | 'put' = 'post') => {
    const reply = await admin[method]<Body>(path, body);
    expect([path, reply.status, reply.text]).toMatchObject([path, 200, expect.anything()]);
    return reply.body;
  };
  const definition = { assetDefinitionName: 'Rising' };
  const { assetDefinitionId } = await made<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', definition);
  await made(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Level', unit: '' });
  const asset = { serialNumber: 'R', assetAlias: 'Riser', assetDefinitionId };
  const { assetId, accessToken } = await made<Riser>('/api/assets', asset);
  const group = { assetGroupId: 0, assetGroupName: 'risers' };
  const { assetGroupId } = await made<{ assetGroupId: number }>('/api/assetgroups', group);
  await made(`/api/assetgroups/${assetGroupId}/assets`, [assetId], 'put');
  const watchers = { userGroupId: 0, userGroupName: 'watchers' };
  const { userGroupId } = await made<{ userGroupId: number }>('/api/usergroups', watchers);
  await made(`/api/usergroups/${userGroupId}/permissions/groupedlist`, flagsOfPermissions(SEES));
  await made(`/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId], 'put');
  const userIds: number[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const user = { userId: 0, username: `person${person}@example.com` };
    userIds.push((await made<{ userId: number }>('/api/users?sendEmail=false', user)).userId);
  }
  await made(`/api/usergroups/${userGroupId}/users`, userIds, 'put');
  const alert = { severityMin: 2, severityMax: 10, status: 'open', online: false, offline: false };
  await made('/api/ef/genericalerts', [{ ...alert, userGroupId, assetGroupId: String(assetGroupId) }], 'put');
  const definitions = Array.from({ length: OPEN }, (_, n) => ({
    assetDefinitionId,
    name: `Level ${n}`,
    severity: n < ALARMS ? 5 : 1,
    alarmExpression: { expression: `_Level > ${n % ALARMS}`, variables: [] },
  }));
  await made('/api/ef/alarmdefinitions', definitions, 'put');
  return { assetId, accessToken };
}
