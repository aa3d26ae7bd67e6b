import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { definitions, systems } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAsset } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { click, portal, pump, refused, sent, type } from './testing/configuration.ts';

describe('the configuration', () => {
  it('is for holders of permission 72', async () => {
    portal([6]);
    await renderApp('/configuration/assets');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('lists asset definitions by default, and its search narrows every list', async () => {
    portal();
    await renderApp('/configuration');
    expect(await screen.findByRole('row', { name: /Pump station/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Configuration', level: 1 })).toBeTruthy();
    type(screen.getByPlaceholderText('Search...'), 'tAN');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Pump station/ })).toBeNull());
    expect(screen.getByRole('row', { name: /Tank/ })).toBeTruthy();
    expect(currentAddress()).toBe('/configuration/assetdefinitions?search=tAN');
    fireEvent.click(screen.getByRole('link', { name: 'Set up assets' }));
    expect(await screen.findByText('Nothing matches the search.')).toBeTruthy();
    click('Clear the search');
    expect(await screen.findByRole('row', { name: /North pump/ })).toBeTruthy();
  });

  it('gives the names of definitions a line of their own on a tablet, where their buttons leave no room', async () => {
    portal();
    const cellsAt = async (widthPx: number) => {
      window.innerWidth = widthPx;
      fireEvent(window, new Event('resize'));
      return within(await screen.findByRole('row', { name: /Pump station/ })).getAllByRole('cell').length;
    };
    await renderApp('/configuration/assetdefinitions');
    expect([await cellsAt(1_440), await cellsAt(820), await cellsAt(390)]).toEqual([2, 1, 1]);
  });

  it('says the serial number of an asset before its definition, and once where the asset is called by it', async () => {
    const named = anAsset({ alias: 'North pump', serialNumber: 'PS-1' });
    const unnamed = anAsset({ alias: 'PS-2', serialNumber: 'PS-2' });
    portal().on('GET /api/ef/assetpage', { body: { total: 2, all: 2, assets: [named, unnamed] } });
    await renderApp('/configuration/assets');
    const nameIn = async (row: RegExp) =>
      within(await screen.findByRole('row', { name: row })).getAllByRole('cell')[0]?.textContent;
    expect(await nameIn(/PS-1/)).toBe('North pumpPS-1 · Pump station');
    expect(await nameIn(/PS-2/)).toBe('PS-2Pump station');
  });

  it('deletes by a picture beside the name on a phone, where four words fill the line', async () => {
    portal().on('GET /api/ef/assetdefinitions/7/uses', {
      body: { assets: 1, slots: 0, dataItems: 0, alarms: 0, events: 0, dashboards: 0, unseen: [] },
    });
    const buttonAt = async (widthPx: number) => {
      window.innerWidth = widthPx;
      fireEvent(window, new Event('resize'));
      return screen.findByRole('button', { name: 'Delete Pump station' });
    };
    await renderApp('/configuration/assetdefinitions');
    expect((await buttonAt(820)).textContent).toBe('Delete');
    const picture = await buttonAt(390);
    expect(picture.textContent).toBe('');
    fireEvent.click(picture);
    expect(await screen.findByRole('dialog', { name: 'Pump station cannot be deleted' })).toBeTruthy();
  });

  it('says what the portal refuses when definitions cannot be loaded, and tries again', async () => {
    const stub = portal().on('GET /api/ef/assetdefinitions', refused(500, 'The disk is full.'));
    await renderApp('/configuration/assetdefinitions');
    expect(await screen.findByText('The disk is full.')).toBeTruthy();
    stub.on('GET /api/ef/assetdefinitions', { body: [pump] });
    click('Try again');
    expect(await screen.findByRole('row', { name: /Pump station/ })).toBeTruthy();
  });

  it('adds a definition; a name that is taken is refused at its field', async () => {
    const stub = portal().on(
      definitions.saveAssetDefinition,
      refused(409, 'There is an asset definition named TANK already.'),
    );
    await renderApp('/configuration/assetdefinitions');
    fireEvent.click(await screen.findByRole('button', { name: 'Add new asset definition' }));
    const form = within(screen.getByRole('form', { name: 'Add new asset definition' }));
    type(form.getByLabelText('Name'), ' TANK ');
    fireEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('There is an asset definition named TANK already.')).toBeTruthy();
    expect(sent(stub, 'POST', '/api/ef/assetdefinitions')[0]?.body).toEqual({ assetDefinitionName: 'TANK' });
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form', { name: 'Add new asset definition' })).toBeNull();
  });

  it('shows what keeps a definition, and does not offer to delete it', async () => {
    const uses = { assets: 2, slots: 1, dataItems: 5, alarms: 0, events: 0, dashboards: 0, unseen: ['assets'] };
    portal().on('GET /api/ef/assetdefinitions/7/uses', { body: uses });
    await renderApp('/configuration/assetdefinitions');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Pump station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pump station cannot be deleted' }));
    expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '2 assets',
      'assets that you do not see',
      '1 slot of systems',
    ]);
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('shows what goes with a definition before it is deleted, and says the refusal of the portal', async () => {
    const uses = { assets: 0, slots: 0, dataItems: 1, alarms: 2, events: 0, dashboards: 1, unseen: [] };
    const stub = portal().on('GET /api/ef/assetdefinitions/8/uses', { body: uses });
    await renderApp('/configuration/assetdefinitions');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Tank' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Tank?' }));
    expect(await dialog.findByText('1 data item in its list')).toBeTruthy();
    expect(dialog.getByText('2 alarms')).toBeTruthy();
    stub.on('DELETE /api/assetDefinitions/8', refused(409, 'Tank cannot be deleted: 1 asset uses it.'));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Tank cannot be deleted: 1 asset uses it.')).toBeTruthy();
    stub.on('DELETE /api/assetDefinitions/8', { body: { assetDefinitionId: 8 } });
    stub.on('GET /api/ef/assetdefinitions', { body: [pump] });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /Tank/ })).toBeNull());
  });
});

