import { type Call, callTable, permissionCatalogue, permissionId } from '@telltale/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import type { CallSample, SampleInput, SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, TEST_PASSWORD } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/** A text that means nothing anywhere. */
const HARMLESS = 'zzzz-nothing-is-called-so';
/** The first breaks every statement into which it is written, the second one makes a condition true. */
const SQL = [`x'"\`);; DROP TABLE users;-- \\`, `${HARMLESS}' OR '1'='1`];
const NUL = 'a\0b';
/** In place of whatever stands there. */
const CONFUSED: readonly unknown[] = [[], {}, true, -1, 1e308];

/** What a body may say beside what is asked of it. */
const MORE = { permissions: [1], adminId: 1, isAdmin: true, passwordHash: 'x', created: 0, userId: 1, __proto__: null };

const rows = callTable
  .filter(({ call }) => call.access.kind === 'session' || call.access.kind === 'permission')
  .map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call }));

type Path = readonly (string | number)[];

/** Where the values of an input stand. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

/** The same input with another value in one place. */
function withValue<Input>(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input);
  const last = path.at(-1);
  if (last !== undefined) (valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>)[last] = value;
  return copy;
}

describe.each(everyPortal())('on $engine', ({ engine, start }) => {
  let portal: Portal;
  let world: SampleWorld;
  let tables: string;
  let passwordHash: string;

  beforeAll(async () => {
    portal = await start();
    const everything = permissionCatalogue.map((entry) => entry.permissionId);
    world = await buildSampleWorld(portal, [...everything, permissionId('CustomPermission3', 'View')]);
    tables = await tablesOf(portal, engine);
    passwordHash = await portal.context.passwords.hashNew(TEST_PASSWORD);
  });
  afterAll(async () => {
    expect(await tablesOf(portal, engine)).toBe(tables);
    await portal.close();
  });

  async function send(call: Call, { params = {}, query = {}, body }: SampleInput) {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    const options = { method: call.method, ...(call.method === 'GET' ? {} : { body }) };
    return world.holder.send(`${path}${asked === '' ? '' : `?${asked}`}`, options);
  }

  /** Whatever is asked, it is an answer or a refusal, and tells nothing of how the portal is made. */
  async function refusedOrAnswered(call: Call, input: SampleInput) {
    const { status, text } = await send(call, input);
    expect([input, status, text]).toEqual([input, expect.toSatisfy((one: number) => one < 500), expect.anything()]);
    expect(text).not.toMatch(/SQLITE|syntax error|no such (table|column)|\bat .*\.ts:\d/);
    return { status, text };
  }

  it.each(rows)('$name takes a statement of SQL for a text like any other (G1)', async ({ name, call }) => {
    const input = await (callSamples.get(name) as CallSample).make(world);
    if (input.form !== undefined) return;
    const texts = placesOf(input).filter((path) => path[0] !== 'body' || typeof valueAt(input, path) === 'string');
    for (const path of texts) {
      const plain = await refusedOrAnswered(call, withValue(input, path, HARMLESS));
      for (const text of [...SQL, NUL]) {
        const { status } = await refusedOrAnswered(call, withValue(input, path, text));
        // Nothing is found, let in or done that is not with a name which means nothing.
        // A name may be taken by a call before; those of SQL are new.
        const isLetIn = (one: number) => one < 300 || one === 409;
        if (status < 300) expect([path, plain.status]).toEqual([path, expect.toSatisfy(isLetIn)]);
      }
    }
  });

  it.each([...SQL, NUL, 'x\ud800'])('a stranger gets no further with %j', async (text) => {
    const { anonymous } = portal;
    const basic = `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}`;
    const replies = [
      await anonymous.get(`/api/auth/request/${encodeURIComponent(text.toWellFormed())}`),
      await anonymous.get(`/api/auth/submit/${encodeURIComponent(text.toWellFormed())}`),
      await anonymous.send('/api/ef/auth/login', { headers: { Authorization: basic } }),
      await anonymous.post('/api/ef/auth/register', { username: text, password: text, attributes: { altEmail: text } }),
    ];
    const statuses = replies.map(({ status }) => status);
    expect([statuses, statuses.every((status) => status < 500)]).toEqual([statuses, true]);
    expect([400, 403]).toContain(replies[2]?.status);
  });

  // How a query and a body are read does not depend on the database.
  const paged = engine === 'SQLite' ? rows.filter(({ call }) => pageFields(call).length > 0) : [];
  it.each(paged)('$name refuses pages that are none (G3)', async ({ name, call }) => {
    const input = await (callSamples.get(name) as CallSample).make(world);
    // What grows at its beginning goes on from where a page ended.
    expect(pageFields(call)).toSatisfy((fields: string[]) => fields.includes('limit') && fields.length > 1);
    for (const field of pageFields(call)) {
      for (const value of ['-1', '1e10', 'NaN', '1.5', 'x', '(select 1)', '1;drop table users']) {
        const { status } = await refusedOrAnswered(call, { ...input, query: { ...input.query, [field]: value } });
        expect([field, value, status]).toEqual([field, value, 400]);
      }
    }
    for (const limit of ['0', '10001']) {
      const { status } = await refusedOrAnswered(call, { ...input, query: { ...input.query, limit } });
      expect([limit, status]).toEqual([limit, 400]);
    }
  });

  const bodies = engine === 'SQLite' ? rows.filter(({ call }) => !['GET', 'HEAD'].includes(call.method)) : [];
  it.each(bodies)('$name is not broken by values of another kind, nor by other keys (G9)', async ({ name, call }) => {
    // What one call leaves must not keep the next one's sample from logging in: wrong logins, a second factor.
    portal.clock.advance(600_000);
    const prove = (client: PortalClient) => client.post('/api/ef/auth/proof', { password: TEST_PASSWORD });
    await prove(world.root);
    await world.root.delete(`/api/ef/users/${world.holderId}/secondfactor`);
    // A call may have set another password.
    await portal.context.users.setPasswordHash(world.holderId, passwordHash);
    // Else a call that leads to an account would be refused before it looks at anything.
    expect((await prove(world.holder)).status).toBe(200);
    const input = await (callSamples.get(name) as CallSample).make(world);
    if (input.form !== undefined) return;
    for (const path of placesOf({ body: input.body })) {
      for (const value of CONFUSED) await refusedOrAnswered(call, withValue(input, path, value));
    }
    if (typeof input.body !== 'object' || input.body === null) return;
    const body = Array.isArray(input.body) ? input.body.map((one) => widened(one)) : widened(input.body);
    await refusedOrAnswered(call, { ...input, body });
  });
});

/** What a call calls its pages by. */
function pageFields({ query }: Call): string[] {
  const fields = query === undefined || !('shape' in query) ? [] : Object.keys(query.shape as object);
  return fields.filter((field) => /^(limit|offset|page|pageSize|top|skip|size|cursor)$/i.test(field));
}

function widened(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...MORE, ...body } : body;
}

/** The tables of the portal and their columns, as text. */
async function tablesOf(portal: Portal, engine: string): Promise<string> {
  const list =
    engine === 'SQLite'
      ? sql`select name, sql from sqlite_master order by name`
      : sql`select table_name, column_name, data_type from information_schema.columns
            where table_schema = 'public' order by table_name, column_name`;
  return JSON.stringify((await list.execute(portal.context.db)).rows);
}
