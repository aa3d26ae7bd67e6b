import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { definitionFiles } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { portal, pump, refused, sent, tank } from '../testing/configuration.ts';

const content = { format: 'telltale asset definition', version: 1, name: 'Tank', alias: '', alarms: [] };
const aFile = (text: string, name = 'tank.json') => new File([text], name, { type: 'application/json' });
const difference = {
  assetDefinitionId: 8,
  assetDefinitionName: 'Tank',
  changes: [
    { part: 'alarms', name: '<b>Full</b>', kind: 'changed', before: { severity: 5 }, after: { severity: 10 } },
    { part: 'dataItems', name: 'Level', kind: 'added', before: null, after: { label: 'Level' } },
  ],
  others: 1,
  state: 'abc',
};

describe('the file of a definition', () => {
  it('is read, compared and applied to what the difference was told of', async () => {
    const stub = portal().on(definitionFiles.compareDefinitionFile, { body: difference });
    await renderApp('/configuration/assetdefinitions');
    fireEvent.click(await screen.findByRole('button', { name: 'From a file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Asset definition from a file' }));
    const field = dialog.getByLabelText(/^File of an asset definition/);
    fireEvent.change(field, { target: { files: [aFile('{', 'broken.json')] } });
    expect(await dialog.findByText('broken.json is no JSON file.')).toBeTruthy();
    fireEvent.change(field, { target: { files: [aFile(JSON.stringify(content))] } });
    expect(await dialog.findByText(/^Of Tank 1 would be changed, 1 added and 0 removed\. 1 that/)).toBeTruthy();
    // What stands in a file is text.
    fireEvent.click(dialog.getByText('<b>Full</b>'));
    const changes = within(dialog.getAllByRole('list', { name: 'Changes' })[0] as HTMLElement);
    expect(changes.getByRole('listitem').textContent).toBe('~severity510');
    stub.on(definitionFiles.applyDefinitionFile, refused(409, 'The definition has changed in the meantime.'));
    fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await dialog.findByText('The definition has changed in the meantime.')).toBeTruthy();
    stub.on(definitionFiles.applyDefinitionFile, { body: { assetDefinition: tank, changes: 2 } });
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(currentAddress()).toBe('/configuration/assetdefinitions/8'));
    expect(sent(stub, 'POST', '/api/ef/assetdefinitions/file').at(-1)?.body).toEqual({
      ...{ file: content, assetDefinitionName: 'Tank', removeOthers: false, state: 'abc' },
    });
  });

  it('of a newer version is refused with the words of the portal', async () => {
    const words = 'The file is of version 2 of its format, and this portal reads versions up to 1.';
    portal().on(definitionFiles.compareDefinitionFile, refused(400, words));
    await renderApp('/configuration/assetdefinitions/7');
    fireEvent.click(await screen.findByRole('button', { name: 'Apply a file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply a file to Pump station' }));
    const file = aFile(JSON.stringify({ ...content, version: 2 }));
    fireEvent.change(dialog.getByLabelText(/^File of an asset definition/), { target: { files: [file] } });
    expect(await dialog.findByText(words)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  });

  it('is not needed for a copy, which is opened once it is made', async () => {
    const stub = portal().on({ method: 'POST', path: '/api/ef/assetdefinitions/7/copy' }, { body: tank });
    await renderApp('/configuration/assetdefinitions/7');
    fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Copy ${pump.assetDefinitionName}` }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Pump station copy');
    fireEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(currentAddress()).toBe('/configuration/assetdefinitions/8'));
    const [request] = sent(stub, 'POST', '/api/ef/assetdefinitions/7/copy');
    expect(request?.body).toEqual({ assetDefinitionName: 'Pump station copy' });
  });
});
