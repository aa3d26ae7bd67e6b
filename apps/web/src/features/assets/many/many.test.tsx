import { assetLists, assets, auth, groupLinks, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { readListPreferences } from '../list/list-preferences.ts';

const list = () =>
  ['A', 'B', 'C'].map((alias) => {
    const asset = anAsset({ alias });
    const attributes = [
      { assetId: asset.assetId, attributeName: 'Station', attributeValue: alias === 'C' ? 'East' : 'West' },
    ];
    return { ...asset, attributes };
  });

function portal(rows: readonly assets.Asset[], permissions?: readonly number[]) {
  return new PortalStub().on(auth.login, { body: aLogin(permissions) }).on(assets.listAssets, { body: rows });
}

async function openListMenu(entry: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'More of the list' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry, hidden: true }));
}

async function selectAll(): Promise<void> {
  await openListMenu('Select assets');
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 3' }));
  expect(await screen.findByText('3 selected')).toBeTruthy();
}

const sent = (stub: PortalStub, method: string, path: string) =>
  stub.requests.find(({ url, method: of }) => of === method && url.pathname === path)?.body;

beforeEach(() => {
  localStorage.clear();
  readListPreferences();
});

describe('many assets at once', () => {
  it('are marked one by one or all', async () => {
    portal(list());
    await renderApp('/assets');
    await openListMenu('Select assets');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select B' }));
    expect(await screen.findByText('1 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select B' })).toBeNull());
  });

  it('get an attribute after a look at what that changes', async () => {
    const rows = list();
    const stub = portal(rows).on(assetLists.setAttributesOfMany, { body: { changed: 2, unchanged: 1 } });
    await renderApp('/assets');
    await selectAll();
    fireEvent.click(screen.getByRole('button', { name: 'Attribute…' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), { target: { value: 'station' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: 'East' } });
    expect(await screen.findByText('2 assets will change; 1 already has it.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    expect(await screen.findByText('2 assets changed.')).toBeTruthy();
    expect(sent(stub, 'PUT', '/api/ef/assets/attributes')).toEqual({
      assetIds: rows.map(({ assetId }) => assetId),
      attributes: [{ attributeName: 'station', attributeValue: 'East' }],
    });
  });

  it.each([
    [' Severity ', 'The attribute Severity is kept by the portal.'],
    ['lastcontact', 'The attribute lastcontact is kept by the portal.'],
    ['PatientInfo', 'PatientInfo is written for one asset at a time.'],
  ])('are told before anything is sent that %s is no attribute to set in them', async (name, refusal) => {
    const stub = portal(list());
    await renderApp('/assets');
    await selectAll();
    fireEvent.click(screen.getByRole('button', { name: 'Attribute…' }));
    const field = await screen.findByRole('combobox', { name: 'Name' });
    fireEvent.change(field, { target: { value: name } });
    expect((await screen.findByRole('alert')).textContent).toBe(refusal);
    expect(screen.queryByText(/will change/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: '5' } });
    fireEvent.change(field, { target: { value: `${name.trim()} of it` } });
    expect(await screen.findByText('3 assets will change; 0 already have it.')).toBeTruthy();
    expect(sent(stub, 'PUT', '/api/ef/assets/attributes')).toBeUndefined();
  });

  it.each([
    [404, 'An asset of the list was not found.', 'Nothing was changed. An asset of the list was not found.'],
    // What may have been kept is no change that was not made.
    [503, 'It may have been saved or not.', 'It may have been saved or not.'],
  ])('say why nothing was changed, where that is sure (%d)', async (status, message, shown) => {
    portal(list()).on(assetLists.setAttributesOfMany, { status, body: { error: { code: 'refused', message } } });
    await renderApp('/assets');
    await selectAll();
    fireEvent.click(screen.getByRole('button', { name: 'Mark offline after…' }));
    const field = await screen.findByRole('textbox', { name: 'Mark offline after' });
    expect(field.getAttribute('placeholder')).toBe('120000');
    fireEvent.change(field, { target: { value: '90000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    expect((await screen.findByRole('alert')).textContent).toBe(shown);
  });

  it('are put into a group: those that are not there yet', async () => {
    const rows = list();
    const group = { assetGroupId: 4, assetGroupName: 'Field', description: '', parentGroupId: null, adminId: 1 };
    const tree = {
      assetGroupId: 4,
      assetGroupName: 'Field',
      assets: [{ assetId: rows[0]?.assetId, assetAlias: 'A' }],
      childAssetGroups: [],
    };
    const stub = portal(rows)
      .on(ownership.listAssetGroups, { body: [group] })
      .on('GET /api/ef/assetgroups/4', { body: tree });
    stub.on({ ...groupLinks.addAssetsToGroup, path: '/api/assetgroups/4/assets' }, { body: [] });
    await renderApp('/assets');
    await selectAll();
    fireEvent.click(screen.getByRole('button', { name: 'Asset group…' }));
    fireEvent.click(await screen.findByRole('combobox', { name: 'Asset group' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Field', hidden: true }));
    expect(await screen.findByText(/^2 assets will change/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Put into the group' }));
    expect(await screen.findByText('2 assets put into Field.')).toBeTruthy();
    expect(sent(stub, 'PUT', '/api/assetgroups/4/assets')).toEqual(rows.slice(1).map(({ assetId }) => assetId));
  });

  it('are deleted once their number is typed', async () => {
    const rows = list();
    const stub = portal(rows).on(assetLists.deleteMany, { body: { deleted: 3 } });
    await renderApp('/assets');
    await selectAll();
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    const field = await screen.findByRole('textbox', { name: 'Type 3 to confirm' });
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
    fireEvent.change(field, { target: { value: '3' } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('3 assets deleted.')).toBeTruthy();
    expect(sent(stub, 'DELETE', '/api/ef/assets')).toEqual({ assetIds: rows.map(({ assetId }) => assetId) });
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  it('are not offered to who may change nothing', async () => {
    portal(list(), [6]);
    await renderApp('/assets');
    fireEvent.click(await screen.findByRole('button', { name: 'More of the list' }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual(['Attribute columns…', 'Save the list as CSV']);
  });
});

describe('a file of assets', () => {
  const file = 'Serial number,Alias\nA-1,Renamed\nA-2,New';
  const take = async (text: string) => {
    await openListMenu('Create or update from CSV…');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Assets, with the column Serial number' }), {
      target: { value: text },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  };

  it('is previewed, then stored', async () => {
    const changes = [
      { line: 2, serialNumber: 'A-1', kind: 'change', what: ['Alias: A → Renamed'] },
      { line: 3, serialNumber: 'A-2', kind: 'create', what: [] },
    ];
    const outcome = { created: 1, changed: 1, unchanged: 0, faults: [], changes };
    const stub = portal(list()).on(assetLists.importAssets, { body: outcome });
    await renderApp('/assets');
    await take(file);
    expect(await screen.findByText('1 to create, 1 to change, 0 unchanged.')).toBeTruthy();
    expect(screen.getByText('Alias: A → Renamed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Create and change 2' }));
    expect(await screen.findByText('1 asset created, 1 changed.')).toBeTruthy();
    const bodies = stub.requests.filter(({ url }) => url.pathname.endsWith('/import')).map(({ body }) => body);
    expect(bodies).toMatchObject([
      { preview: true },
      { preview: false, lines: [{ line: 2, serialNumber: 'A-1' }, { line: 3 }] },
    ]);
  });

  it('is opened as spreadsheets save it: with a byte order mark, quotes, commas and lines within cells, defused formulas', async () => {
    const stub = portal(list()).on(assetLists.importAssets, {
      body: { created: 2, changed: 0, unchanged: 0, faults: [], changes: [] },
    });
    await renderApp('/assets');
    await openListMenu('Create or update from CSV…');
    const saved = [
      '"Serial number";"Alias";"Description";"Latitude";"Attribute __proto__"',
      '"A-7";"The ""north"" pump; old";"two\r\nlines";"31,5";"\'=1+1"',
      'A-8;5" pump;"";"";""',
    ].join('\r\n');
    const file = new File([new Uint8Array([0xef, 0xbb, 0xbf]), saved], 'assets.csv', { type: 'text/csv' });
    await screen.findByText('Create or update from CSV');
    const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (chooser === null) throw new Error('There is nothing to choose a file with.');
    fireEvent.change(chooser, { target: { files: [file] } });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', false));
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('2 to create, 0 to change, 0 unchanged.');
    const [sent] = stub.requests.filter(({ url }) => url.pathname.endsWith('/import')).map(({ body }) => body);
    expect(sent).toEqual({
      preview: true,
      lines: [
        {
          line: 2,
          serialNumber: 'A-7',
          assetAlias: 'The "north" pump; old',
          description: 'two\r\nlines',
          latitude: 31.5,
          attributes: [{ attributeName: '__proto__', attributeValue: '=1+1' }],
        },
        { line: 4, serialNumber: 'A-8', assetAlias: '5" pump', attributes: [] },
      ],
    });
  });

  it('that is too large, or cannot be read, says so where it was chosen, and is not read', async () => {
    portal(list());
    await renderApp('/assets');
    await openListMenu('Create or update from CSV…');
    await screen.findByText('Create or update from CSV');
    const choose = (file: File) => {
      const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
      if (chooser === null) throw new Error('There is nothing to choose a file with.');
      fireEvent.change(chooser, { target: { files: [file] } });
    };
    const large = new File(['Serial number'], 'all.csv');
    Object.defineProperty(large, 'size', { value: 214 * 1_024 * 1_024 });
    choose(large);
    expect(await screen.findByText('all.csv has 214.0 MB; at most 50.0 MB can be read. Divide it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', true);
    const gone = new File(['Serial number'], 'gone.csv');
    gone.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    choose(gone);
    expect(await screen.findByText('gone.csv could not be read.')).toBeTruthy();
    choose(new File(['Serial number\nA-1'], 'small.csv'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', false));
    expect(screen.queryByText('gone.csv could not be read.')).toBeNull();
  });

  it('shows what is wrong with each line, and offers nothing to store', async () => {
    const faults = [{ line: 3, message: 'A new asset needs a definition.' }];
    portal(list()).on(assetLists.importAssets, { body: { created: 0, changed: 1, unchanged: 0, faults, changes: [] } });
    await renderApp('/assets');
    await take(`${file}\nA-3,x,too many`);
    expect(await screen.findByText('2 lines cannot be taken. Nothing is stored before all of them can.')).toBeTruthy();
    expect(screen.getByText('A new asset needs a definition.')).toBeTruthy();
    expect(screen.getByText('There are 3 cells, and the first line names 2.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Create and change/ })).toBeNull();
  });
});
