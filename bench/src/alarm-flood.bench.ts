/**
 * 50,000 alarms in one go: 10,000 assets with five definitions each send one message each, while three people have subscribed to all of it.
 * How soon messages are taken, when the alarms stand in the list, how usable it is meanwhile, and how many mails become of it; and
 * when a mail tells of the one of severity 10 that comes last.
 * `BENCH_ASSETS` says how many others than 10,000 assets.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type AdminId, type AssetId, flagsOfPermissions, permissionId } from '@telltale/contract';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { hashToken } from '@telltale/server/random-token.ts';
import { startServer } from '@telltale/server/server.ts';
import { head, row, timed } from './alarms/report.ts';

const ASSETS = Number(process.env.BENCH_ASSETS ?? 10_000);
const DEFINITIONS = 5;
const PEOPLE = 3;
const SEVEREST = { severity: 10, above: 900 };
const ALARMS = ASSETS * DEFINITIONS + 1;
/** Messages that are on their way at a time, and the most that any wait for all of it takes. */
const AT_ONCE = 500;
const PATIENCE_MS = 180_000;
const PASSWORD = 'a benchmark password';

const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const data = join(folder, 'data');
const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: data };
const config = { ...readConfig(settings), httpPort: 0, mqttPort: 0, adminPassword: PASSWORD };
const server = await startServer(config, { log: createLog('error') });
const { context } = server;
const url = `http://127.0.0.1:${server.httpPort}`;
const cookie = await logIn();

async function logIn(): Promise<string> {
  const headers = { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };
  const reply = await fetch(`${url}/api/ef/auth/login`, { headers });
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json', Cookie: cookie };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + path, { method, headers, ...sent });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  const text = await reply.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply;
}

