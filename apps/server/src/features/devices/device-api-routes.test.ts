import { randomBytes } from 'node:crypto';
import type { assets } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

describe.each(everyPortal())('ThingsBoard’s device API over HTTP, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());

  async function ask(path: string, init: { body?: unknown; signal?: AbortSignal } = {}) {
    const { body, signal } = init;
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${portal.url}/api/v1/${path}`, { ...post, ...(signal ? { signal } : {}) });
    return { status: answer.status, body: await answer.json() };
  }

  const set = (assetId: number, attributeName: string, attributeValue: string) =>
    admin.put(`/api/assets/${assetId}/attributes`, { attributeName, attributeValue });

  async function command(assetId: number, name: string): Promise<number> {
    const text = JSON.stringify({ module: 'pump', command: name });
    const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command: text }]);
    return body[0]?.commandId ?? 0;
  }

  const stateOf = async (id: number) => (await admin.get<{ state: string }>(`/api/commands/${id}`)).body.state;

  it('answers 401 for an unknown token, whatever is asked', async () => {
    for (const path of ['attributes', 'attributes/updates', 'rpc', 'firmware', 'software']) {
      expect((await ask(`unknown/${path}`)).status, path).toBe(401);
    }
    for (const path of ['rpc', 'rpc/1', 'claim']) expect((await ask(`unknown/${path}`, { body: {} })).status).toBe(401);
  });

  it('tells attributes in their types', async () => {
    const { accessToken: token } = await portal.anAsset();
    await ask(`${token}/attributes`, { body: { rate: 7, on: true, name: 'North' } });
    expect(await ask(`${token}/attributes?clientKeys=rate,on&sharedKeys=name,none`)).toEqual({
      status: 200,
      body: { client: { rate: 7, on: true }, shared: { name: 'North' } },
    });
  });

  it('tells the next changed attribute to who waits for it, and 408 when there is none', async () => {
    const { assetId, accessToken: token } = await portal.anAsset();
    expect((await ask(`${token}/attributes/updates?timeout=20`)).status).toBe(408);
    const waiting = ask(`${token}/attributes/updates?timeout=30000`);
    await listening(assetId);
    await set(assetId, 'rate', '9');
    expect(await waiting).toEqual({ status: 200, body: { rate: 9 } });
  });

  it('hands out commands one at a time, once each, and takes their answers', async () => {
    const { assetId, accessToken: token } = await portal.anAsset();
    expect((await ask(`${token}/rpc?timeout=20`)).status).toBe(408);
    const [first, second] = [await command(assetId, 'start'), await command(assetId, 'stop')];
    expect((await ask(`${token}/rpc`)).body).toEqual({ id: String(first), method: 'pump.start', params: null });
    await expect.poll(() => stateOf(first)).toBe('delivered');
    expect(await stateOf(second)).toBe('queued');
    expect((await ask(`${token}/rpc`)).body).toEqual({ id: String(second), method: 'pump.stop', params: null });
    expect((await ask(`${token}/rpc/${first}`, { body: { ok: true } })).status).toBe(200);
    expect(await stateOf(first)).toBe('answered');
  });

  it('takes a command round: it is verified by the value that the device posts next, or had no effect', async () => {
    const { assetId, accessToken: token } = await portal.anAsset();
    await ask(`${token}/telemetry`, { body: { Speed: 20 } });
    const { body: items } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const wish = { dataItemId: items.find(({ label }) => label === 'Speed')?.dataItemId, within: 30 };
    const wanted = async (speed: number) => {
      portal.clock.advance(1_000);
      const text = JSON.stringify({ module: 'pump', command: 'speed', parameter: { speed } });
      const effect = { ...wish, expected: speed };
      const sent = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command: text, effect }]);
      const id = sent.body[0]?.commandId ?? 0;
      // The device asks, does it, says that it has understood, and tells its speed.
      const call = (await ask(`${token}/rpc?timeout=5000`)).body;
      expect(call).toEqual({ id: String(id), method: 'pump.speed', params: { speed } });
      expect((await ask(`${token}/rpc/${call.id}`, { body: { result: 'ok' } })).status).toBe(200);
      return id;
    };
    const stored = async (id: number) => (await admin.get(`/api/commands/${id}`)).body;

    const first = await wanted(55);
    portal.clock.advance(1_000);
    await ask(`${token}/telemetry`, { body: { Speed: 55 } });
    const effect = { before: { value: 20 }, after: { value: 55 } };
    await expect.poll(() => stored(first)).toMatchObject({ state: 'verified', answer: '{"result":"ok"}', effect });

    const second = await wanted(70);
    portal.clock.advance(1_000);
    await ask(`${token}/telemetry`, { body: { Speed: 56 } });
    expect(await stored(second)).toMatchObject({ state: 'answered', answer: '{"result":"ok"}' });
    portal.clock.advance(31_000);
    const none = { before: { value: 55 }, after: { value: 56 } };
    await expect.poll(() => stored(second)).toMatchObject({ state: 'no effect', effect: none });
  });

  it('keeps a command for a device that left while it waited', async () => {
    const { assetId, accessToken: token } = await portal.anAsset();
    const leaving = new AbortController();
    const left = ask(`${token}/rpc?timeout=30000`, { signal: leaving.signal }).catch(() => 'left');
    await listening(assetId);
    leaving.abort();
    expect(await left).toBe('left');
    await expect.poll(() => portal.context.deviceSessions.sessionsOf(assetId as never)).toEqual([]);
    const id = await command(assetId, 'start');
    expect(await stateOf(id)).toBe('queued');
    expect((await ask(`${token}/rpc`)).body).toMatchObject({ id: String(id) });
  });

  it('answers calls of the device, claims, and says what it cannot read', async () => {
    const { accessToken: token } = await portal.anAsset();
    const time = await ask(`${token}/rpc`, { body: { method: 'getTime', params: {} } });
    expect(time.body).toEqual({ time: expect.closeTo(portal.clock.now(), -4) });
    expect(await ask(`${token}/claim`, { body: { secretKey: 'x' } })).toEqual({ status: 200, body: {} });
    expect(await ask(`${token}/rpc`, { body: 7 })).toMatchObject({
      status: 400,
      body: { error: { message: 'The request cannot be taken: must be an object.' } },
    });
  });

  it('gives firmware in chunks', async () => {
    const { assetId, accessToken: token } = await portal.anAsset();
    expect((await ask(`${token}/firmware`)).status).toBe(400);
    const content = randomBytes(1_500);
    const form = new FormData();
    form.append('file', new Blob([content]), 'fw.bin');
    const headers = { Cookie: admin.cookie ?? '', 'X-Requested-With': 'Telltale' };
    await fetch(`${portal.url}/api/ef/assets/${assetId}/files`, { method: 'POST', headers, body: form });
    await set(assetId, 'fw_file', 'fw.bin');
    const chunks = await Promise.all(
      [0, 1, 2].map(async (chunk) => {
        const path = `${token}/firmware?title=fw&version=1&size=1000&chunk=${chunk}`;
        return Buffer.from(await (await fetch(`${portal.url}/api/v1/${path}`)).arrayBuffer());
      }),
    );
    expect(chunks.map(({ length }) => length)).toEqual([1_000, 500, 0]);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  /** Resolves once a request of the asset waits. */
  const listening = (assetId: number) =>
    expect.poll(() => portal.context.deviceSessions.sessionsOf(assetId as never).length).toBe(1);
});
