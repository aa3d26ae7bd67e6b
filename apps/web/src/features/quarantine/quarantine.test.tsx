import { ADMIN_MODIFY, type AssetId, assets, auth, type GatewayId, quarantine } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { whatToDo } from './what-to-do.ts';

const ofAsset: quarantine.SetAside = {
  ...{ quarantineId: 2, received: '2026-11-22T10:00:00Z', reason: 'not valid JSON', label: null, timestamp: null },
  ...{ excerpt: '{"Pressure": 1', assetId: 7 as AssetId, gatewayId: null, name: 'Pump P-7' },
};
const ofGateway: quarantine.SetAside = {
  ...{ quarantineId: 1, received: '2026-11-22T09:00:00Z', reason: 'too far in the future', label: 'Level' },
  ...{ timestamp: 4e18, excerpt: '', assetId: null, gatewayId: 3 as GatewayId, name: 'Yard' },
};

describe('the page of refused data', () => {
  it('tells whose it was, why, what was sent and what helps; a reason narrows it', async () => {
    const stub = new PortalStub()
      .on(auth.login, { body: aLogin([ADMIN_MODIFY]) })
      .on(assets.listAssets, { body: [] })
      .on(quarantine.listSetAside, {
        body: {
          ...{ total: 10_000, isAtLeast: true, entries: [ofAsset, ofGateway] },
          reasons: [{ reason: 'not valid JSON', count: 9_000 }],
        },
      });
    await renderApp('/quarantine');
    const list = within(await screen.findByRole('list', { name: 'Refused data' }));
    expect(list.getByRole('link', { name: 'Pump P-7' }).getAttribute('href')).toBe('/connect/asset/7');
    expect(list.getByRole('link', { name: 'Yard' }).getAttribute('href')).toBe('/connect/gateway/3');
    expect(list.getByText('{"Pressure": 1')).toBeTruthy();
    expect(list.getByText('Its time: 4000000000000000000')).toBeTruthy();
    expect(screen.getByText(/^more than 10,000 messages and values were refused/)).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'not valid JSON' }));
    await waitFor(() => expect(currentAddress()).toContain('reason=not'));
    const asked = () => stub.requests.map(({ url }) => url.searchParams.get('reason'));
    await waitFor(() => expect(asked()).toContain('not valid JSON'));
  });
});

test.each([
  ['not valid JSON', /lines on the page of the device/],
  ['ts is not a time in milliseconds since 1970', /clock of the device/],
  ['the portal calculates this data item itself', /need not send it/],
  ['alias without a birth', /births again/],
  ['the gateway does not reach this device', /take it out of the gateway/],
  ['the gateway has made too many devices', /send less often/],
  ['attribute: kept by the portal', /take it out of what the device sends/],
  ['label longer than 255 characters', /name that is not empty/],
  ['the history refused it', /Look at Status/],
  ['something new', /lines on the page of the device/],
])('against "%s" somebody can do something', (reason, advice) => expect(whatToDo(reason)).toMatch(advice));
