import { type Call, callTable } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';

/** A path of the call with ids that parse, for objects that do not exist. */
function samplePath(call: Call): string {
  return call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'file') return 'links.json';
    if (name === 'assetIds') return '[1]';
    return /id$/i.test(name) || name === 'version' ? '999999' : 'x';
  });
}

const rows = callTable.map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call }));
const needing = (kind: Call['access']['kind']) => rows.filter(({ call }) => call.access.kind === kind);

/** What a stranger may call: the login (with the identity provider too), its session check, the link in an alert, health and the files of the login page. */
const PUBLIC = [
  'accounts.confirmAltEmail',
  'accounts.finishExternalLogin',
  'accounts.register',
  'accounts.requestReset',
  'accounts.startExternalLogin',
  'accounts.submitPassword',
  'alertAnswers.answerAlert',
  'alertAnswers.lookAtAlertAnswer',
  'auth.login',
  'auth.logout',
  'calendarFeeds.readCalendarFeed',
  'operations.getConfigFile',
  'operations.getHealth',
  'seismic.listSeismicEvents',
  'seismic.listSeismicFeeds',
];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
  await portal.aUser({ username: 'nobody' });
  await portal.aUser({ username: 'view-only', permissions: [1], readOnly: true });
});
afterAll(() => portal.close());

describe('the call table', () => {
  it('opens to strangers only what it must', () => {
    expect(
      needing('public')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(PUBLIC);
  });

  it('gives every call exactly one handler, without regard to the case of its path', () => {
    const keyOf = (call: Call) => `${call.method} ${call.path.toLowerCase().replaceAll(/\{\w+\}/g, '{}')}`;
    const routes = portal.context.routes.map(({ call }) => keyOf(call));
    expect(routes.toSorted()).toEqual(rows.map(({ call }) => keyOf(call)).toSorted());
    expect(new Set(routes).size).toBe(routes.length);
  });
});

const guarded = [...needing('session'), ...needing('permission')];

describe.each(guarded)('$name', ({ call }) => {
  const path = samplePath(call);

  it('answers 401 to a stranger, before anything else', async () => {
    const body = call.body ? { body: '{ not json' } : {};
    const reply = await portal.anonymous.send(path, { method: call.method, ...body });
    expect(reply.status).toBe(401);
    if (call.method !== 'HEAD') expect(reply.body).toMatchObject({ error: { code: 'unauthorized' } });
  });

  it('answers 401 to a session that is none', async () => {
    const headers = { Cookie: 'authJWT=no-session' };
    expect((await portal.anonymous.send(path, { method: call.method, headers })).status).toBe(401);
  });
});

describe.each(needing('permission'))('$name', ({ call }) => {
  it('answers 403 to a user without its permission, before scope and body', async () => {
    const nobody = await portal.as('nobody');
    const body = call.body ? { body: '{ not json' } : {};
    const reply = await nobody.send(samplePath(call), { method: call.method, ...body });
    expect(reply.status).toBe(403);
    if (call.method !== 'HEAD') expect(reply.body).toMatchObject({ error: { code: 'forbidden' } });
  });
});

const changing = rows.filter(
  ({ call }) => call.access.kind !== 'device' && (call.method !== 'GET' || call.changesState),
);

describe.each(changing)('$name changes something, so it', ({ call }) => {
  it('refuses a request of another site, cookie or not', async () => {
    const { cookie = '' } = await portal.as('admin');
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      const headers = { Cookie: cookie, ...(site ? { 'Sec-Fetch-Site': site } : {}) };
      const answer = await fetch(`${portal.url}${samplePath(call)}`, { method: call.method, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await (await portal.as('admin')).get('/api/ef/auth/sessions')).status).toBe(200);
  });

  it('answers 403 to the account that may only look', async () => {
    if (['/api/auth/logout', '/api/ef/auth/login'].includes(call.path)) return;
    const demo = await portal.as('view-only');
    expect((await demo.send(samplePath(call), { method: call.method })).status).toBe(403);
  });
});
