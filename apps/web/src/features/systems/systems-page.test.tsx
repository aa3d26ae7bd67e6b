import { ADMIN_MODIFY, assets, auth, systems } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const aSystem = (systemId: number, kind: string) => ({
  ...{ systemId, name: `Pad ${systemId}`, systemDefinitionId: 1, assetId: null, assetDefinitionId: null },
  ...{ attributes: [], currentSlotAssignments: [] },
  systemDefinition: { systemDefinitionId: 1, name: kind, alias: '', description: '', slots: [] },
});

const asked = (stub: PortalStub) =>
  stub.requests.filter(({ url }) => url.pathname === '/api/ef/systempage').at(-1)?.url;

it('asks the portal for systems page by page, and for those with a text', async () => {
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin([ADMIN_MODIFY]) })
    .on(assets.listAssets, { body: [] })
    .on(systems.listSystemPage, ({ url }) => {
      const found = url.searchParams.get('search') === null ? 1_120 : url.searchParams.get('search') === 'FRAC' ? 1 : 0;
      const rows = found === 1 ? [aSystem(119, 'Frac spread')] : found === 0 ? [] : [aSystem(1_101, 'Well pad')];
      const isBeyond = Number(url.searchParams.get('offset')) >= found;
      return { body: { total: found, all: 1_120, systems: isBeyond ? [] : rows } };
    });
  await renderApp('/systems?page=23');
  const shown = async () => within(await screen.findByRole('list', { name: 'Systems' })).getAllByRole('listitem');
  expect((await shown()).map(({ textContent }) => textContent)).toEqual(['Pad 1101Well padDashboard']);
  expect(asked(stub)?.search).toBe('?limit=50&offset=1100');
  expect(screen.getByText('Page 23 of 23')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Search systems'), { target: { value: 'FRAC' } });
  await waitFor(() => expect(currentAddress()).toBe('/systems?search=FRAC'));
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Systems shown' }).textContent).toBe('1 of 1,120 systems'),
  );
  expect((await shown()).map(({ textContent }) => textContent)).toEqual(['Pad 119Frac spreadDashboard']);
  fireEvent.change(screen.getByLabelText('Search systems'), { target: { value: 'nothing' } });
  expect(await screen.findByText('No system matches.')).toBeTruthy();
});

it('leads back from a page that is not there', async () => {
  new PortalStub()
    .on(auth.login, { body: aLogin([ADMIN_MODIFY]) })
    .on(assets.listAssets, { body: [] })
    .on(systems.listSystemPage, { body: { total: 3, all: 3, systems: [] } });
  await renderApp('/systems?page=9');
  fireEvent.click(await screen.findByRole('button', { name: 'To the first page' }));
  await waitFor(() => expect(currentAddress()).toBe('/systems'));
});
