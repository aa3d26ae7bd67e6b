import type { auth } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let opA: PortalClient;
let own: number;
beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  opA = await portal.as('opA');
  own = world.opA.userId;
});
afterAll(() => portal.close());

const attribute = (attributeName: string, attributeValue: string, userId = own) => ({
  userId,
  attributeName,
  attributeValue,
});
const save = (body: unknown, client = opA) => client.post<auth.UserAttribute[]>('/api/ef/userattributes', body);

describe("a user's attributes", () => {
  it('of another user cannot be saved, and nothing of the list is applied', async () => {
    const { body } = await opA.get<auth.User>(`/api/ef/users/${own}`);
    const list = [attribute('firstName', 'Mallory'), attribute('firstName', 'Mallory', world.viewA.userId)];
    expect((await save(list)).status).toBe(404);
    expect((await opA.get(`/api/ef/users/${own}`)).body).toEqual(body);
    expect((await (await portal.as('viewA')).get<auth.User>(`/api/ef/users/${world.viewA.userId}`)).text).not.toContain(
      'Mallory',
    );
  });

  it.each([
    ['an object', {}],
    ['numbers for text', [{ userId: 1, attributeName: 'a', attributeValue: 1 }]],
    ['an id as text', [{ userId: '1', attributeName: 'a', attributeValue: 'b' }]],
    ['an empty name', [{ userId: 1, attributeName: '', attributeValue: 'b' }]],
    [
      'too many',
      Array.from({ length: 101 }, (_, index) => ({ userId: 1, attributeName: `${index}`, attributeValue: '' })),
    ],
  ])('are refused as %s', async (_what, body) => {
    expect((await save(body)).status).toBe(400);
  });

  it.each(['no JSON', '{"link":"/a"}', '[{"link":"javascript:alert(1)","label":"x"}]', '["//evil.example"]'])(
    'cannot have %s as links, in any case of the name',
    async (links) => {
      const reply = await save([attribute('firstName', 'Bob'), attribute('EXTRALINKS', links)]);
      expect(reply.status).toBe(400);
      expect((await opA.get<auth.User>(`/api/ef/users/${own}`)).text).not.toContain('Bob');
    },
  );

  it.each([
    ['timeZone', 'Mars/Olympus', 'must be a time zone'],
    ['attributeColumns', '["Station", 7]', 'must be a JSON list'],
    ['attributeColumns', '[', 'must be'],
    ['units', 'imperial', 'must be one of sent, metric, us'],
    ['units.pressure', '°C', 'must be one of'],
    ['Units.Colour', 'red', 'must name one of'],
    ['phone', 'call me', 'must be a telephone number'],
    ['lastName', 'x'.repeat(256), 'must have at most 255 characters'],
  ])('cannot have %s as %j, and nothing beside it is applied', async (name, value, words) => {
    const reply = await save([attribute('firstName', 'Carl'), attribute(name, value)]);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
    expect((await opA.get<auth.User>(`/api/ef/users/${own}`)).text).not.toContain('Carl');
  });

  it('of two who save at once are both kept: each writes what it names, and nothing else', async () => {
    const values = [
      ['timeZone', 'Europe/Oslo'],
      ['units', 'metric'],
      ['units.pressure', 'bar'],
      ['units.temperature', 'sent'],
      ['attributeColumns', '["Station"]'],
      ['phone', '+47 (900) 00-001'],
    ] as const;
    const replies = await Promise.all(values.map(([name, value]) => save([attribute(name, value)])));
    expect(replies.map(({ status }) => status)).toEqual(values.map(() => 200));
    const { body } = await opA.get<auth.User>(`/api/ef/users/${own}`);
    expect(body.attributes).toEqual(expect.arrayContaining(values.map(([name, value]) => attribute(name, value))));
    for (const [name] of values) expect((await save([attribute(name, '')])).status).toBe(200);
  });

  it('are saved, answered as stored, and come with the login', async () => {
    const links = JSON.stringify([{ link: '/assets/1/dashboard', label: '<b>Pump</b>' }]);
    const reply = await save([attribute('extraLinks', links), attribute('firstName', 'Ann')]);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(expect.arrayContaining([attribute('extraLinks', links), attribute('firstName', 'Ann')]));
    const again = await save([attribute('FIRSTNAME', 'Anna')]);
    expect(again.body.filter(({ attributeName }) => /firstname/i.test(attributeName))).toEqual([
      attribute('firstName', 'Anna'),
    ]);
    const { body } = await opA.get<auth.LoginReply>('/api/ef/auth/login');
    expect(body.auth.user.attributes).toContainEqual(attribute('firstName', 'Anna'));
  });

  it('take names that mean something to JavaScript as plain text (G6)', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      expect((await save([attribute(name, 'x')])).status).toBe(200);
    }
    expect((await opA.get<auth.User>(`/api/ef/users/${own}`)).body.attributes).toContainEqual(
      attribute('__proto__', 'x'),
    );
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('a user', () => {
  it('sees itself, without anything secret', async () => {
    const { body, text } = await opA.get<auth.User>(`/api/ef/users/${own}/`);
    expect(body).toMatchObject({ userId: own, username: 'opA', adminId: 1 });
    expect(text).not.toMatch(/hash|scrypt|token/i);
  });

  it('cannot see another one, an administrator those of the own unit only', async () => {
    const { userId } = world.viewA;
    expect((await opA.get(`/api/ef/users/${userId}`)).status).toBe(404);
    expect((await (await portal.as('root')).get(`/api/ef/users/${userId}`)).status).toBe(200);
    const adminB = await portal.as('adminB');
    expect((await adminB.get(`/api/ef/users/${userId}`)).status).toBe(404);
    expect((await adminB.get(`/api/ef/users/${world.opB.userId}`)).status).toBe(200);
    expect((await opA.get('/api/ef/users/999999')).status).toBe(404);
  });

  it.each(['0', '-1', '1e3', '0x1', 'abc', '99999999999999999999', '1%00', '1.0'])(
    'with the id %s is a bad request',
    async (id) => {
      expect((await opA.get(`/api/ef/users/${id}`)).status).toBe(400);
    },
  );
});

describe('pinned assets', () => {
  const pin = (list: string, userId = own) =>
    opA.get<auth.UserAttribute>(`/api/ef/users/${userId}/attributes/pinnedAssets/${encodeURIComponent(list)}`);

  it('are saved in their order, each once, without those out of sight', async () => {
    const { a1, a2, b1 } = world;
    const { status, body } = await pin(JSON.stringify([a2.assetId, b1.assetId, a1.assetId, a2.assetId]));
    expect([status, body]).toEqual([200, attribute('pinnedAssets', JSON.stringify([a2.assetId, a1.assetId]))]);
  });

  it('of another user are not there', async () => {
    expect((await pin('[1]', world.viewA.userId)).status).toBe(404);
  });

  it.each(['', '{}', '[', '["1"]', '[0]', '[1.5]', 'null'])('are refused as "%s"', async (list) => {
    expect([400, 404]).toContain((await pin(list)).status);
  });

  it('cannot be set by another site', async () => {
    const headers = { Cookie: opA.cookie ?? '', 'Sec-Fetch-Site': 'cross-site' };
    const url = `${portal.url}/api/ef/users/${own}/attributes/pinnedAssets/[]`;
    expect((await fetch(url, { headers })).status).toBe(403);
  });
});
