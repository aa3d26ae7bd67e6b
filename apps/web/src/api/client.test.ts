// @vitest-environment jsdom
import { assets, auth } from '@telltale/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { ApiError } from './api-error.ts';
import { callApi, callIfChanged, callUrl } from './client.ts';

beforeEach(() => useSessionStore.setState({ state: 'valid' }));

describe('a call', () => {
  it('fills in and escapes its parameters', () => {
    const params = { assetId: 7, attributeName: 'a/b c' };
    expect(callUrl(assets.deleteAttribute, { params })).toBe('/api/assets/7/attributes/a%2Fb%20c');
    expect(callUrl(assets.listAssets, { query: { refreshToken: undefined } })).toBe('/api/ef/assets');
    expect(() => callUrl(assets.getAsset)).toThrow(TypeError);
  });

  it('says that it comes from this client, and sends its body as JSON', async () => {
    const stub = new PortalStub().on({ method: 'POST', path: '/api/assets/7/coordinates' }, { body: {} });
    await callApi(assets.setCoordinates, { params: { assetId: 7 }, body: { latitude: 1, longitude: 2 } });
    const [request] = stub.requests;
    expect(request?.headers.get('x-requested-with')).toBe('Telltale');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.body).toEqual({ latitude: 1, longitude: 2 });
  });

  it.each([
    [403, { error: { code: 'forbidden', message: 'Not yours.' } }, 'forbidden', 'Not yours.'],
    [403, 'Wrong password.', 'unknown', 'Wrong password.'],
    [429, undefined, 'unknown', 'Too many requests. Wait a moment and try again.'],
  ])('answers a refusal %i with its text', async (status, body, code, message) => {
    new PortalStub().on(auth.login, { status, body });
    await expect(callApi(auth.login)).rejects.toMatchObject({ status, code, message });
    expect(useSessionStore.getState().state).toBe('valid');
  });

  it('never shows the page of a proxy as an error', async () => {
    const html = { 'content-type': 'text/html' };
    new PortalStub().on(assets.listAssets, { status: 502, body: '<h1>Bad gateway</h1>', headers: html });
    const error = await callApi(assets.listAssets).catch((thrown: unknown) => thrown);
    expect((error as ApiError).message).not.toContain('<');
  });

  it('ends the session on a 401, but not for wrong credentials', async () => {
    const refusal = { status: 401, body: { error: { code: 'unauthenticated', message: 'Log in.' } } };
    new PortalStub().on(auth.login, refusal).on(assets.listAssets, refusal);
    await expect(callApi(auth.login)).rejects.toBeInstanceOf(ApiError);
    expect(useSessionStore.getState().state).toBe('valid');
    await expect(callApi(assets.listAssets)).rejects.toBeInstanceOf(ApiError);
    expect(useSessionStore.getState()).toMatchObject({ state: 'invalid', notice: 'Login has expired.' });
  });

  it('explains that the portal does not answer, and leaves an abort as it is', async () => {
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => Promise.reject(init.signal?.reason ?? new TypeError('x')));
    await expect(callApi(assets.listAssets)).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
      message: expect.stringMatching(/ try again\.$/),
    });
    // Whether it was done is what nobody knows.
    await expect(callApi(assets.deleteAsset, { params: { assetId: anAsset().assetId } })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('may have been done or not'),
    });
    const aborted = AbortSignal.abort();
    await expect(callApi(assets.listAssets, { signal: aborted })).rejects.toBe(aborted.reason);
  });
});

describe('a list with an ETag', () => {
  it('is kept as it is when nothing changed', async () => {
    const list = [anAsset()];
    const stub = new PortalStub().on(assets.listAssets, ({ headers }) =>
      headers.get('if-none-match') === '"v1"' ? { status: 304 } : { body: list, headers: { etag: '"v1"' } },
    );
    const first = await callIfChanged(assets.listAssets, {}, undefined);
    const second = await callIfChanged(assets.listAssets, {}, first);
    expect(second).toBe(first);
    expect(stub.requests).toHaveLength(2);
  });
});

it('the login of a stub is what the contract says', () => {
  expect(() => auth.loginReplySchema.parse(aLogin())).not.toThrow();
  expect(() => assets.assetSchema.parse(anAsset())).not.toThrow();
});
