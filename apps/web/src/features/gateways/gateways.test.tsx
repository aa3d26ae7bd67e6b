import { ADMIN_MODIFY, assets, auth, gateways } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const gateway = { gatewayId: 4, name: 'North', created: '2026-11-20T12:00:00Z' };

function portal(permissions: readonly number[] = [ADMIN_MODIFY]) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(gateways.listGateways, { body: [gateway] });
}

describe('the gateway tokens', () => {
  it('are for administrators alone', async () => {
    portal([6, 7]);
    await renderApp('/gateways');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('are revoked once the user has agreed', async () => {
    const stub = portal().on('DELETE /api/gateways/4', { body: { gatewayId: 4 } });
    await renderApp('/gateways');
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke North' }));
    const question = within(await screen.findByRole('dialog', { name: 'Revoke the token of North?' }));
    expect(stub.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    stub.on(gateways.listGateways, { body: [] });
    fireEvent.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('The token of North has ended.')).toBeTruthy();
    expect(await screen.findByText('There are no gateways.')).toBeTruthy();
  });

  it('that could not be loaded say so', async () => {
    portal().on(gateways.listGateways, { status: 503, body: { error: { code: 'unavailable', message: 'Busy.' } } });
    await renderApp('/gateways');
    expect(await screen.findByText('The gateways could not be loaded.')).toBeTruthy();
  });
});
