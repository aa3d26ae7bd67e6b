import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type alerts, permissionId, type UserGroupId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { fillTemplate } from './text-channel.ts';

const WAIT = { timeout: 15_000 };
const SECRET = 'a secret of some length';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

describe.each(everyPortal())('ways of alerts on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let clock: TestClock;
  let status = 200;
  const received: Received[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString() });
      reply.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('ok');
    });
  });
  let hook = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    clock = new TestClock();
    portal = await start({ clock, config: { alertNetworks: ['127.0.0.1'] } });
    world = await buildTwoUnits(portal);
    const alert = { severityMin: 2, severityMax: 10, status: 'open', online: false, offline: false };
    const told = [
      { ...alert, userGroupId: world.opA.userGroupId, assetGroupId: world.groupA },
      { ...alert, userGroupId: world.opB.userGroupId, assetGroupId: world.groupB },
    ];
    await portal.context.ownership.alerts.save(systemCaller, told);
    for (const [asset, definition] of [
      [world.a1, world.definition],
      [world.b1, world.definitionB],
    ] as const) {
      await send(asset, 0);
      const flee = JSON.stringify({ expression: '_Level > 10' });
      const alarm = { assetDefinitionId: definition, name: 'High "level"', severity: 5, selfAck: 1, flee };
      const made = await (await portal.as('admin')).put('/api/ef/alarmdefinitions', [alarm]);
      expect(made.status).toBe(200);
    }
  });
  afterAll(async () => {
    await portal.close();
    server.close();
  });
  beforeEach(() => {
    received.length = 0;
    status = 200;
  });

  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, value: number) {
    await portal.context.pipeline.accept(asset, [{ label: 'Level', value, timeMs: undefined, quality: 192 }]);
  }

  async function raiseAnew(asset: TwoUnits['a1'] = world.a1): Promise<void> {
    const open = () => portal.context.alarmService.openAlarmsOf(asset.assetId).length;
    await send(asset, 0);
    await expect.poll(open, WAIT).toBe(0);
    await portal.context.alarmService.settled();
    await send(asset, 20);
    await expect.poll(open, WAIT).toBe(1);
  }

  const setHook = async (userGroupId: UserGroupId, url: string, by = 'root') =>
    (await portal.as(by)).post('/api/ef/alertwebhooks', { userGroupId, url, secret: SECRET });

  async function deliveries(query = '', by = 'root'): Promise<alerts.AlertDelivery[]> {
    const reply = await (await portal.as(by)).get<{ deliveries: alerts.AlertDelivery[] }>(
      `/api/ef/alertdeliveries${query}`,
    );
    expect(reply.status).toBe(200);
    return reply.body.deliveries;
  }

  describe('webhooks', () => {
    it('are signed with their time, and named by their message', async () => {
      expect((await setHook(world.opA.userGroupId, `${hook}/in`)).status).toBe(200);
      await raiseAnew();
      await expect.poll(() => received.length, WAIT).toBeGreaterThanOrEqual(1);
      const { headers, body } = received[0] as Received;
      const timestamp = String(headers['x-telltale-timestamp']);
      const expected = createHmac('sha256', SECRET).update(timestamp).update('.').update(body).digest('hex');
      expect(headers['x-telltale-signature']).toBe(`sha256=${expected}`);
      expect(Math.abs(Number(timestamp) * 1_000 - clock.now())).toBeLessThan(60_000);
      const message = JSON.parse(body);
      expect(message.id).toBe(headers['x-telltale-delivery']);
      expect(message.alerts).toMatchObject([
        { kind: 'raised', asset: 'Pump A1', name: 'High "level"', severity: 5, assetId: world.a1.assetId },
      ]);
    });

    it('that redirect are tried again, and the redirect is not followed', async () => {
      await setHook(world.opA.userGroupId, `${hook}/moved`);
      status = 302;
      await raiseAnew();
      await expect
        .poll(() => deliveries('?channel=webhook&state=waiting'), WAIT)
        .toContainEqual(
          // The end of the one before may wait beside it.
          expect.objectContaining({ kind: 'raised', detail: 'It answered 302.', to: expect.stringContaining('opA') }),
        );
      expect(received.map(({ path }) => path)).not.toContain('/elsewhere');
      status = 200;
      clock.advance(600_000);
      await expect.poll(() => deliveries('?channel=webhook&state=waiting'), WAIT).toEqual([]);
    });

    it('to private addresses are refused and said, unless they are allowed', async () => {
      const elsewhere = `${hook.replace('127.0.0.1', '127.0.0.2')}/private`;
      await setHook(world.opA.userGroupId, elsewhere);
      await raiseAnew();
      await expect
        .poll(() => deliveries('?channel=webhook&state=failed'), WAIT)
        .toMatchObject(
          expect.arrayContaining([
            expect.objectContaining({ detail: expect.stringContaining('is not a public address') }),
          ]),
        );
      expect(received.filter(({ path }) => path === '/private')).toEqual([]);
      const { body } = await (await portal.as('root')).get<alerts.AlertProblem[]>('/api/ef/alertproblems');
      expect(body).toContainEqual(expect.objectContaining({ channel: 'webhook', userId: null, address: elsewhere }));
    });

    it('never answer a secret, and keep none in the clear', async () => {
      const client = await portal.as('root');
      await setHook(world.opA.userGroupId, `${hook}/in`);
      expect((await client.get('/api/ef/alertwebhooks')).text).not.toContain(SECRET);
      expect((await client.get('/api/journal')).text).not.toContain(SECRET);
      const rows = await portal.context.db.selectFrom('alert_webhooks').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(SECRET);
    });

    it.each([
      ['an address of another kind', { url: 'ftp://example.com/' }],
      ['a user name in the address', { url: 'https://me:secret@example.com/' }],
      ['no address', { url: 'hooks' }],
      ['a short secret', { secret: 'short' }],
    ])('are refused with %s', async (_what, wrong) => {
      const body = { userGroupId: world.opA.userGroupId, url: 'https://example.com/', secret: SECRET, ...wrong };
      expect((await (await portal.as('root')).post('/api/ef/alertwebhooks', body)).status).toBe(400);
    });

    it('of another unit are as if they were not', async () => {
      await setHook(world.opB.userGroupId, `${hook}/${world.canary}`, 'adminB');
      const operator = await portal.aUser({
        username: `alerts of unit 1 ${Math.random()}`,
        permissions: [permissionId('Alerts', 'View'), permissionId('Alerts', 'Modify')],
        assetGroups: [world.groupA],
      });
      expect(operator.userId).toBeGreaterThan(0);
      const { username } = (await portal.context.users.find(operator.userId)) ?? { username: '' };
      expect((await (await portal.as(username)).get('/api/ef/alertwebhooks')).text).not.toContain(world.canary);
      expect((await setHook(world.opB.userGroupId, hook, username)).status).toBe(404);
      const client = await portal.as(username);
      expect(
        (await client.send('/api/ef/alertwebhooks', { method: 'DELETE', body: { userGroupId: world.opB.userGroupId } }))
          .status,
      ).toBe(404);
      // Nobody reroutes what a group is told that may do more than they.
      expect((await setHook(world.opA.userGroupId, hook, username)).status).toBe(403);
    });
  });

  describe('texts to phones', () => {
    const gateway = {
      contentType: 'application/json',
      body: '{"to":"{phone}","message":"{text}"}',
      authorization: 'Bearer of the gateway',
    };

    it('go by the template of the gateway to who wants them', async () => {
      const root = await portal.as('root');
      const url = `${hook}/texts`;
      expect((await root.put('/api/ef/alerttextgateway', { url, ...gateway })).body).toMatchObject({
        hasAuthorization: true,
      });
      expect((await root.get('/api/ef/alerttextgateway')).text).not.toContain('Bearer');
      const opA = await portal.as('opA');
      const attributes = [
        { userId: world.opA.userId, attributeName: 'phone', attributeValue: '+47 123 45 678' },
        { userId: world.opA.userId, attributeName: 'textAlerts', attributeValue: 'true' },
      ];
      expect((await opA.post('/api/ef/userattributes', attributes)).status).toBe(200);
      await raiseAnew();
      const texts = () => received.filter(({ path }) => path === '/texts');
      await expect.poll(() => texts().length, WAIT).toBeGreaterThanOrEqual(1);
      const { headers, body } = texts()[0] as Received;
      expect(headers.authorization).toBe('Bearer of the gateway');
      expect(JSON.parse(body)).toEqual({ to: '+47 123 45 678', message: 'High "level" on Pump A1: raised' });
    });

    it('keep their authorization only as long as the address stays', async () => {
      const root = await portal.as('root');
      const { authorization: _left, ...same } = gateway;
      await root.put('/api/ef/alerttextgateway', { url: `${hook}/texts`, ...gateway });
      const kept = await root.put('/api/ef/alerttextgateway', { url: `${hook}/texts`, ...same });
      expect(kept.body).toMatchObject({ hasAuthorization: true });
      const other = await root.put('/api/ef/alerttextgateway', { url: 'https://elsewhere.example/', ...same });
      expect(other.body).toMatchObject({ hasAuthorization: false });
      expect((await root.delete('/api/ef/alerttextgateway')).status).toBe(200);
      expect((await root.delete('/api/ef/alerttextgateway')).status).toBe(404);
      expect((await root.get('/api/ef/alerttextgateway')).body).toBeNull();
    });

    it('are a matter of the first unit', async () => {
      const adminB = await portal.as('adminB');
      expect((await adminB.get('/api/ef/alerttextgateway')).status).toBe(403);
      expect((await adminB.put('/api/ef/alerttextgateway', { url: hook, ...gateway })).status).toBe(403);
    });
  });

  describe('what became of alerts', () => {
    it('is told of assets in sight, and of people one may know of', async () => {
      await raiseAnew(world.b1);
      await expect.poll(async () => (await deliveries('', 'adminB')).length, WAIT).toBeGreaterThan(0);
      const ofB = await deliveries('', 'adminB');
      expect(new Set(ofB.map(({ assetId }) => assetId))).toEqual(new Set([world.b1.assetId]));
      await portal.aUser({
        username: 'sees alerts',
        permissions: [permissionId('Alerts', 'View')],
        assetGroups: [world.groupA],
      });
      const seen = await deliveries('', 'sees alerts');
      expect(seen.length).toBeGreaterThan(0);
      expect(JSON.stringify(seen)).not.toContain(world.canary);
      const foreign = `/api/ef/alertdeliveries?assetId=${world.b1.assetId}`;
      expect((await (await portal.as('sees alerts')).get(foreign)).status).toBe(404);
      expect((await (await portal.as('nobody')).get('/api/ef/alertdeliveries')).status).toBe(403);
    });

    it('names who cannot be told until they can', async () => {
      const problems = async () =>
        (await (await portal.as('root')).get<alerts.AlertProblem[]>('/api/ef/alertproblems')).body;
      await raiseAnew();
      await expect
        .poll(problems, WAIT)
        .toContainEqual(expect.objectContaining({ to: 'opA', channel: 'mail', detail: 'There is no mail address.' }));
      await portal.context.db
        .insertInto('user_attributes')
        .values({
          user_id: world.opA.userId,
          attribute_key: 'altemail',
          attribute_name: 'altEmail',
          attribute_value: 'op@example.com',
        })
        .execute();
      clock.advance(600_000);
      await raiseAnew();
      await expect
        .poll(async () => (await problems()).filter(({ to, channel }) => to === 'opA' && channel === 'mail'), WAIT)
        .toEqual([]);
    });
  });
});

describe('a template', () => {
  it.each([
    ['application/json', '{"a":"{text}"}', '{"a":"\\"x\\"\\n{phone}"}'],
    ['application/x-www-form-urlencoded', 'a={text}&b={other}', 'a=%22x%22%0A%7Bphone%7D&b={other}'],
  ] as const)('of %s is filled in as that is written', (contentType, template, expected) => {
    expect(fillTemplate(template, contentType, { text: '"x"\n{phone}', phone: '1' })).toBe(expected);
  });
});
