/** Telling people of alarms: how soon after the value that raises an alarm its mail is with the mail server. */
import { setTimeout as wait } from 'node:timers/promises';
import { flagsOfPermissions, permissionId } from '@telltale/contract';
import { startMailServer } from '@telltale/server/testing/mail-server.ts';
import { PortalProcess } from './browser/portal-process.ts';

/** One person gets ten messages in ten minutes by themselves. */
const ALARMS_EACH = 10;
const ASSETS = 30;
const CROWD = 100;
const PAUSE_MS = 100;

interface Watched {
  assetId: number;
  accessToken: string;
}

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;

const arrived = new Map<string, number>();
const mails = await startMailServer('takes', ({ to, subject }) =>
  arrived.set(`${to?.[0]?.address} ${subject}`, performance.now()),
);
process.env.TELLTALE_SMTP_URL = mails.url;
const portal = await PortalProcess.create();
await portal.start();

const post = <Reply>(path: string, body: unknown) => portal.call<Reply>('POST', path, body);
const { assetDefinitionId } = await post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
  assetDefinitionName: 'Riser',
});
await post(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Level', unit: '' });

async function watchedBy(name: string, people: number): Promise<Watched> {
  const asset = await post<Watched>('/api/assets', { serialNumber: name, assetAlias: name, assetDefinitionId });
  const { assetGroupId } = await post<{ assetGroupId: number }>('/api/assetgroups', {
    assetGroupId: 0,
    assetGroupName: name,
  });
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [asset.assetId]);
  const { userGroupId } = await post<{ userGroupId: number }>('/api/usergroups', {
    userGroupId: 0,
    userGroupName: name,
  });
  const sees = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);
  await post(`/api/usergroups/${userGroupId}/permissions/groupedlist`, flagsOfPermissions(sees));
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  const userIds: number[] = [];
  for (let person = 0; person < people; person++) {
    const user = { userId: 0, username: `${name}-${person}@example.com` };
    userIds.push((await post<{ userId: number }>('/api/users?sendEmail=false', user)).userId);
  }
  await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, userIds);
  const alert = { userGroupId, assetGroupId, severityMin: 2, severityMax: 10, status: 'open' };
  await portal.call('PUT', '/api/ef/genericalerts', [alert]);
  return asset;
}

async function raise({ accessToken }: Watched, level: number): Promise<number> {
  const began = performance.now();
  await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Level: level }),
  });
  return began;
}

async function allArrived(count: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (arrived.size < count && performance.now() < deadline) await wait(20);
}

const assets: Watched[] = [];
for (let n = 0; n < ASSETS; n++) assets.push(await watchedBy(`R${n}`, 1));
const crowded = await watchedBy('Crowded', CROWD);
const definitions = Array.from({ length: ALARMS_EACH }, (_, n) => ({
  assetDefinitionId,
  name: `Level ${n}`,
  severity: 5,
  alarmExpression: { expression: `_Level > ${n}`, variables: [] },
}));
await portal.call('PUT', '/api/ef/alarmdefinitions', definitions);

const began = new Map<string, number>();
for (let level = 0; level < ALARMS_EACH; level++) {
  for (const [n, asset] of assets.entries()) {
    began.set(`R${n}-0@example.com Level ${level} on R${n}: raised`, await raise(asset, level + 1));
    await wait(PAUSE_MS);
  }
}
await allArrived(began.size);
const took = [...began].map(([key, at]) => (arrived.get(key) ?? Number.POSITIVE_INFINITY) - at).sort((a, b) => a - b);
const alone = arrived.size;
const crowdBegan = await raise(crowded, 1);
await allArrived(alone + CROWD);
const crowdTook = [...arrived]
  .filter(([key]) => key.startsWith('Crowded-'))
  .map(([, at]) => at - crowdBegan)
  .sort((a, b) => a - b);

console.log('| value sent → mail with the SMTP server | mails | p50 ms | p95 ms | max ms |\n|---|---|---|---|---|');
for (const [what, times] of [
  [`one alarm each ${PAUSE_MS} ms, to one person`, took],
  [`one alarm to ${CROWD} people`, crowdTook],
] as const) {
  const figures = [percentile(times, 0.5), percentile(times, 0.95), times.at(-1) ?? Number.NaN];
  console.log(`| ${what} | ${times.length} | ${figures.map((ms) => ms.toFixed(0)).join(' | ')} |`);
}
await portal.remove();
await mails.close();
