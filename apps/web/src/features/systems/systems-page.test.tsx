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

it('lists systems page by page, and finds them by their names and those of their definitions', async () => {
  const list = Array.from({ length: 120 }, (_, index) =>
    aSystem(index + 1, index === 118 ? 'Frac spread' : 'Well pad'),
  );
  new PortalStub()
    .on(auth.login, { body: aLogin([ADMIN_MODIFY]) })
    .on(assets.listAssets, { body: [] })
    .on(systems.listSystems, { body: list });
  await renderApp('/systems?page=3');
  const shown = async () => within(await screen.findByRole('list', { name: 'Systems' })).getAllByRole('listitem');
  expect(await shown()).toHaveLength(20);
  fireEvent.change(screen.getByLabelText('Search systems'), { target: { value: 'FRAC' } });
  await waitFor(() => expect(currentAddress()).toBe('/systems?search=FRAC'));
  expect((await shown()).map(({ textContent }) => textContent)).toEqual(['Pad 119Frac spreadDashboard']);
  fireEvent.change(screen.getByLabelText('Search systems'), { target: { value: 'nothing' } });
  expect(await screen.findByText('No system matches.')).toBeTruthy();
});
