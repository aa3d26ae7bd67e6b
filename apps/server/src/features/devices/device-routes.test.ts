import type { assets, devices } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

let portal: Portal;
let admin: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

/** As curl does it: no header but its own. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}${path}`, { method: 'POST', body, headers });

describe('the device API over HTTP', () => {
  it('answers 401 for an unknown token', async () => {
    expect((await post('/api/v1/unknown/telemetry', '{"a":1}')).status).toBe(401);
    expect((await post('/api/v1/unknown/attributes', '{"a":1}')).status).toBe(401);
  });

  it('answers 200 once the points can be read', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const answer = await post(`/api/v1/${accessToken}/telemetry`, '{"flow": 7.5}', {
      'Content-Type': 'application/json',
    });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    expect(body).toMatchObject([{ label: 'flow', value: 7.5 }]);
    const asset = await admin.get<assets.Asset>(`/api/ef/assets/${assetId}`);
    expect(asset.body.connection.connected).toBe(true);
  });

  it('takes the body of a plain curl -d', async () => {
    const { accessToken } = await portal.anAsset();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(
      (await post(`/api/v1/${accessToken}/telemetry`, '[{"ts":1700000000000,"values":{"a":1}}]', type)).status,
    ).toBe(200);
  });

  it('answers 400 for what is no telemetry, and keeps it with its reason', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    for (const body of ['{"a":', '7', '']) {
      const answer = await post(`/api/v1/${accessToken}/telemetry`, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: 'bad-request' } });
    }
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries.map(({ reason }) => reason)).toEqual([
      'empty message',
      'telemetry must be an object or an array of objects',
      'not valid JSON',
    ]);
  });

  it.each([
    ['telemetry', '{"ts": -5, "values": {"a": 1}}', 'time before 1970 (a)'],
    ['telemetry', '[{"ts": "soon", "values": {"a": 1}}]', 'ts is not a time in milliseconds since 1970'],
    ['telemetry', '{"": 1}', 'empty label ()'],
    ['attributes', '{"pingrate": "often"}', 'attribute: The attribute pingrate must be'],
    ['attributes', '{"PatientInfo": "x"}', 'not taken from devices'],
  ])('answers 400 with the reason when nothing of %s %s could be stored', async (kind, body, reason) => {
    const { accessToken } = await portal.anAsset();
    const answer = await post(`/api/v1/${accessToken}/${kind}`, body);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(reason)]);
    const mixed = kind === 'telemetry' ? `[${body}, {"b": 2}]` : body.replace('}', ', "model": "X"}');
    if (!body.startsWith('[')) expect((await post(`/api/v1/${accessToken}/${kind}`, mixed)).status).toBe(200);
    expect((await post(`/api/v1/${accessToken}/${kind}`, '{}')).status).toBe(200);
  });

  it('makes no data item of a label whose only value was set aside', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    await post(`/api/v1/${accessToken}/telemetry`, '[{"ts": -5, "values": {"never": 1}}, {"once": 2}]');
    expect([...(portal.context.registry.find(assetId)?.slots() ?? [])].map(({ label }) => label)).toEqual(['once']);
  });

  it('makes no asset of a gateway whose body is malformed', async () => {
    const { body } = await admin.post<{ accessToken: string }>('/api/gateways', { name: 'Broken box' });
    for (const [kind, text] of [
      ['telemetry', '{"a":'],
      ['telemetry', '[5]'],
      ['telemetry', '{"ts": "x", "values": {"a": 1}}'],
      ['attributes', '7'],
    ] as const) {
      expect((await post(`/api/v1/${body.accessToken}/${kind}`, text)).status).toBe(400);
    }
    expect(await portal.context.registry.findBySerialNumber('Broken box')).toBeUndefined();
    expect((await post(`/api/v1/${body.accessToken}/telemetry`, '{"a": 1}')).status).toBe(200);
    expect(await portal.context.registry.findBySerialNumber('Broken box')).toBeDefined();
  });

  it('sets no attribute that no call could delete again, or whose deletion would delete the asset', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const attributes = { '': 'a', '.': 'b', '..': 'c', ['n'.repeat(256)]: 'd', model: 'e' };
    expect((await post(`/api/v1/${accessToken}/attributes`, JSON.stringify(attributes))).status).toBe(200);
    const { body } = await admin.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`);
    expect(body.map(({ attributeName }) => attributeName)).toEqual(['model', 'lastcontact']);
    const setAside = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(setAside.body.countSinceStart).toBe(4);
    const named = await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: '..', attributeValue: 'x' });
    expect(named.status).toBe(400);
  });

  it('sets attributes; PatientInfo is not for devices', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const body = JSON.stringify({ firmware: '2.0', options: { a: 1 }, patientINFO: 'x', lastcontact: 5 });
    expect((await post(`/api/v1/${accessToken}/attributes`, body)).status).toBe(200);
    const attributes = await admin.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`);
    expect(attributes.body.map(({ attributeName, attributeValue }) => [attributeName, attributeValue])).toEqual([
      ['firmware', '2.0'],
      ['options', '{"a":1}'],
      ['lastcontact', expect.stringMatching(/^20.+Z$/)],
    ]);
  });

  it('refuses a body over 1 MB', async () => {
    const { accessToken } = await portal.anAsset();
    expect((await post(`/api/v1/${accessToken}/telemetry`, 'x'.repeat(1_000_001))).status).toBe(413);
  });

  it('takes many requests of one device at once, and never drops one that it answered with 200', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        post(`/api/v1/${accessToken}/telemetry`, JSON.stringify({ ts: 1_700_000_000_000 + i, values: { n: i } })),
      ),
    );
    const taken = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const slot = portal.context.registry.find(assetId)?.slotOf('n');
    const { timesMs } = await portal.context.historian.readSeries(slot?.key ?? 0, 0, 2e12);
    expect([...timesMs].map((time) => time - 1_700_000_000_000)).toEqual(taken);
  });
});

describe('what was set aside', () => {
  it('is shown to those who see the asset, and 404 to others', async () => {
    const { assetId } = await portal.anAsset();
    await portal.aUser({ username: 'blind', permissions: [6, 30] });
    const blind = await portal.as('blind');
    expect((await blind.get(`/api/ef/assets/${assetId}/quarantine`)).status).toBe(404);
    expect((await blind.get('/api/gateways/999999/quarantine')).status).toBe(404);
    expect((await admin.get(`/api/ef/assets/${assetId}/quarantine`)).status).toBe(200);
    expect((await admin.get('/api/ef/assets/999999/quarantine')).status).toBe(404);
  });
});