const aSlot = {
  slotId: 21,
  name: 'Main pump',
  parentSystemDefinitionId: 3,
  systemDefinitionId: null,
  assetDefinitionId: 7,
  critical: false,
  exclusive: false,
};
const site = { systemDefinitionId: 3, name: 'Well site', alias: '', description: '', slots: [aSlot] };

describe('system definitions', () => {
  it('are saved with their slots once something changed; a new slot is saved at once', async () => {
    const stub = portal().on('GET /api/ef/systemdefinitions', { body: [site] });
    stub.on(systems.saveSlots, { body: [aSlot] }).on(systems.saveSystemDefinition, { body: site });
    await renderApp('/configuration/systemdefinitions');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit slots of Well site' }));
    const panel = within(await screen.findByRole('dialog', { name: 'WELL SITE SLOTS' }));
    expect(currentAddress()).toBe('/configuration/systemdefinitions/3');
    expect(panel.queryByRole('button', { name: 'Save' })).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Add slot' }));
    await waitFor(() => expect(sent(stub, 'POST', '/api/slots')).toHaveLength(1));
    expect(sent(stub, 'POST', '/api/slots')[0]?.body).toEqual([{ name: 'Slot 2', parentSystemDefinitionId: 3 }]);
    fireEvent.click(panel.getByRole('switch', { name: 'Main pump is exclusive' }));
    stub.on(systems.saveSystemDefinition, refused(400, 'The slot Main pump would put a system into itself.'));
    fireEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('The slot Main pump would put a system into itself.')).toBeTruthy();
    expect(sent(stub, 'POST', '/api/ef/systemdefinitions')[0]?.body).toMatchObject({
      systemDefinitionId: 3,
      name: 'Well site',
      slots: [{ slotId: 21, exclusive: true, assetDefinitionId: 7, systemDefinitionId: null }],
    });
  });
});

