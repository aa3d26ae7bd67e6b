import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { type alarmDefinitions, permissionId } from '@telltale/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { expressionInForce, termsOf } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { assetListAnswer, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { alarmExpressionsTile } from './tile.ts';

const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 5, label: 'Pump pressure' },
    { dataItemId: 6, label: 'flow' },
  ],
};

const aDefinition = {
  alarmDefinitionId: 11,
  assetDefinitionId: 3,
  name: 'High pressure',
  severity: 5,
  alarmExpression: { expression: '_Pump_pressure > 90', variables: [] },
};
const anAlarm = {
  alarmDefinitionId: 11,
  assetId: TEST_ASSET_ID,
  cause: '_Pump_pressure = 95 > 90',
  severity: 5,
  alarmStatus: 2,
  raised: '2026-11-20T12:00:00.000Z',
};
const anOverride = (overrideMethod: number, expression = '_flow < 1') => ({
  assetId: TEST_ASSET_ID,
  alarmDefinitionId: 11,
  overrideMethod,
  expression: { expression, variables: [] },
});

function known(overrides: unknown[] = [], raised: unknown[] = []) {
  const assetDefinition = { assetDefinitionName: 'Pump', alias: '' };
  const asset = { assetId: TEST_ASSET_ID, assetDefinitionId: 3, assetDefinition };
  return {
    definition,
    answers: [
      assetListAnswer([asset] as never),
      [['definitions', 3, 'alarms'], [aDefinition]],
      [['assets', TEST_ASSET_ID, 'alarms'], raised],
      [['assets', TEST_ASSET_ID, 'alarmoverrides'], overrides],
    ] as never,
  };
}

/** The same dashboard before the portal has answered which alarms the definition has. */
function withoutDefinitions() {
  const { answers } = known();
  return {
    definition,
    answers: (answers as unknown[][]).filter(([key]) => (key as unknown[])[0] !== 'definitions') as never,
  };
}

function hold(...actions: ('View' | 'Modify')[]) {
  useSessionStore.setState({ permissions: new Set(actions.map((action) => permissionId('Alarms', action))) });
}

beforeEach(() => hold('View', 'Modify'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the expression in force', () => {
  test.each([
    [0, 'a > 1'],
    [1, '_flow < 1'],
    [2, '(a > 1) or (_flow < 1)'],
    [3, '(a > 1) and (_flow < 1)'],
  ])('with override method %i', (method, expected) => {
    const override = termsOf(anOverride(method) as unknown as alarmDefinitions.AlarmOverride);
    expect(expressionInForce('a > 1', override)).toBe(expected);
  });

  test.each([
    [1, 'a > 1', ' ', ''],
    [2, 'a > 1', ' ', 'a > 1'],
    [3, 'a > 1', ' ', 'a > 1'],
    [2, '', 'b > 1', 'b > 1'],
    [3, ' ', 'b > 1', 'b > 1'],
  ] as const)('with override method %i where %j or %j is blank', (method, definition, expression, expected) => {
    expect(expressionInForce(definition, { method, expression })).toBe(expected);
  });

  test('names the data items that it uses, whatever the case', () => {
    const names = expressionVariables('_PUMP_PRESSURE > 1 and x_flow < 2', definition.dataItemDefinitions as never);
    expect(names).toEqual([{ DataItemId: 5, Variable: '_Pump_pressure' }]);
  });
});

describe('the alarm expressions tile', () => {
  test('needs the permission to view alarms', async () => {
    hold();
    await renderTile(alarmExpressionsTile, {}, known());
    expect(screen.getByText('You are missing permissions to view alarms.')).toBeDefined();
  });

  test('shows what raises each alarm, its state and its cause', async () => {
    await renderTile(alarmExpressionsTile, {}, known([anOverride(2)], [anAlarm]));
    expect(screen.getByText('(_Pump_pressure > 90) or (_flow < 1)')).toBeDefined();
    expect(screen.getByText('Acknowledged')).toBeDefined();
    expect(screen.getByText('_Pump_pressure = 95 > 90')).toBeDefined();
  });

  test('says that there are no alarms when the portal has answered so, and not before', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    await renderTile(alarmExpressionsTile, {}, withoutDefinitions());
    expect(screen.getByText('Loading alarms')).toBeDefined();
    expect(screen.queryByText('This definition has no alarms.')).toBeNull();
    resolve(Response.json([]));
    expect(await screen.findByText('This definition has no alarms.')).toBeDefined();
  });

  test('says that the alarms could not be loaded rather than that there are none', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { code: 'busy', message: 'Come back.' } }, { status: 503 }),
    );
    await renderTile(alarmExpressionsTile, {}, withoutDefinitions());
    expect(await screen.findByText('Come back.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test('leaves out what is not raised when told so', async () => {
    await renderTile(alarmExpressionsTile, { showAll: false }, known());
    expect(screen.getByText('No alarm is raised.')).toBeDefined();
  });

  test('offers no override without the permission to modify', async () => {
    hold('View');
    await renderTile(alarmExpressionsTile, {}, known());
    expect(screen.queryByRole('button', { name: /Override/ })).toBeNull();
  });

  test('offers none in the past, and says so', async () => {
    const time = new DashboardTime({ cursor: { kind: 'past', atMs: 1_000 }, range: undefined });
    await renderTile(alarmExpressionsTile, {}, { ...known(), time });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Override High pressure' });
    expect(button.disabled).toBe(true);
    expect(button.title).toBe('Alarms cannot be overridden in the past.');
  });

  test('saves an override once the portal has found it valid, with the variables that it uses', async () => {
    const sent: { url: string; body: unknown }[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, body: init.body === undefined ? undefined : JSON.parse(String(init.body)) });
      return Response.json(url.includes('validatefle') ? { valid: true, variables: [] } : []);
    });
    await renderTile(alarmExpressionsTile, {}, known([anOverride(1)]));
    fireEvent.click(screen.getByRole('button', { name: 'Override High pressure' }));
    fireEvent.change(screen.getByLabelText('Expression'), { target: { value: '_flow < 3' } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(await screen.findByText('Valid')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const variables = [{ DataItemId: 6, Variable: '_flow' }];
    await waitFor(() => expect(sent.some(({ url }) => url.includes('alarmoverrides'))).toBe(true));
    expect(sent[0]?.body).toEqual({ alarmDefinitionId: 11, expression: '_flow < 3', variables });
    expect(sent.find(({ url }) => url.includes('alarmoverrides'))?.body).toEqual([
      { ...anOverride(1), expression: { expression: '_flow < 3', variables } },
    ]);
  });

  test('says where an expression is wrong', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { error: { code: 'bad-request', message: 'Wrong.', details: { position: 6, reason: 'A number is missing' } } },
        { status: 400 },
      ),
    );
    await renderTile(alarmExpressionsTile, {}, known([anOverride(1, '_flow <')]));
    fireEvent.click(screen.getByRole('button', { name: 'Override High pressure' }));
    expect(await screen.findByText('A number is missing (at character 7: <)')).toBeDefined();
  });
});
