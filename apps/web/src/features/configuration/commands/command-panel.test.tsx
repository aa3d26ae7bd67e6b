import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { commandDefinitions, PERMISSION_CONFIGURATION, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#testing/render-app.tsx';
import { click, portal, refused, sent, type } from '../testing/configuration.ts';

const LIST = '/api/ef/assetdefinitions/7/commanddefinitions';
const SAVE = '/api/ef/commanddefinitions';
const blow = {
  commandDefinitionId: 3,
  assetDefinitionId: 7,
  name: 'Blow down',
  module: 'valve',
  command: 'blow',
  form: { type: 'object', properties: { for: { type: 'integer', unit: 's', default: 5 } } },
  parameterField: 'for',
  dataItemId: 501,
  expectedField: null,
  tolerance: 0,
  within: 60,
  expiration: 900,
  dangerous: true,
};

async function commandPanel(list: readonly object[] = [blow], permissions?: readonly number[]) {
  const stub = portal(permissions)
    .on(`GET ${LIST}` as never, { body: list })
    .on(commandDefinitions.saveCommandDefinition, { body: blow as never });
  await renderApp('/configuration/assetdefinitions/7/commands');
  const panel = within(await screen.findByRole('dialog', { name: 'PUMP STATION COMMANDS' }));
  return { stub, panel };
}
async function commandPanelPage() {
  portal().on(`GET ${LIST}` as never, { body: [blow] });
  await renderApp('/configuration/assetdefinitions/7?tab=commands');
}
const pick = async (form: ReturnType<typeof within>, name: string, option: string) => {
  fireEvent.click(form.getByRole('combobox', { name }));
  const list = within(await screen.findByRole('listbox', { name, hidden: true }));
  fireEvent.click(await list.findByRole('option', { name: option, hidden: true }));
};

describe('the panel of commands', () => {
  it('adds one with its form, what verifies it, and the mark of danger', async () => {
    const { stub, panel } = await commandPanel([]);
    expect(await panel.findByText('This definition has no commands.')).toBeTruthy();
    click('New command');
    const form = within(await panel.findByRole('form', { name: 'Set up command' }));
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add command' });
    expect(add.disabled).toBe(true);
    type(form.getByRole('textbox', { name: 'Command Name' }), 'Set flow');
    type(form.getByRole('textbox', { name: 'Module' }), 'pump');
    type(form.getByRole('textbox', { name: 'Command' }), 'flow');
    fireEvent.click(form.getByRole('switch', { name: /^Dangerous/ }));
    fireEvent.click(form.getByRole('button', { name: 'Add field' }));
    expect(add.disabled).toBe(true);
    expect(form.getByText('A field needs a name.')).toBeTruthy();
    const field = within(form.getByRole('group', { name: /^field 1/ }));
    type(field.getByRole('textbox', { name: 'Name' }), 'flow');
    type(field.getByRole('textbox', { name: 'Label' }), 'Flow wanted');
    type(field.getByRole('textbox', { name: 'Max' }), '400');
    const preview = within(form.getByRole('region', { name: 'Preview' }));
    expect(preview.getByRole('textbox', { name: /^Flow wanted/ })).toBeTruthy();
    await pick(form, 'Verified by data item', 'Flow Rate');
    await pick(form, 'It should become', 'What is filled in as flow');
    fireEvent.click(add);
    await waitFor(() => expect(sent(stub, 'POST', SAVE)).toHaveLength(1));
    expect(sent(stub, 'POST', SAVE)[0]?.body).toEqual({
      assetDefinitionId: 7,
      name: 'Set flow',
      module: 'pump',
      command: 'flow',
      form: {
        type: 'object',
        properties: { flow: { type: 'number', title: 'Flow wanted', maximum: 400 } },
        required: ['flow'],
      },
      parameterField: null,
      dataItemId: 501,
      expectedField: 'flow',
      tolerance: 0,
      within: 60,
      expiration: 900,
      dangerous: true,
    });
    await waitFor(() => expect(panel.queryByRole('form', { name: 'Set up command' })).toBeNull());
    expect(sent(stub, 'GET', LIST).length).toBeGreaterThan(1);
  });

  it('changes one, and shows what the portal says against it', async () => {
    const { stub, panel } = await commandPanel();
    const row = within(await panel.findByRole('row', { name: /Blow down/ }));
    expect(await row.findByText('Flow Rate')).toBeTruthy();
    expect(row.getByText('Dangerous')).toBeTruthy();
    fireEvent.click(row.getByRole('button', { name: 'Edit Blow down' }));
    const form = within(await panel.findByRole('form', { name: 'Set up command' }));
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save command' }).disabled).toBe(true);
    stub.on(commandDefinitions.saveCommandDefinition, refused(409, "There is a command 'Vent' already."));
    type(form.getByRole('textbox', { name: 'Command Name' }), 'Vent');
    fireEvent.click(form.getByRole('button', { name: 'Remove for' }));
    fireEvent.click(form.getByRole('button', { name: 'Save command' }));
    expect((await form.findByRole('alert')).textContent).toBe("There is a command 'Vent' already.");
    expect(sent(stub, 'POST', SAVE)[0]?.body).toMatchObject({
      commandDefinitionId: 3,
      name: 'Vent',
      form: { type: 'object', properties: {} },
      parameterField: null,
      dataItemId: 501,
    });
  });

  it('asks before another form takes away what was typed, and before its tab is left', async () => {
    await commandPanelPage();
    fireEvent.click(await screen.findByRole('button', { name: 'New command' }));
    const form = () => within(screen.getByRole('form', { name: 'Set up command' }));
    const name = () => form().getByRole<HTMLInputElement>('textbox', { name: 'Command Name' });
    const answer = async (label: 'Leave' | 'Back' | 'Cancel') => {
      const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
      fireEvent.click(within(question).getByRole('button', { name: label }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    };
    type(name(), 'Vent');
    click('Edit Blow down');
    await answer('Back');
    expect(name().value).toBe('Vent');
    // Who stays is asked again the next time.
    for (let time = 0; time < 2; time++) {
      fireEvent.click(screen.getByRole('tab', { name: 'Events/Maintenance' }));
      await answer('Cancel');
      expect(name().value).toBe('Vent');
    }
    click('Edit Blow down');
    await answer('Leave');
    await waitFor(() => expect(name().value).toBe('Blow down'));
    fireEvent.click(screen.getByRole('tab', { name: 'Events/Maintenance' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Set up command' })).toBeNull());
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  });

  it('deletes one after a question', async () => {
    const { stub, panel } = await commandPanel();
    stub.on(`DELETE ${SAVE}/3` as never, { body: { commandDefinitionId: 3 } });
    fireEvent.click(await panel.findByRole('button', { name: 'Delete Blow down' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete command' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Blow down was deleted.')).toBeTruthy();
    expect(sent(stub, 'DELETE', `${SAVE}/3`)).toHaveLength(1);
  });

  it('only shows them to who may change nothing', async () => {
    const views = (['AssetDefinitions', 'Commands', 'DataItems'] as const).map((group) => permissionId(group, 'View'));
    const { panel } = await commandPanel([blow], [PERMISSION_CONFIGURATION, ...views]);
    expect(await panel.findByRole('row', { name: /Blow down/ })).toBeTruthy();
    expect(panel.queryByRole('button', { name: /^(Edit|Delete|New)/ })).toBeNull();
  });

  it('says when they could not be loaded', async () => {
    portal().on(`GET ${LIST}` as never, refused(503, 'Busy.'));
    await renderApp('/configuration/assetdefinitions/7/commands');
    expect(await screen.findByText('The commands could not be loaded.')).toBeTruthy();
  });
});
