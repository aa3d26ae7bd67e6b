import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { alarmDefinitions, events } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAsset, type PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { click, flow, portal, refused, sent, type } from './testing/configuration.ts';

describe('the panel of data items', () => {
  it('opens from the address, adds by label with the unit that the label has, and reloads', async () => {
    const stub = portal();
    await renderApp('/configuration/assetdefinitions/7/dataitems');
    const panel = within(await screen.findByRole('dialog', { name: 'PUMP STATION DATAITEMS' }));
    const form = within(await panel.findByRole('form', { name: 'Add data item' }));
    await waitFor(() => expect(sent(stub, 'GET', '/api/dataitemdefinitions')).toHaveLength(1));
    type(form.getByRole('combobox', { name: 'Label' }), 'level');
    await waitFor(() => expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Unit' }).value).toBe('m'));
    stub.on('POST /api/assetdefinitions/7/dataitemdefinitions' as never, { body: flow });
    fireEvent.click(form.getByRole('button', { name: 'Add data item' }));
    await waitFor(() => expect(sent(stub, 'POST', '/api/assetdefinitions/7/dataitemdefinitions')).toHaveLength(1));
    expect(sent(stub, 'POST', '/api/assetdefinitions/7/dataitemdefinitions')[0]?.body).toEqual({
      modelId: 7,
      label: 'level',
      unit: 'm',
    });
    await waitFor(() =>
      expect(sent(stub, 'GET', '/api/assetdefinitions/7/dataitemdefinitions').length).toBeGreaterThan(1),
    );
  });

  it('describes a data item: scale, bands with a severity, and words, by the rules of the portal', async () => {
    const stub = portal();
    await renderApp('/configuration/assetdefinitions/7/dataitems');
    fireEvent.click(await screen.findByRole('button', { name: 'Describe Flow Rate' }));
    const form = within(screen.getByRole('form', { name: 'Describe Flow Rate' }));
    const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save data item' });
    expect(save.disabled).toBe(true);
    type(form.getByLabelText('Min'), '500');
    type(form.getByLabelText('Max'), '400');
    expect(form.getByText('Max must be above Min.')).toBeTruthy();
    expect(save.disabled).toBe(true);
    type(form.getByLabelText('Min'), '0');
    type(form.getByLabelText(/^High, f/), '300');
    type(form.getByLabelText(/^High-high, f/), '200');
    expect(form.getByText('High-high must be above High.')).toBeTruthy();
    type(form.getByLabelText(/^High-high, f/), '350');
    type(form.getByLabelText(/^Words for values/), 'Open');
    expect(form.getByText('Line 1: write a number, = and its word.')).toBeTruthy();
    type(form.getByLabelText(/^Words for values/), '0 = No flow');
    const path = '/api/assetdefinitions/7/dataitemdefinitions';
    stub.on(`POST ${path}` as never, { body: flow });
    fireEvent.click(save);
    await waitFor(() => expect(sent(stub, 'POST', path)).toHaveLength(1));
    expect(sent(stub, 'POST', path)[0]?.body).toMatchObject({
      label: 'Flow Rate',
      display: {
        min: 0,
        max: 400,
        bands: {
          low: null,
          high: { limit: 300, color: '', severity: 5 },
          highHigh: { limit: 350, color: '', severity: 10 },
        },
        words: [{ value: 0, word: 'No flow' }],
      },
    });
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Describe Flow Rate' })).toBeNull());
  });

  it('calculates a data item: checked while it is typed, tried on an asset, saved, and calculated again for a range', async () => {
    const stub = portal();
    const check = '/api/ef/assetdefinitions/7/calculation';
    const circle = refused(409, '"Flow Rate" is calculated from itself.');
    const asset = anAsset({ alias: 'North pump', definitionId: 7 });
    const tried = `/api/ef/assets/${asset.assetId}/calculation`;
    stub.on(`POST ${check}` as never, circle).on('GET /api/ef/assets', { body: [asset] });
    await renderApp('/configuration/assetdefinitions/7/dataitems');
    const form = within(await screen.findByRole('form', { name: 'Add data item' }));
    type(form.getByRole('combobox', { name: 'Label' }), 'Volume');
    fireEvent.click(form.getByRole('switch', { name: 'Calculated from other data items' }));
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add data item' });
    expect(add.disabled).toBe(true);
    const field = await form.findByLabelText<HTMLTextAreaElement>('Calculated by');
    type(field, '_Flow_Rate');
    expect(await form.findByText(/"Flow Rate" is calculated from itself/)).toBeTruthy();
    expect(add.disabled).toBe(true);

    const preview = {
      times: [1, 2],
      values: [4, 8],
      count: 2,
      without: 1,
      last: null,
      reason: 'it is divided by zero',
    };
    stub.on(`POST ${tried}` as never, { body: preview });
    stub.on(`POST ${check}` as never, { body: { valid: true, variables: [] } });
    type(field, '_Flow_Rate * 2');
    expect(
      await form.findByText(
        /2 values, 4 to 8; at 1 of the moments there is none. At last there is none: it is divided/,
      ),
    ).toBeTruthy();
    expect(sent(stub, 'POST', tried)[0]?.body).toMatchObject({
      expression: '_Flow_Rate * 2',
      variables: [{ DataItemId: 501, Variable: '_Flow_Rate' }],
    });
    const path = '/api/assetdefinitions/7/dataitemdefinitions';
    const volume = {
      ...flow,
      dataItemId: 503,
      label: 'Volume',
      calculation: { expression: '_Flow_Rate * 2', variables: [] },
    };
    stub.on(`POST ${path}` as never, { body: volume });
    stub.on('GET /api/assetDefinitions/7/dataitemdefinitions', { body: [flow, volume] });
    fireEvent.click(add);
    await waitFor(() => expect(sent(stub, 'POST', path)).toHaveLength(1));
    expect(sent(stub, 'POST', path)[0]?.body).toMatchObject({
      label: 'Volume',
      calculation: { expression: '_Flow_Rate * 2' },
    });
    expect(await screen.findByRole('row', { name: /Volume calculated/ })).toBeTruthy();

    fireEvent.click(screen.getByRole('button', { name: 'Describe Volume' }));
    const job = {
      ...{ jobId: 'j', assetDefinitionId: 7, dataItemId: 503, label: 'Volume', assets: 2, assetsDone: 1, share: 0.5 },
      ...{ from: '2026-11-20T12:00:00Z', to: '2026-11-21T12:00:00Z', created: '2026-11-21T12:00:00Z' },
      ...{ state: 'running', points: 7, message: null },
    };
    stub.on('GET /api/ef/recalculations' as never, { body: [job] });
    stub.on('POST /api/ef/recalculations' as never, { body: job });
    stub.on('DELETE /api/ef/recalculations/j' as never, { body: { ...job, state: 'cancelled' } });
    click('Recalculate…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Recalculate Volume' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Recalculate' }));
    await waitFor(() => expect(sent(stub, 'POST', '/api/ef/recalculations')).toHaveLength(1));
    expect(sent(stub, 'POST', '/api/ef/recalculations')[0]?.body).toMatchObject({
      assetDefinitionId: 7,
      dataItemId: 503,
    });
    expect(await dialog.findByText('50 %, 1 of 2 assets')).toBeTruthy();
    stub.on('GET /api/ef/recalculations' as never, { body: [{ ...job, state: 'cancelled' }] });
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('Cancelled: 7 values written before.')).toBeTruthy();
  });

  it('previews CSV, shows nothing of what does not parse, and sends what was understood', async () => {
    const stub = portal();
    await renderApp('/configuration/assetdefinitions/7/dataitems');
    fireEvent.click(await screen.findByRole('button', { name: 'Paste CSV' }));
    const form = within(screen.getByRole('form', { name: 'Paste CSV' }));
    const field = form.getByLabelText('CSV');
    type(field, 'what is this');
    expect(await form.findByText('The first line has to name the column label.')).toBeTruthy();
    expect(form.queryByRole('grid', { name: 'Preview' })).toBeNull();
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Add data item' }).disabled).toBe(true);
    type(field, 'label,unit\nFlow,L/min\nLevel,m');
    const preview = within(await form.findByRole('grid', { name: 'Preview' }));
    expect(preview.getByRole('row', { name: 'Flow L/min' })).toBeTruthy();
    stub.on('POST /api/ef/assetdefinitions/7/dataitemdefinitions' as never, { body: [] });
    fireEvent.click(form.getByRole('button', { name: 'Add data item' }));
    await waitFor(() => expect(sent(stub, 'POST', '/api/ef/assetdefinitions/7/dataitemdefinitions')).toHaveLength(1));
    expect(sent(stub, 'POST', '/api/ef/assetdefinitions/7/dataitemdefinitions')[0]?.body).toEqual([
      { label: 'Flow', unit: 'L/min' },
      { label: 'Level', unit: 'm' },
    ]);
    click('Select data items');
    expect(screen.getByRole('form', { name: 'Add data item' })).toBeTruthy();
  });

  it('removes all only after a question', async () => {
    const stub = portal();
    await renderApp('/configuration/assetdefinitions/7/dataitems');
    await screen.findByRole('row', { name: /Flow Rate/ });
    click('Remove All');
    const question = within(await screen.findByRole('dialog', { name: 'Remove All' }));
    stub.on('POST /api/ef/assetdefinitions/7/dataitemdefinitions' as never, { body: [] });
    stub.on('GET /api/assetDefinitions/7/dataitemdefinitions', { body: [] });
    fireEvent.click(question.getByRole('button', { name: 'Remove All' }));
    expect(await screen.findByText('This definition has no data items.')).toBeTruthy();
    expect(sent(stub, 'POST', '/api/ef/assetdefinitions/7/dataitemdefinitions')[0]?.body).toEqual([]);
  });
});

const alarmSent = (stub: PortalStub) =>
  (sent(stub, 'PUT', '/api/ef/alarmdefinitions')[0]?.body as Record<string, unknown>[] | undefined)?.[0] ?? {};

const alarm = {
  alarmDefinitionId: 40,
  assetDefinitionId: 7,
  name: 'Low flow',
  reason: 'Blocked',
  severity: 5,
  escalation: 0,
  expiration: 0,
  selfAck: 1,
  flee: '{"expression":"_Flow_Rate < 2"}',
  alarmExpression: { expression: '_Flow_Rate < 2', variables: [] },
  jobId: 0,
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
};

describe('the panel of alarms', () => {
  async function alarmPanel() {
    const stub = portal()
      .on('GET /api/assetDefinitions/7/alarmdefinitions', { body: [alarm] })
      .on(alarmDefinitions.validateExpression, { body: { valid: true, variables: [] } })
      .on(alarmDefinitions.putAlarmDefinitions, { body: [alarm] });
    await renderApp('/configuration/assetdefinitions/7/alarms');
    await screen.findByRole('row', { name: /Low flow Blocked Warning 5 0 0 Yes/ });
    return stub;
  }

  it('saves an alarm once something changed, as one object in a list', async () => {
    const stub = await alarmPanel();
    click('Edit Low flow');
    const form = within(await screen.findByRole('form', { name: 'Set up Alarm' }));
    expect(form.queryByRole('button', { name: 'Save alarm' })).toBeNull();
    type(form.getByLabelText('Severity'), '10');
    await waitFor(() =>
      expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save alarm' }).disabled).toBe(false),
    );
    fireEvent.click(form.getByRole('button', { name: 'Save alarm' }));
    await waitFor(() => expect(sent(stub, 'PUT', '/api/ef/alarmdefinitions')).toHaveLength(1));
    // What is not named stays, whoever else changes it meanwhile.
    expect(alarmSent(stub)).toEqual({ alarmDefinitionId: 40, assetDefinitionId: 7, severity: 10 });
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Set up Alarm' })).toBeNull());
  });

  it('asks before another alarm takes away what was typed', async () => {
    const other = { ...alarm, alarmDefinitionId: 41, name: 'No flow' };
    portal()
      .on('GET /api/assetDefinitions/7/alarmdefinitions', { body: [alarm, other] })
      .on(alarmDefinitions.validateExpression, { body: { valid: true, variables: [] } });
    await renderApp('/configuration/assetdefinitions/7/alarms');
    await screen.findByRole('row', { name: /No flow/ });
    const reason = () =>
      within(screen.getByRole('form', { name: 'Set up Alarm' })).getByLabelText<HTMLInputElement>('Reason');
    const answer = async (label: 'Leave' | 'Back') => {
      const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
      fireEvent.click(within(question).getByText(label));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    };
    click('Edit Low flow');
    await screen.findByRole('form', { name: 'Set up Alarm' });
    type(reason(), 'Half a reason');
    for (const next of ['Edit No flow', 'New Alarm']) {
      click(next);
      await answer('Back');
      expect(reason().value).toBe('Half a reason');
    }
    click('New Alarm');
    await answer('Leave');
    expect(reason().value).toBe('');
    // Nothing is asked where nothing is lost.
    click('Edit No flow');
    await waitFor(() => expect(reason().value).toBe('Blocked'));
  });

  it('adds a new one when name and expression hold; Cancel hides and resets the form', async () => {
    const stub = await alarmPanel();
    click('New Alarm');
    let form = within(await screen.findByRole('form', { name: 'Set up Alarm' }));
    const add = () => form.getByRole<HTMLButtonElement>('button', { name: 'Add alarm' });
    expect(add().disabled).toBe(true);
    type(form.getByLabelText(/Alarm Name/), 'Typed');
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    click('New Alarm');
    form = within(await screen.findByRole('form', { name: 'Set up Alarm' }));
    expect(form.getByLabelText<HTMLInputElement>(/Alarm Name/).value).toBe('');
    type(form.getByLabelText(/Alarm Name/), 'High flow');
    type(form.getByLabelText('Expression'), '_Flow_Rate > 9 or _Unheard > 1');
    expect(await form.findByText('No data item of this definition: _Unheard')).toBeTruthy();
    await waitFor(() => expect(add().disabled).toBe(false));
    fireEvent.click(add());
    await waitFor(() => expect(sent(stub, 'PUT', '/api/ef/alarmdefinitions')).toHaveLength(1));
    const body = alarmSent(stub);
    expect(body).toMatchObject({
      name: 'High flow',
      reason: '',
      severity: 1,
      escalation: 0,
      expiration: 0,
      selfAck: 0,
    });
    expect(body).not.toHaveProperty('alarmDefinitionId');
  });

  it('says where an expression is wrong, and keeps it from being saved', async () => {
    const stub = await alarmPanel();
    const details = { position: 13, reason: 'A number is missing' };
    stub.on(alarmDefinitions.validateExpression, {
      status: 400,
      body: { error: { code: 'bad-request', message: 'No.', details } },
    });
    click('Edit Low flow');
    const form = within(await screen.findByRole('form', { name: 'Set up Alarm' }));
    type(form.getByLabelText('Expression'), '_Flow_Rate < ');
    expect(await form.findByText('A number is missing (at character 14)')).toBeTruthy();
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save alarm' }).disabled).toBe(true);
  });

  it('offers data items while a variable is typed', async () => {
    await alarmPanel();
    click('New Alarm');
    const form = within(await screen.findByRole('form', { name: 'Set up Alarm' }));
    const field = form.getByLabelText<HTMLTextAreaElement>('Expression');
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Insert data item' })).toBeTruthy());
    field.focus();
    fireEvent.change(field, { target: { value: '_flo', selectionStart: 4 } });
    expect(await screen.findByRole('option', { name: /_Flow_Rate/, hidden: true })).toBeTruthy();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(field.value).toBe('_Flow_Rate'));
  });

  it('tries the expression on the history of an asset', async () => {
    const stub = await alarmPanel();
    const intervals = [{ from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T10:20:00.000Z' }];
    stub.on(alarmDefinitions.backtestAlarm, { body: { intervals, count: 1, longestSeconds: 1200, perHour: 0.042 } });
    const pump = anAsset({ alias: 'North pump', definitionId: 7 });
    const aliasMap = { attributeName: 'aliasMap', attributeValue: `{"${flow.dataItemId}":"Flow of pump 7"}` };
    stub.on('GET /api/ef/assets', { body: [{ ...pump, attributes: [{ ...aliasMap, assetId: pump.assetId }] }] });
    stub.on('GET /api/historicaldata', {
      body: [
        [1, 2],
        [5, 7],
      ],
    });
    click('Edit Low flow');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Back-test' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    expect(await screen.findByText(/It would have been raised/)).toBeTruthy();
    expect(screen.getByText('20 min')).toBeTruthy();
    // By what the asset calls it on whose history it is tried.
    expect(await screen.findByRole('img', { name: /^Flow of pump 7 as recorded/ })).toBeTruthy();
    expect(sent(stub, 'POST', '/api/ef/alarmdefinitions/backtest')[0]?.body).toMatchObject({
      expression: '_Flow_Rate < 2',
      alarmDefinitionId: 40,
      withOverride: true,
    });
    expect(screen.queryByText(/The rule in force/)).toBeNull();
    expect(screen.queryByText(/has an override/)).toBeNull();
    // From then on it follows what is typed, beside the rule in force.
    stub.on(alarmDefinitions.backtestAlarm, ({ body }) => {
      const count = (body as { deadband: number }).deadband === 3 ? 0 : 7;
      return { body: { intervals: [], count, longestSeconds: 1200, perHour: 7, overrideMethod: 2 } };
    });
    type(screen.getByLabelText('Deadband'), '3');
    expect(await screen.findByText('It would not have been raised.')).toBeTruthy();
    expect(screen.getByText('The rule in force raised it once, for 20 min at the longest.')).toBeTruthy();
    expect(screen.getByText(/has an override, which was followed: its own expression raises/)).toBeTruthy();
  });
});

describe('the panel of events', () => {
  const changeover = {
    eventDefinitionId: 9,
    assetDefinitionId: 7,
    name: 'Pod 1 - Valve Top',
    alias: '',
    category: 1,
    reason: '{"options":["VT-1"],"note":"kept"}',
    reasonExpanded: { options: ['VT-1'] },
  };

  it('edits the part numbers of a maintenance; annotations have none', async () => {
    const note = { ...changeover, eventDefinitionId: 10, name: 'Note', category: 0, reasonExpanded: { options: [] } };
    const stub = portal().on('GET /api/events/definitions', { body: [changeover, note] });
    stub.on(events.putEventDefinition, { body: changeover });
    await renderApp('/configuration/assetdefinitions/7/events');
    const table = within(await screen.findByRole('table', { name: 'Events' }));
    expect(table.getByText('Annotation')).toBeTruthy();
    expect(table.queryByRole('button', { name: 'Note' })).toBeNull();
    fireEvent.click(table.getByRole('button', { name: 'Pod 1 - Valve Top' }));
    const editor = within(await screen.findByRole('region', { name: 'Part numbers of Pod 1 - Valve Top' }));
    expect(editor.queryByRole('button', { name: 'Save options' })).toBeNull();
    type(editor.getByLabelText('Part Number'), 'VT-2');
    fireEvent.click(editor.getByRole('button', { name: 'Add option' }));
    fireEvent.click(editor.getByRole('button', { name: 'Paste CSV' }));
    type(editor.getByLabelText('CSV'), 'option\nVT-3\nvt-1');
    fireEvent.click(editor.getByRole('button', { name: 'Add options' }));
    fireEvent.click(editor.getByRole('button', { name: 'Remove VT-1' }));
    fireEvent.click(editor.getByRole('button', { name: 'Save options' }));
    await waitFor(() => expect(sent(stub, 'PUT', '/api/events/definitions')).toHaveLength(1));
    const body = sent(stub, 'PUT', '/api/events/definitions')[0]?.body as { reason: string };
    // Name, alias and category are not named: whoever else changes them meanwhile keeps them.
    expect(Object.keys(body).toSorted()).toEqual([
      'assetDefinitionId',
      'eventDefinitionId',
      'expectedReason',
      'reason',
    ]);
    expect(body).toMatchObject({ eventDefinitionId: 9, assetDefinitionId: 7, expectedReason: changeover.reason });
    expect(JSON.parse(body.reason)).toEqual({ options: ['VT-2', 'VT-3'], note: 'kept' });
  });

  it('lays part numbers over those that somebody else has saved meanwhile', async () => {
    const theirs = { reason: '{"options":["VT-1","VT-7"]}', reasonExpanded: { options: ['VT-1', 'VT-7'] } };
    const stub = portal().on('GET /api/events/definitions', { body: [changeover] });
    await renderApp('/configuration/assetdefinitions/7/events');
    fireEvent.click(await screen.findByRole('button', { name: 'Pod 1 - Valve Top' }));
    const editor = within(await screen.findByRole('region', { name: 'Part numbers of Pod 1 - Valve Top' }));
    type(editor.getByLabelText('Part Number'), 'VT-2');
    fireEvent.click(editor.getByRole('button', { name: 'Add option' }));
    const message = 'Somebody else has changed Pod 1 - Valve Top meanwhile.';
    stub.on(events.putEventDefinition, { status: 409, body: { error: { code: 'conflict', message } } });
    stub.on('GET /api/events/definitions', { body: [{ ...changeover, ...theirs }] });
    fireEvent.click(editor.getByRole('button', { name: 'Save options' }));
    expect(await editor.findByText(message)).toBeTruthy();
    await editor.findByRole('button', { name: 'Remove VT-7' });
    stub.on(events.putEventDefinition, { body: changeover });
    fireEvent.click(editor.getByRole('button', { name: 'Save options' }));
    await waitFor(() => expect(sent(stub, 'PUT', '/api/events/definitions')).toHaveLength(2));
    const reason = JSON.stringify({ options: ['VT-1', 'VT-7', 'VT-2'] });
    expect(sent(stub, 'PUT', '/api/events/definitions')[1]?.body).toMatchObject({
      reason,
      expectedReason: theirs.reason,
    });
  });

  it('asks before another row takes away what was typed', async () => {
    const other = { ...changeover, eventDefinitionId: 11, name: 'Pod 2 - Valve Top' };
    portal().on('GET /api/events/definitions', { body: [changeover, other] });
    await renderApp('/configuration/assetdefinitions/7/events');
    await screen.findByRole('table', { name: 'Events' });
    const answer = async (label: 'Leave' | 'Back') => {
      const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
      fireEvent.click(within(question).getByText(label));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    };
    // The form of a new one stays beside part numbers, and gives way to that of another row.
    type(within(await screen.findByRole('form', { name: 'Add event' })).getByLabelText('Name'), 'Half a name');
    click('Pod 1 - Valve Top');
    const parts = within(await screen.findByRole('region', { name: 'Part numbers of Pod 1 - Valve Top' }));
    type(parts.getByLabelText('Part Number'), 'VT-');
    click('Pod 2 - Valve Top');
    await answer('Back');
    expect(parts.getByLabelText<HTMLInputElement>('Part Number').value).toBe('VT-');
    click('Edit Pod 2 - Valve Top');
    await answer('Leave');
    const form = within(await screen.findByRole('form', { name: 'Edit Pod 2 - Valve Top' }));
    type(form.getByLabelText('Alias'), 'Lower');
    click('Edit Pod 1 - Valve Top');
    await answer('Back');
    expect(form.getByLabelText<HTMLInputElement>('Alias').value).toBe('Lower');
    // Nothing is asked where nothing is lost.
    type(form.getByLabelText('Alias'), '');
    click('Edit Pod 1 - Valve Top');
    expect(await screen.findByRole('form', { name: 'Edit Pod 1 - Valve Top' })).toBeTruthy();
  });

  it('gives an event another name and alias, and keeps what else it has', async () => {
    const stub = portal().on('GET /api/events/definitions', { body: [changeover] });
    stub.on(events.putEventDefinition, { body: changeover });
    await renderApp('/configuration/assetdefinitions/7/events');
    await screen.findByRole('table', { name: 'Events' });
    click('Edit Pod 1 - Valve Top');
    const form = within(await screen.findByRole('form', { name: 'Edit Pod 1 - Valve Top' }));
    expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    type(form.getByLabelText('Alias'), 'Upper valve');
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(stub, 'PUT', '/api/events/definitions')).toHaveLength(1));
    // Nothing else is named: whoever else changes it meanwhile keeps it.
    expect(sent(stub, 'PUT', '/api/events/definitions')[0]?.body).toEqual({
      ...{ eventDefinitionId: 9, assetDefinitionId: 7 },
      alias: 'Upper valve',
    });
    // It is done: a new one can be added again.
    expect(await screen.findByRole('form', { name: 'Add event' })).toBeTruthy();
  });
});

describe('a panel with something typed', () => {
  it('asks before it closes, and Escape answers the question alone', async () => {
    portal().on('GET /api/assetDefinitions/7/alarmdefinitions', { body: [alarm] });
    await renderApp('/configuration/assetdefinitions/7/alarms');
    fireEvent.click(await screen.findByRole('button', { name: 'New Alarm' }));
    type(await screen.findByLabelText(/Alarm Name/), 'Typed');
    const pressEscape = () => fireEvent.keyDown(document.activeElement ?? window, { key: 'Escape' });
    pressEscape();
    await screen.findByRole('dialog', { name: 'Close without saving?' });
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Close without saving?' })).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>(/Alarm Name/).value).toBe('Typed');
    pressEscape();
    const question = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
    fireEvent.click(question.getByText('Close'));
    await waitFor(() => expect(currentAddress()).toBe('/configuration/assetdefinitions'));
  });
});
