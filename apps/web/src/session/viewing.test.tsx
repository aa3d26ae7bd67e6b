import { ADMIN_MODIFY, assets, type auth, permissionId, views } from '@telltale/contract';
import { expect, it, vi } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';

const VIEW = permissionId('Assets', 'View');
const CHANGE = permissionId('Assets', 'Modify');
const viewing = { viewId: 'v1', userId: 2, username: 'ann', by: 'ada', until: '2026-11-23T12:15:00Z' };

/** The modules as a tab has them that was loaded in a view. */
async function inTabOfView() {
  sessionStorage.setItem('view', JSON.stringify({ viewId: 'v1', from: '/access?user=2' }));
  vi.resetModules();
  const [client, mark, store, own] = [
    await import('#api/client.ts'),
    await import('#api/portal/view-mark.ts'),
    await import('./session-store.ts'),
    await import('./own-attributes.ts'),
  ];
  return { ...client, ...mark, ...store, ...own };
}

it('marks every address, and is over at the first refusal that says so: the next page is where it began', async () => {
  const { callApi, callUrl, viewMark } = await inTabOfView();
  expect(callUrl(assets.listAssets)).toBe('/api/ef/assets?viewAs=v1');
  expect(callUrl(assets.listAssets, { query: { refreshToken: '1' } })).toBe('/api/ef/assets?refreshToken=1&viewAs=v1');
  const stub = new PortalStub().on(assets.listAssets, { status: 403, body: { error: { code: views.VIEW_OVER } } });
  const answered = vi.fn();
  void callApi(assets.listAssets).then(answered, answered);
  await vi.waitUntil(() => sessionStorage.getItem('view') === null, 15_000);
  expect(stub.requests[0]?.url.searchParams.get('viewAs')).toBe('v1');
  // The page that is over shows no failure.
  expect(answered).not.toHaveBeenCalled();
  // What it still asks for is asked as before, not as oneself.
  expect(viewMark()).toBe('v1');
});

it('offers what reads, has the pages of the user, and leaves the other tabs their token', async () => {
  const { beginSession, heldBy, useSessionStore, endSession, viewMark } = await inTabOfView();
  localStorage.setItem('brokerToken', 'own');
  beginSession({ ...aLogin([ADMIN_MODIFY, VIEW, CHANGE], 'ann'), viewing } as auth.LoginReply);
  const session = useSessionStore.getState();
  expect([...session.permissions]).toEqual([VIEW]);
  expect([...heldBy(session)]).toEqual([ADMIN_MODIFY, VIEW, CHANGE]);
  expect(localStorage.getItem('brokerToken')).toBe('own');
  expect(session.brokerToken).toBe('broker-ann');
  endSession('Login has expired.');
  expect(viewMark()).toBeUndefined();
  expect(heldBy(useSessionStore.getState()).size).toBe(0);
});
