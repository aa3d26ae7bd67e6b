import { alarmDefinitions, assets } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aPortal, choose, openDashboard, stubBrowser, VIEWER } from '../testing/dashboards.ts';

beforeEach(() => {
  stubBrowser();
  // jsdom has no fonts, whose coming a field that grows with its text waits for.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  sessionStorage.clear();
});

const high = {
  alarmDefinitionId: 4,
  assetDefinitionId: 1,
  name: 'High',
  reason: 'pipe',
  severity: 5,
  escalation: 0,
  expiration: 0,
  selfAck: 0,
  jobId: 0,
  flee: '',
  alarmExpression: { expression: '_Level > 10', variables: [] },
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
};

async function openDialog(permissions?: readonly number[], defined: readonly (typeof high)[] = [high]) {
  const world = aPortal(permissions ? { permissions } : {});
  const { assetId } = world.asset;
  const tried: { expression: string }[] = [];
  const saved: unknown[] = [];
  world.stub
    .on(assets.listAssets, { body: [world.asset] })
    .on('GET /api/assetDefinitions/1/alarmdefinitions', { body: defined })
    .on(`GET /api/ef/assets/${assetId}/alarmoverrides`, { body: [] })
    .on(`GET /api/assets/${assetId}/alarms`, { body: [] })
    .on(alarmDefinitions.validateExpression, { body: { valid: true, variables: [] } })
    .on(alarmDefinitions.backtestAlarm, ({ body }) => {
      tried.push(body as { expression: string });
      const interval = { from: '2026-11-19T12:00:00Z', to: '2026-11-19T13:00:00Z' };
      const count = (body as { expression: string }).expression === '_Level > 10' ? 12 : 1;
      return { body: { intervals: [interval], count, longestSeconds: 3_600, perHour: 0.001 } };
    })
    .on(alarmDefinitions.putAlarmOverrides, ({ body }) => {
      saved.push(body);
      return { body: body as never };
    });
  await openDashboard(world.path);
  return { ...world, tried, saved };
}

test('an override is tried on the last 30 days as it is written, and saved', async () => {
  const { tried, saved } = await openDialog();
  await choose('More', 'Set Up Alarms');
  const dialog = await screen.findByRole('dialog', { name: 'Set Up Alarms' });
  fireEvent.click(await within(dialog).findByText('Override'));
  // Without an override it is the definition that is tried.
  await within(dialog).findByText(/It would have been raised/);
  expect(tried[0]?.expression).toBe('_Level > 10');
  expect(within(dialog).queryByText(/The rule in force/)).toBeNull();
  fireEvent.click(within(dialog).getByLabelText('Override method', { selector: 'input' }));
  fireEvent.click(await screen.findByText('Combine: calculation AND override'));
  fireEvent.change(within(dialog).getByLabelText(/Expression/, { selector: 'textarea' }), {
    target: { value: '_Flow < 1' },
  });
  await waitFor(() => expect(tried.at(-1)?.expression).toBe('(_Level > 10) and (_Flow < 1)'));
  // Beside it stands the rule in force.
  await within(dialog).findByText('once');
  within(dialog).getByText('The rule in force raised it 12 times, for 1 h at the longest.');
  const save = within(dialog).getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  fireEvent.click(save);
  await waitFor(() =>
    expect(saved).toMatchObject([
      [{ alarmDefinitionId: 4, overrideMethod: 3, expression: { expression: '_Flow < 1' } }],
    ]),
  );
});

test('a trial draws the data item by what the asset calls it, and so it is offered to who types', async () => {
  const world = aPortal({ aliases: { 5: 'Main drive' } });
  const { assetId } = world.asset;
  const rule = { ...high, alarmExpression: { expression: '_motor_current > 10', variables: [] } };
  world.stub
    .on(assets.listAssets, { body: [world.asset] })
    .on('GET /api/assetDefinitions/1/alarmdefinitions', { body: [rule] })
    .on(`GET /api/ef/assets/${assetId}/alarmoverrides`, { body: [] })
    .on(`GET /api/assets/${assetId}/alarms`, { body: [] })
    .on(alarmDefinitions.validateExpression, { body: { valid: true, variables: [] } })
    .on(alarmDefinitions.backtestAlarm, { body: { intervals: [], count: 0, longestSeconds: 0, perHour: 0 } })
    .on('GET /api/historicaldata', {
      body: [
        [1, 2],
        [5, 7],
      ],
    });
  await openDashboard(world.path);
  await choose('More', 'Set Up Alarms');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set Up Alarms' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Override High' }));
  expect(await dialog.findByRole('img', { name: /^Main drive as recorded, 5 to 7/ })).toBeTruthy();
  fireEvent.click(dialog.getByLabelText('Override method', { selector: 'input' }));
  fireEvent.click(await screen.findByText('Override only'));
  const field = dialog.getByLabelText(/Expression/, { selector: 'textarea' });
  fireEvent.change(field, { target: { value: '_drive', selectionStart: 6 } });
  expect(await screen.findByRole('option', { name: /_motor_current\s*Main drive/, hidden: true })).toBeTruthy();
});

test('an override without an expression says that the alarm is never raised, or is tried as it counts', async () => {
  const { tried } = await openDialog();
  await choose('More', 'Set Up Alarms');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set Up Alarms' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Override High' }));
  const method = async (label: string) => {
    fireEvent.click(await dialog.findByLabelText('Override method', { selector: 'input' }));
    fireEvent.click(await screen.findByText(label));
  };
  await method('Override only');
  await dialog.findByText('Without an expression it is never raised on this asset.');
  await method('Extend: calculation OR override');
  await dialog.findByText(/It would have been raised/);
  expect(new Set(tried.map(({ expression }) => expression))).toEqual(new Set(['_Level > 10']));
});

test('what is written is asked about before another alarm or the end of the dialog takes it away', async () => {
  await openDialog(undefined, [high, { ...high, alarmDefinitionId: 5, name: 'Low' }]);
  await choose('More', 'Set Up Alarms');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set Up Alarms' }));
  const answer = async (label: 'Leave' | 'Back') => {
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(within(question).getByText(label));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
  };
  fireEvent.click(await dialog.findByRole('button', { name: 'Override High' }));
  fireEvent.click(await dialog.findByLabelText('Override method', { selector: 'input' }));
  fireEvent.click(await screen.findByText('Override only'));
  const field = dialog.getByLabelText<HTMLTextAreaElement>(/Expression/, { selector: 'textarea' });
  fireEvent.change(field, { target: { value: '_Flow < 1' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Override Low' }));
  await answer('Back');
  fireEvent.keyDown(field, { key: 'Escape' });
  await answer('Back');
  expect(field.value).toBe('_Flow < 1');
  fireEvent.click(dialog.getByRole('button', { name: 'Override Low' }));
  await answer('Leave');
  // Nothing is asked where nothing is lost.
  fireEvent.click(await dialog.findByRole('button', { name: 'Override High' }));
  await dialog.findByRole('button', { name: 'Override Low' });
  fireEvent.keyDown(dialog.getByRole('button', { name: 'Override Low' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Set Up Alarms' })).toBeNull());
});

test('who may only look sees the alarms and changes nothing', async () => {
  await openDialog([...VIEWER, 38]);
  await choose('More', 'Set Up Alarms');
  const dialog = await screen.findByRole('dialog', { name: 'Set Up Alarms' });
  await within(dialog).findByText('High');
  expect(within(dialog).queryByRole('button', { name: 'Override High' })).toBeNull();
});