describe('systems', () => {
  const system = {
    systemId: 5,
    name: 'North site',
    systemDefinitionId: 3,
    assetId: null,
    assetDefinitionId: null,
    attributes: [{ attributeName: 'Site', attributeValue: 'N', assetId: null }],
    currentSlotAssignments: [],
    systemDefinition: site,
  };

  it('are looked for by the portal, a page at a time', async () => {
    const stub = portal().on('GET /api/ef/systempage', ({ url }) => {
      const offset = Number(url.searchParams.get('offset'));
      const isNorth = url.searchParams.get('search') === 'north';
      const named = Array.from({ length: isNorth ? 1 : 50 }, (_, n) => ({
        ...system,
        systemId: offset + n + 1,
        name: `Site ${offset + n + 1}`,
      }));
      return { body: { total: isNorth ? 1 : 120, all: 120, systems: named.slice(0, 120 - offset) } };
    });
    await renderApp('/configuration/systems');
    expect(await screen.findByText('Site 1')).toBeTruthy();
    click('Next');
    expect(await screen.findByText('Site 51')).toBeTruthy();
    type(screen.getByRole('searchbox', { name: 'Search' }), 'north');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Entries shown' }).textContent).toBe('1 of 120'));
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    const asked = sent(stub, 'GET', '/api/ef/systempage').map(({ url }) => url.search);
    expect(asked).toEqual(['?limit=50&offset=0', '?limit=50&offset=50', '?limit=50&offset=0&search=north']);
    expect(sent(stub, 'GET', '/api/ef/systems')).toEqual([]);
  });

  it('get an asset into a slot, the times of their job, and are saved whole', async () => {
    const asset = anAsset({ alias: 'North pump', definitionId: 7 });
    const stub = portal()
      .on('GET /api/ef/systems', { body: [system] })
      .on('GET /api/ef/assetpage', ({ url }) => {
        const isFound = 'north pump'.includes(url.searchParams.get('search') ?? '');
        return { body: { total: isFound ? 120 : 0, all: 120, assets: isFound ? [asset] : [] } };
      })
      .on('GET /api/ef/assets/:assetId', { body: asset });
    stub.on('GET /api/ef/systems/5/definition', { body: { slots: [], dataItemDefinitions: [] } });
    stub.on(systems.saveSystem, { body: system });
    await renderApp('/configuration/systems/5');
    const panel = within(await screen.findByRole('dialog', { name: 'NORTH SITE WELL SITE' }));
    const slot = await panel.findByRole('combobox', { name: /^Main pump/ });
    slot.focus();
    fireEvent.click(slot);
    expect(await panel.findByText('1 of 120 are listed: type to find the others.')).toBeTruthy();
    type(slot, 'tank');
    expect(await screen.findByText('There is no asset for this slot.')).toBeTruthy();
    type(slot, 'north');
    fireEvent.click(await screen.findByRole('option', { name: 'North pump', hidden: true }));
    type(panel.getByLabelText(/Job start time/), '2026-11-20T12:00');
    fireEvent.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(stub, 'POST', '/api/ef/systems')).toHaveLength(1));
    const start = new Date('2026-11-20T12:00').toISOString();
    expect(sent(stub, 'POST', '/api/ef/systems')[0]?.body).toEqual({
      systemId: 5,
      name: 'North site',
      systemDefinitionId: 3,
      attributes: [
        { attributeName: 'Site', attributeValue: 'N' },
        { attributeName: 'Job start time', attributeValue: start },
      ],
      currentSlotAssignments: [{ slotId: 21, assetId: asset.assetId, systemId: null }],
    });
    const asked = sent(stub, 'GET', '/api/ef/assetpage').map(({ url }) => url.search);
    expect(asked.slice(0, 3)).toEqual([
      '?limit=50&offset=0&assetDefinitionId=7',
      '?limit=50&offset=0&assetDefinitionId=7&search=tank',
      '?limit=50&offset=0&assetDefinitionId=7&search=north',
    ]);
    expect(sent(stub, 'GET', '/api/ef/assets')).toEqual([]);
  });

  it('keep what is typed while they are being saved', async () => {
    const stored = { ...system };
    const stub = portal().on('GET /api/ef/systems', () => ({ body: [stored] }));
    stub.on('GET /api/ef/systems/5/definition', { body: { slots: [], dataItemDefinitions: [] } });
    stub.on(systems.saveSystem, ({ body }) => {
      stored.attributes = (body as typeof system).attributes;
      return { body: stored };
    });
    await renderApp('/configuration/systems/5');
    const panel = within(await screen.findByRole('dialog', { name: 'NORTH SITE WELL SITE' }));
    type(panel.getByLabelText(/Job start time/), '2026-11-20T12:00');
    fireEvent.click(panel.getByRole('button', { name: 'Save' }));
    type(panel.getByLabelText(/Job end time/), '2026-11-21T12:00');
    await screen.findByText('North site was saved.');
    await waitFor(() => expect(panel.getByRole('button', { name: 'Save' }).dataset.loading).toBeUndefined());
    expect((panel.getByLabelText(/Job end time/) as HTMLInputElement).value).toBe('2026-11-21T12:00');
    fireEvent.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(stored.attributes.map(({ attributeName }) => attributeName)).toEqual([
      'Site',
      'Job start time',
      'Job end time',
    ]);
  });

  it('keep a link and the field that has the focus when the one before it is removed', async () => {
    const links = '[{"link":"/assets","label":"Field"},{"link":"/systems","label":"Sites"}]';
    const linked = { ...system, attributes: [{ attributeName: 'extraLinks', attributeValue: links, assetId: null }] };
    const stub = portal().on('GET /api/ef/systems', { body: [linked] });
    stub.on('GET /api/ef/systems/5/definition', { body: { slots: [], dataItemDefinitions: [] } });
    stub.on(systems.saveSystem, { body: linked });
    await renderApp('/configuration/systems/5');
    const rows = within(await screen.findByRole('region', { name: 'Links' }));
    const second = rows.getByRole<HTMLInputElement>('textbox', { name: 'Text 2' });
    second.focus();
    fireEvent.click(rows.getByRole('button', { name: 'Remove link 1' }));
    expect(rows.getByRole('textbox', { name: 'Text 1' })).toBe(second);
    expect(document.activeElement).toBe(second);
    fireEvent.click(rows.getByRole('button', { name: 'Add link' }));
    type(rows.getByRole('textbox', { name: 'Address 2' }), '/audit');
    click('Save');
    await waitFor(() => expect(sent(stub, 'POST', '/api/ef/systems')).toHaveLength(1));
    const saved = sent(stub, 'POST', '/api/ef/systems')[0]?.body as typeof system;
    expect(JSON.parse(saved.attributes[0]?.attributeValue ?? '')).toEqual([
      { link: '/systems', label: 'Sites' },
      { link: '/audit', label: '/audit' },
    ]);
  });

  it('are listed with the way to their dashboards and their links', async () => {
    const links = '[{"link":"/assets","label":"Field"},{"link":"javascript:alert(1)","label":"bad"}]';
    const linked = { ...system, attributes: [{ attributeName: 'extraLinks', attributeValue: links, assetId: null }] };
    portal().on('GET /api/ef/systempage', { body: { total: 1, all: 1, systems: [linked] } });
    await renderApp('/systems');
    const link = await screen.findByRole('link', { name: 'Dashboard of North site' });
    expect(link.getAttribute('href')).toBe('/systems/5/dashboard');
    expect(screen.getByRole('link', { name: 'Field' }).getAttribute('href')).toBe('/assets');
    expect(screen.queryByRole('link', { name: 'bad' })).toBeNull();
  });

  it('are missing with a reason where the permission is', async () => {
    portal([6]);
    await renderApp('/systems');
    expect(await screen.findByText('You are missing permissions to view systems.')).toBeTruthy();
  });
});