const { assetDefinitionId } = await context.definitionService.create(systemCaller, 'Pump');
await call('POST', `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Pressure', unit: '' });
const repository = new AssetRepository(context.db);
for (let n = 0; n < ASSETS; n++) {
  await repository.insert({
    ...{ assetDefinitionId, adminId: 1 as AdminId, serialNumber: `P-${n}`, assetAlias: '', description: '' },
    ...{ tokenHash: hashToken(`token-${n}`), createdMs: Date.now() },
  });
}
const assetIds = Array.from({ length: ASSETS }, (_, n) => (n + 1) as AssetId);
await call(
  'PUT',
  '/api/ef/alarmdefinitions',
  [...Array.from({ length: DEFINITIONS }, (_, n) => ({ severity: n + 3, above: 100 + n })), SEVEREST].map(
    ({ severity, above }) => ({
      ...{ assetDefinitionId, name: `Pressure above ${above}`, reason: 'The relief valve may stick.', severity },
      ...{ selfAck: true, flee: JSON.stringify({ expression: `_Pressure > ${above}`, variables: [] }) },
    }),
  ),
);
await subscribe();
for (let first = 0; first < ASSETS; first += AT_ONCE) {
  await Promise.all(assetIds.slice(first, first + AT_ONCE).map((assetId) => say(assetId, 50)));
}
await context.alarmEngine.caughtUp();

async function subscribe(): Promise<void> {
  const group = { assetGroupId: 0, assetGroupName: 'All' };
  const { assetGroupId } = await call<{ assetGroupId: number }>('POST', '/api/assetgroups', group);
  await call('PUT', `/api/assetgroups/${assetGroupId}/assets`, assetIds);
  const operators = { userGroupId: 0, userGroupName: 'Operators' };
  const { userGroupId } = await call<{ userGroupId: number }>('POST', '/api/usergroups', operators);
  const sees = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);
  await call('POST', `/api/usergroups/${userGroupId}/permissions/groupedlist`, flagsOfPermissions(sees));
  await call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  const userIds: number[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const user = { userId: 0, username: `operator-${n}@example.com` };
    userIds.push((await call<{ userId: number }>('POST', '/api/users?sendEmail=false', user)).userId);
  }
  await call('PUT', `/api/usergroups/${userGroupId}/users`, userIds);
  const alert = { userGroupId, assetGroupId, severityMin: 2, severityMax: 10, status: 'open' };
  await call('PUT', '/api/ef/genericalerts', [alert]);
}

async function say(assetId: AssetId, value: number): Promise<number> {
  const began = performance.now();
  const point = { label: 'Pressure', value, timeMs: undefined, quality: 192 };
  await context.pipeline.accept({ assetId }, [point]);
  return performance.now() - began;
}

const openAlarms = async () => (await call<{ open: number }>('GET', '/api/ef/alarms/summary')).open;
const deliveries = async () =>
  Number(
    (
      await context.db
        .selectFrom('alert_deliveries')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
const severestTold = async () =>
  Number(
    (
      await context.db
        .selectFrom('alert_deliveries as told')
        .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('news.severity', '=', SEVEREST.severity)
        .where('told.state', '=', 'sent')
        .executeTakeFirstOrThrow()
    ).count,
  );
const mails = async () => (await readdir(join(data, 'outbox')).catch(() => [])).length;

async function until(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isDone()) && performance.now() - began < PATIENCE_MS) await wait(100);
  return performance.now();
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const acknowledged: number[] = [];
const listed: number[] = [];
let isFlooding = true;
const looking = (async () => {
  while (isFlooding) {
    listed.push(...(await timed(1, () => call('GET', '/api/ef/alarms/list?limit=100'))));
    await wait(100);
  }
})();
const trickle: number[] = [];
const trickling = (async () => {
  // A device that has nothing to do with it.
  while (isFlooding) {
    trickle.push(await say(assetIds[0] as AssetId, 500));
    await wait(20);
  }
})();
const processor = process.cpuUsage();
const began = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let id = assetIds[next++]; id !== undefined; id = assetIds[next++]) acknowledged.push(await say(id, 500));
  }),
);
const sentMs = performance.now() - began;
const severestBegan = performance.now();
await say(assetIds[1] as AssetId, 1_000);
const severestMs = until(async () => (await severestTold()) >= PEOPLE).then((at) => at - severestBegan);
const openMs = (await until(async () => (await openAlarms()) >= ALARMS)) - began;
await context.alarmService.settled();
const writtenMs = performance.now() - began;
const toldMs = (await until(async () => (await deliveries()) >= ALARMS * PEOPLE)) - began;
isFlooding = false;
await Promise.all([looking, trickling]);
const { user, system } = process.cpuUsage(processor);
head(`${ALARMS.toLocaleString('en')} alarms of ${ASSETS.toLocaleString('en')} assets in one go`);
row(`a message until it is acknowledged, ${AT_ONCE} at a time`, acknowledged, '');
row('a message of another device until it is acknowledged, until all is told', trickle, '');
row('`GET /api/ef/alarms/list`, meanwhile', listed, '');
row('the same, afterwards', await timed(20, () => call('GET', '/api/ef/alarms/list?limit=100')), '< 200 ms');
row('the figures of the bell', await timed(20, () => call('GET', '/api/ef/alarms/summary')), '');
console.log(
  `\nAll sent after ${(sentMs / 1e3).toFixed(1)} s, open after ${(openMs / 1e3).toFixed(1)} s, in the database after ${(writtenMs / 1e3).toFixed(1)} s, spread to ${PEOPLE} people after ${(toldMs / 1e3).toFixed(1)} s, and of severity 10 after ${((await severestMs) / 1e3).toFixed(1)} s; ${((user + system) / 1e6).toFixed(1)} s of processor time; event loop at most ${(delay.max / 1e6).toFixed(0)} ms behind. ${await openAlarms()} open, ${await deliveries()} deliveries, ${await mails()} mails.`,
);
await server.close();
await rm(folder, { recursive: true, force: true });
