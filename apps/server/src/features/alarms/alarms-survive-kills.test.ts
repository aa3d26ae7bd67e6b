import { join } from 'node:path';
import type { alarms, assets } from '@telltale/contract';
import { expect, it } from 'vitest';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

const ALARMS = 1_000;
const KILLS = Number(process.env.TELLTALE_TEST_KILLS ?? 3);

/** Guarantee R31: an alarm for each level of a value that rises while the portal is killed again and again. */
it(
  `raises each of ${ALARMS} alarms exactly once over ${KILLS} kills`,
  async () => {
    const folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    let session: PortalClient | undefined;
    let asset: { assetId: number; accessToken: string } | undefined;
    let level = 0;
    let acknowledged = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const portal = await startPortalProcess(data);
      const admin = session?.login
        ? new PortalClient(portal.url, 'admin', { cookie: session.cookie ?? '', login: session.login })
        : await logIn(portal.url, 'admin', TEST_PASSWORD);
      session ??= admin;
      asset ??= await prepare(admin);
      const { assetId, accessToken } = asset;
      const toLevel = Math.floor((ALARMS * kill) / KILLS);
      const sending = (async () => {
        while (level < toLevel) {
          level++;
          const reply = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ Level: level }),
          });
          if (reply.status === 200) acknowledged = level;
        }
      })();
      // The last time it is stopped when everything was sent, but not when everything was written down.
      if (kill < KILLS) await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 300 + 97 * kill))]);
      else await sending;
      await portal.kill('SIGKILL');
      await sending.catch(() => undefined);
      level = acknowledged;
      await expectOnce(data, session, assetId, acknowledged);
    }
    await folder.remove();
  },
  240_000 + 20_000 * KILLS,
);

async function prepare(admin: PortalClient): Promise<{ assetId: number; accessToken: string }> {
  const { assetDefinitionId } = (
    await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', { assetDefinitionName: 'Rising' })
  ).body;
  const items = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  await admin.post(items, { label: 'Level', unit: '' });
  const body = Array.from({ length: ALARMS }, (_, n) => ({
    assetDefinitionId,
    name: `Level ${n}`,
    alarmExpression: { expression: `_Level > ${n}`, variables: [] },
  }));
  expect((await admin.put('/api/ef/alarmdefinitions', body)).status).toBe(200);
  return (
    await admin.post<{ assetId: number; accessToken: string }>('/api/assets', { serialNumber: 'R', assetDefinitionId })
  ).body;
}

/** After the next start: every level that the stored value has passed has its alarm, raised once. */
async function expectOnce(data: string, session: PortalClient, assetId: number, atLeast: number): Promise<void> {
  const portal = await startPortalProcess(data);
  const login = session.login as NonNullable<typeof session.login>;
  const admin = new PortalClient(portal.url, 'admin', { cookie: session.cookie ?? '', login });
  const [item] = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body;
  const stored = item?.value ?? 0;
  expect(stored).toBeGreaterThanOrEqual(atLeast);
  const open = (await admin.get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`)).body;
  expect(open.map(({ count }) => count)).toEqual(open.map(() => 1));
  expect(open).toHaveLength(stored);
  const path = `/api/ef/assets/${assetId}/alarmtransitions?limit=10000`;
  await expect
    .poll(async () => {
      const { transitions } = (await admin.get<{ transitions: alarms.AlarmTransition[] }>(path)).body;
      return [transitions.length, new Set(transitions.map(({ alarmDefinitionId }) => alarmDefinitionId)).size];
    })
    .toEqual([stored, stored]);
  await portal.kill('SIGTERM');
}
