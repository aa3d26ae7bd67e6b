import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { definitions } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { flow, portal, pump, refused, sent, type } from '../testing/configuration.ts';

const PAGE = '/configuration/assetdefinitions/7';
const uses = { assets: 2, slots: 1, dataItems: 5, alarms: 0, events: 0, commands: 0, dashboards: 0, unseen: [] };

function definitionPortal(permissions?: readonly number[]) {
  return portal(permissions).on('GET /api/ef/assetdefinitions/7/uses', { body: uses });
}

describe('the page of a definition', () => {
  it('is reached by its name in the list, names it anew, and says that a name is taken', async () => {
    const stub = definitionPortal();
    await renderApp('/configuration/assetdefinitions');
    fireEvent.click(await screen.findByRole('link', { name: 'Pump station' }));
    expect(currentAddress()).toBe(PAGE);
    const form = within(await screen.findByRole('form', { name: 'Name' }));
    expect(await screen.findByText(/^2 assets, 1 slot of systems/)).toBeTruthy();
    type(form.getByLabelText('Name'), 'TANK');
    stub.on(definitions.saveAssetDefinition, refused(409, 'There is an asset definition named TANK already.'));
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('There is an asset definition named TANK already.')).toBeTruthy();
    type(form.getByLabelText('Name'), 'Pump house');
    const named = { ...pump, assetDefinitionName: 'Pump house' };
    stub.on(definitions.saveAssetDefinition, { body: named }).on('GET /api/ef/assetdefinitions', { body: [named] });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: /^Pump house/, level: 2 })).toBeTruthy();
    expect(sent(stub, 'POST', '/api/ef/assetdefinitions').at(-1)?.body).toEqual(named);
  });

  it('says when there is no such definition, and shows only tabs that the user may look into', async () => {
    definitionPortal([72, 70, 38]);
    await renderApp('/configuration/assetdefinitions/99');
    expect(await screen.findByText('There is no such asset definition.')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Show all asset definitions' }));
    fireEvent.click(await screen.findByRole('link', { name: 'Pump station' }));
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Overview', 'Alarms']);
  });

  it('edits data items where they stand, and keeps what the portal refuses', async () => {
    const items = { total: 1, all: 1_200, items: [flow] };
    const stub = definitionPortal().on('GET /api/ef/assetdefinitions/7/dataitempage', { body: items });
    await renderApp(`${PAGE}?tab=dataitems&find=flow`);
    const decimals = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Decimals of Flow Rate' });
    expect(screen.getByRole('status', { name: 'Data items shown' }).textContent).toBe('1 of 1,200 data items');
    type(decimals, '99');
    fireEvent.blur(decimals);
    expect(decimals.getAttribute('aria-invalid')).toBe('true');
    const path = '/api/assetdefinitions/7/dataitemdefinitions';
    expect(sent(stub, 'POST', path)).toHaveLength(0);
    stub.on(`POST ${path}` as never, refused(403, 'There are assets of this definition that you do not see.'));
    type(decimals, '2');
    fireEvent.keyDown(decimals, { key: 'Enter' });
    expect(await screen.findByText('There are assets of this definition that you do not see.')).toBeTruthy();
    expect(decimals.value).toBe('2');
    const changed = { ...flow, display: { ...flow.display, decimals: 2 } };
    stub.on(`POST ${path}` as never, { body: changed });
    stub.on('GET /api/ef/assetdefinitions/7/dataitempage', { body: { ...items, items: [changed] } });
    fireEvent.keyDown(decimals, { key: 'Enter' });
    await waitFor(() => expect(sent(stub, 'POST', path)).toHaveLength(2));
    const body = { modelId: 7, label: 'Flow Rate', display: { decimals: 2 } };
    expect(sent(stub, 'POST', path)[1]?.body).toEqual(body);
    const asked = sent(stub, 'GET', '/api/ef/assetdefinitions/7/dataitempage')[0];
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ limit: '50', offset: '0', search: 'flow' });
  });

  it('scales what all assets send for a data item, and no longer', async () => {
    const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 50, offset: 0, samples: 1 };
    const twice = { ...flow, dataItemId: 502, label: 'Twice', calculation: { expression: '_Flow', variables: [] } };
    const page = (item: object) => ({ body: { total: 2, all: 2, items: [item, twice] } });
    const stub = definitionPortal().on('GET /api/ef/assetdefinitions/7/dataitempage', page(flow));
    await renderApp(`${PAGE}?tab=dataitems`);
    fireEvent.click(await screen.findByRole('button', { name: 'Scaling of Flow Rate: none' }));
    expect(screen.queryByRole('button', { name: /^Scaling of Twice/ })).toBeNull();
    const form = within(await screen.findByRole('form', { name: 'Scaling of Flow Rate' }));
    type(form.getByLabelText('Scaled Min'), '0');
    type(form.getByLabelText('Scaled Max'), '50');
    const path = '/api/assetdefinitions/7/dataitemdefinitions';
    stub.on(`POST ${path}` as never, refused(403, 'There are assets of this definition that you do not see.'));
    fireEvent.click(form.getByRole('button', { name: 'Apply' }));
    expect(await form.findByText('There are assets of this definition that you do not see.')).toBeTruthy();
    stub.on(`POST ${path}` as never, { body: { ...flow, scaling } });
    stub.on('GET /api/ef/assetdefinitions/7/dataitempage', page({ ...flow, scaling }));
    fireEvent.click(form.getByRole('button', { name: 'Apply' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Scaling of Flow Rate: 4–20 → 0–50' }));
    fireEvent.click(await screen.findByRole('button', { name: 'No scaling' }));
    await waitFor(() => expect(sent(stub, 'POST', path)).toHaveLength(3));
    const body = { modelId: 7, label: 'Flow Rate' };
    expect(sent(stub, 'POST', path).map((one) => one.body)).toEqual([
      { ...body, scaling },
      { ...body, scaling },
      { ...body, scaling: null },
    ]);
  });

  it('shows the severity of an alarm as a word, and what raises it', async () => {
    const alarm = {
      ...{ alarmDefinitionId: 3, assetDefinitionId: 7, name: 'Too hot', reason: '', severity: 10, flee: '', jobId: 0 },
      ...{ escalation: 0, expiration: 0, selfAck: 1, onDelay: 0, offDelay: 0, deadband: 0 },
      alarmExpression: { expression: '_Temp >= 80', variables: [] },
    };
    definitionPortal().on('GET /api/assetDefinitions/7/alarmdefinitions', { body: [alarm] });
    await renderApp(`${PAGE}?tab=alarms`);
    const row = within(await screen.findByRole('row', { name: /Too hot/ }));
    expect(row.getByText('_Temp >= 80')).toBeTruthy();
    expect(row.getByText(/^Alarm/).textContent).toBe('Alarm 10');
  });

  it('lists its dashboards, each opened on an asset of the definition', async () => {
    const head = {
      ...{ dashboardId: 4, dashboardName: 'Night', systemDefinitionId: null, assetDefinitionId: 7, version: 3 },
      ...{ modified: '2026-11-20T12:00:00.000Z', modifiedBy: 'ann' },
    };
    definitionPortal().on('GET /api/ef/assetdefinitions/7/dashboards', { body: [head] });
    await renderApp(`${PAGE}?tab=dashboards`);
    const link = await screen.findByRole('link', { name: 'Night' });
    await waitFor(() => expect(link.getAttribute('href')).toMatch(/^\/assets\/\d+\/dashboard\?dashboardId=4$/));
  });
});
