import { ADMIN_MODIFY, assets, auth, type PortalStatus, portalStatus } from '@telltale/contract';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const well = {
  faults: [],
  warnings: [],
  disk: { fullAt: null },
  mails: { waitingSince: null, problem: null, givenUp: 0 },
  certificateEndsAt: null,
} as unknown as PortalStatus;

const portal = (login: auth.LoginReply, status: () => PortalStatus) =>
  new PortalStub()
    .on(auth.login, { body: login })
    .on(assets.listAssets, { body: [] })
    .on(portalStatus.getStatus, () => ({ body: status() }));

const ofUnit = (adminId: number, permissions: number[]) => {
  const login = aLogin(permissions);
  return { ...login, auth: { ...login.auth, user: { ...login.auth.user, adminId } } } as auth.LoginReply;
};

/** It looks when the page has long been there. */
async function pageAfterAWhile(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await renderApp('/assets');
  await screen.findByRole('button', { name: /Search/ });
  await vi.advanceTimersByTimeAsync(6_000);
  await import('./TroubleIndicator.tsx');
  await vi.advanceTimersByTimeAsync(100);
}

test('every page says what of the portal needs somebody, and nothing once it is mended', async () => {
  let status: PortalStatus = { ...well, faults: ['The disk is full.'], warnings: ['The broker is away.'] };
  portal(ofUnit(1, [ADMIN_MODIFY]), () => status);
  await pageAfterAWhile();
  const link = await screen.findByRole('link', { name: 'The portal has 1 fault, 1 warning' });
  expect([link.getAttribute('href'), link.title]).toEqual(['/status', 'The disk is full.\nThe broker is away.']);
  status = { ...well, warnings: ['The broker is away.'] };
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await screen.findByRole('link', { name: 'The portal has 1 warning' })).toBeTruthy();
  status = well;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(screen.queryByRole('link', { name: /^The portal has/ })).toBeNull();
});

test.each([
  ['an administrator of another unit', ofUnit(2, [ADMIN_MODIFY])],
  ['who is no administrator', ofUnit(1, [6])],
])('%s is told nothing of it, and asks for nothing', async (_who, login) => {
  const stub = portal(login, () => ({ ...well, faults: ['The disk is full.'] }));
  await pageAfterAWhile();
  expect(screen.queryByRole('link', { name: /^The portal has/ })).toBeNull();
  expect(stub.requests.map(({ url }) => url.pathname)).not.toContain('/api/status');
});
