/**
 * What access costs: a login with its password hash, the check of each request, the ownership page's answer, and how soon
 * a right that was taken away is gone. Portal, browsers and devices share one process.
 */
import { assets } from '@telltale/contract';
import { checkAccess } from '@telltale/server/http/access-check.ts';
import { basicHeader, logIn, PortalClient } from '@telltale/server/testing/portal-client.ts';
import { ASSETS, GROUPS, PASSWORD, startLargePortal, USERS } from './access/large-portal.ts';
import { measureRevocation } from './access/revocation.ts';

const LOGINS = 30;
const CHECKS = 200_000;
const ANSWERS = 30;
/** A list of people, made in the parts in which the page sends it. */
const PEOPLE = 1_000;
const PEOPLE_PER_PART = 250;
const LISTS = 5;
const REVOCATIONS = Number(process.env.BENCH_REVOCATIONS ?? 50);

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0;
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const startMs = performance.now();
    await work();
    took.push(performance.now() - startMs);
  }
  return took.sort((a, b) => a - b);
}

const portal = await startLargePortal();
const { callers, access } = portal.context;
console.log(`${USERS} users, ${GROUPS} groups, ${ASSETS} assets\n`);
console.log('| access | p50 | p95 | max | goal |\n|---|---|---|---|---|');

const anonymous = new PortalClient(portal.url, 'anonymous');
const Authorization = basicHeader('admin', PASSWORD);
const logins = await timed(LOGINS, () => anonymous.get('/api/ef/auth/login', { Authorization }));
row('login with its hash, ms', percentile(logins, 0.5), percentile(logins, 0.95), logins.at(-1) ?? 0, '< 300 ms');

const root = await logIn(portal.url, 'admin', PASSWORD);

/** Microseconds that the check of one request takes; what the framework parses of a request is given. */
async function checkCost(headers: Record<string, string>, cookies: Record<string, string>): Promise<number[]> {
  const request = { headers, cookies, ip: '127.0.0.1' } as unknown as Parameters<typeof checkAccess>[1];
  const check = () => checkAccess(assets.listAssets, request, callers);
  for (let warm = 0; warm < 10_000; warm++) await check();
  const perCheck: number[] = [];
  const batch = 1_000;
  for (let n = 0; n < CHECKS; n += batch) {
    const startMs = performance.now();
    for (let each = 0; each < batch; each++) await check();
    perCheck.push(((performance.now() - startMs) * 1_000) / batch);
  }
  return perCheck.sort((a, b) => a - b);
}

const authJWT = (root.cookie ?? '').replace(/^authJWT=/, '');
const ofSession = await checkCost({}, { authJWT });
row(
  'check of a session, µs',
  percentile(ofSession, 0.5),
  percentile(ofSession, 0.95),
  ofSession.at(-1) ?? 0,
  '< 20 µs',
);
const { body } = await root.post<{ token: string }>('/api/tokens', { name: 'bench' });
const ofToken = await checkCost({ authorization: `Bearer ${body.token}` }, {});
row('check of an API token, µs', percentile(ofToken, 0.5), percentile(ofToken, 0.95), ofToken.at(-1) ?? 0, '< 20 µs');

const userIds = Array.from({ length: 200 }, (_, index) => 100 + index);
const cold = await timed(userIds.length, () => access.accessOf(userIds.pop() as never));
row('rights of a user looked up anew, ms', percentile(cold, 0.5), percentile(cold, 0.95), cold.at(-1) ?? 0, '');

const ownership = '/api/ef/admin/users/ownership?adminId=1';
const first = await root.get(ownership);
const answers = await timed(ANSWERS, () => root.get(ownership));
row(
  `ownership of everything, ${Math.round(first.text.length / 1_000)} kB, ms`,
  percentile(answers, 0.5),
  percentile(answers, 0.95),
  answers.at(-1) ?? 0,
  '< 300 ms',
);
const change = await timed(ANSWERS, () =>
  root.put('/api/usergroups/100/users', [100 + Math.floor(Math.random() * USERS)]),
);
row('a user added to a group, ms', percentile(change, 0.5), percentile(change, 0.95), change.at(-1) ?? 0, '');

let made = 0;
const lists = await timed(LISTS, async () => {
  const lines = Array.from({ length: PEOPLE }, (_, n) => {
    made += 1;
    return { line: n + 2, username: `new${made}@example.com`, firstName: 'New', lastName: `${n}`, userGroupIds: [100] };
  });
  const send = async (part: typeof lines, preview: boolean) => {
    const reply = await root.post<{ created: number }>('/api/ef/users/import', { lines: part, preview });
    if (reply.body.created !== part.length) throw new Error(`A list was answered ${reply.status}: ${reply.text}`);
  };
  await send(lines, true);
  for (let from = 0; from < PEOPLE; from += PEOPLE_PER_PART)
    await send(lines.slice(from, from + PEOPLE_PER_PART), false);
});
row(
  `${PEOPLE} users from a list, looked at and made, ms`,
  percentile(lists, 0.5),
  percentile(lists, 0.95),
  lists.at(-1) ?? 0,
  '< 10 s',
);

const { restMs, liveMs } = await measureRevocation(portal, root, REVOCATIONS);
row(
  'right gone from REST, ms',
  percentile(restMs, 0.5),
  percentile(restMs, 0.95),
  restMs.at(-1) ?? 0,
  '< 200 ms, 5 s at most',
);
row(
  'right gone from the live feed, ms',
  percentile(liveMs, 0.5),
  percentile(liveMs, 0.95),
  liveMs.at(-1) ?? 0,
  '< 200 ms, 5 s at most',
);

await portal.close();
