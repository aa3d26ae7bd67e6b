import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { flagsOfPermissions, permissionId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { startMailServer } from '#testing/mail-server.ts';
import { readOutbox } from '#testing/outbox.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

const KILLS = Number(process.env.TELLTALE_TEST_ALERT_KILLS ?? 2);
/** As many as one person gets by themselves, so that none comes together with another. */
const ALARMS = 10;
const PEOPLE = Number(process.env.TELLTALE_TEST_ALERT_PEOPLE ?? 30);
const SEES = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);

interface Told {
  to: string;
  subject: string;
  /** Undefined: the file is the identity. */
  id?: string;
}

/** Ten alarms that thirty people are told of, while the portal is killed again and again. */
describe('messages that were queued', () => {
  it(`are files of the outbox, none lost and none twice, over ${KILLS} kills`, async () => {
    const told = await tellWhileKilling({}, (data) => readOutbox(data));
    expect(told).toHaveLength(ALARMS * PEOPLE);
    expectEachOnce(told);
  }, 600_000);

  it(`are mails, none lost and none twice under another id, over ${KILLS} kills`, async () => {
    const mails = await startMailServer();
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
  }, 600_000);
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
  let accessToken: string | undefined;
  let level = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const portal = await startPortalProcess(data, env);
    accessToken ??= await prepare(await logIn(portal.url, 'admin', TEST_PASSWORD));
    const toLevel = Math.ceil((ALARMS * kill) / KILLS);
    for (; level < toLevel; level++) await sendLevel(portal.url, accessToken, level + 1);
    await wait((kill * 61) % 400);
    await portal.kill('SIGKILL');
  }
  const portal = await startPortalProcess(data, env);
  const distinct = async () => new Set((await received(data)).map(({ to, subject }) => `${to} ${subject}`)).size;
  await expect.poll(distinct, { timeout: 120_000, interval: 200 }).toBe(wanted);
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

async function prepare(admin: PortalClient): Promise<string> {
  const made = async <Body>(path: string, body: unknown, method: 'post' | 'put' = 'post') => {
    const reply = await admin[method]<Body>(path, body);
    expect([path, reply.status, reply.text]).toMatchObject([path, 200, expect.anything()]);
    return reply.body;
  };
  const definition = { assetDefinitionName: 'Rising' };
  const { assetDefinitionId } = await made<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', definition);
  await made(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Level', unit: '' });
  const asset = { serialNumber: 'R', assetAlias: 'Riser', assetDefinitionId };
  const { assetId, accessToken } = await made<{ assetId: number; accessToken: string }>('/api/assets', asset);
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
  const alarms = Array.from({ length: ALARMS }, (_, n) => ({
    assetDefinitionId,
    name: `Level ${n}`,
    severity: 5,
    alarmExpression: { expression: `_Level > ${n}`, variables: [] },
  }));
  await made('/api/ef/alarmdefinitions', alarms, 'put');
  return accessToken;
}
