import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { type commands, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryKeys } from '#api/query-keys.ts';
import { useSessionStore } from '#session/session-store.ts';
import { anAsset, PortalStub } from '#testing/portal-stub.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { aReading, assetListAnswer, FixedReadings, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { commandButtonTile } from '#tiles/command-button/tile.ts';
import { commandChoiceTile } from '#tiles/command-choice/tile.ts';
import { commandFormTile } from '#tiles/command-form/tile.ts';
import { commandSliderTile } from '#tiles/command-slider/tile.ts';
import { commandSwitchTile } from '#tiles/command-switch/tile.ts';
import { setpointTile } from '#tiles/setpoint/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { useConfirmStore } from '#ui/feedback/confirm.ts';

const ITEM = 5;
const bag = { dataItem: ITEM, module: 'pump', command: 'setSpeed' };

const ALL: readonly (readonly [TileDefinition, Record<string, unknown>])[] = [
  [commandButtonTile, { ...bag, parameter: '50' }],
  [commandSwitchTile, bag],
  [commandSliderTile, { ...bag, min: 0, max: 100 }],
  [setpointTile, bag],
  [commandChoiceTile, { ...bag, options: '1 = Slow\n2 = Fast' }],
  [commandFormTile, { ...bag, fields: [{ name: 'speed' }] }],
];

let portal: PortalStub;
let visit = 0;
const sent = () => portal.requests.filter(({ method }) => method !== 'GET');
const sentTexts = () => sent().map(({ body }) => JSON.parse((body as { command: string }[])[0]?.command ?? ''));
const may = (...permissions: number[]) =>
  useSessionStore.setState({ state: 'valid', authId: `visit ${++visit}`, permissions: new Set(permissions) });

beforeEach(() => {
  portal = new PortalStub();
  portal.on({ method: 'POST', path: '/api/commands' }, ({ body }) => ({
    body: (body as object[]).map((one) => aCommand({ ...one })),
  }));
  may(permissionId('Commands', 'Create'), permissionId('Commands', 'View'), permissionId('CurrentDataItems', 'View'));
  useConfirmStore.setState({ open: undefined });
});

function aCommand(differences: Partial<commands.Command> & { state?: string } = {}): commands.Command {
  const created = new Date().toISOString();
  const times = { created, expires: created, delivered: null, ended: null };
  return {
    ...{ commandId: 1, assetId: TEST_ASSET_ID, commandDefinitionId: 0, command: '', state: 'queued' },
    ...{ ...times, answer: null, effect: null, username: 'ada', ...differences },
  } as unknown as commands.Command;
}

async function show(tile: TileDefinition, stored: Record<string, unknown>, options: Options = {}) {
  const { list = [], isConnected = true, isReported = true, value = 20, ...dashboard } = options;
  const speed = aReading({ name: 'Speed', unit: 'rpm', value });
  const readings = new FixedReadings(isReported ? { [ITEM]: speed } : {});
  const asset = { ...anAsset({ connected: isConnected }), assetId: TEST_ASSET_ID };
  const view = await renderTile(tile, stored, {
    readings,
    answers: [
      assetListAnswer([asset as ReturnType<typeof anAsset>]),
      [queryKeys.assetCommands(TEST_ASSET_ID, 50), { total: list.length, commands: list }],
    ],
    ...dashboard,
  });
  return { readings, ...view };
}
type Options = NonNullable<Parameters<typeof renderTile>[2]> & {
  list?: commands.Command[];
  isConnected?: boolean;
  /** False: its device has never sent the data item. */
  isReported?: boolean;
  value?: number;
};

const question = () => useConfirmStore.getState().open;
const answer = async (yes: boolean) => {
  await waitFor(() => expect(question()).toBeDefined());
  await act(async () => question()?.answer(yes));
};
const press = (name: string | RegExp, role: 'button' | 'switch' = 'button') =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name })));

describe.each(ALL.map(([tile, stored]) => [tile.label, tile, stored] as const))('a %s', (_, tile, stored) => {
  test('sends nothing by being drawn, by values that come, or by going through time', async () => {
    const time = new DashboardTime();
    const { readings } = await show(tile, { ...stored, confirm: false }, { time });
    act(() => readings.set(ITEM, aReading({ value: 80 })));
    act(() => time.setCursor({ kind: 'past', atMs: Date.UTC(2026, 10, 20) }));
    act(() => time.setCursor({ kind: 'live' }));
    expect(sent()).toEqual([]);
    expect(question()).toBeUndefined();
  });

  test.each<[string, () => Options, string]>([
    ['in the past', () => ({ time: pastTime() }), 'No commands in the past.'],
    [
      'while the dashboard is edited',
      () => ({ actions: { isViewOnly: false } }),
      'No commands while the dashboard is edited.',
    ],
    ['while the asset is offline', () => ({ isConnected: false }), 'The asset is offline.'],
  ])('cannot be used %s', async (_where, options, reason) => {
    const { container } = await show(tile, stored, options());
    expect(screen.getByText(reason)).toBeDefined();
    const controls = [...container.querySelectorAll<HTMLInputElement>('section button, section input')];
    for (const control of controls) expect(control.disabled || control.type === 'hidden', control.outerHTML).toBe(true);
  });

  test('cannot be used without the permission to send commands', async () => {
    may(permissionId('Commands', 'View'));
    await show(tile, stored);
    expect(screen.getByText('You may not send commands.')).toBeDefined();
  });

  test('can be used while the asset is offline where it queues on purpose', async () => {
    await show(tile, { ...stored, queueOffline: true }, { isConnected: false });
    expect(screen.queryByText('The asset is offline.')).toBeNull();
  });

  test('can be used while its device has reported nothing yet, and says so', async () => {
    const { readings, container } = await show(tile, stored, { isReported: false });
    expect(screen.getByText('Reported').nextElementSibling?.textContent).toBe('The device has not reported it yet');
    expect(screen.queryByText('Cannot find data item')).toBeNull();
    const controls = 'section button, section input, section [role="slider"]';
    const usable = [...container.querySelectorAll<HTMLInputElement>(controls)];
    expect(usable.some(({ disabled, type }) => !disabled && type !== 'hidden')).toBe(true);
    // Its definition has the data item.
    act(() => readings.set(ITEM, aReading({ name: 'Speed', value: null, timestamp: null })));
    expect(screen.getByText('The device has not reported it yet')).toBeDefined();
    act(() => readings.set(ITEM, aReading({ name: 'Speed', value: 80 })));
    expect(screen.queryByText('The device has not reported it yet')).toBeNull();
  });

  test('shows nothing of a data item of which there is no asset, nor to who may not see values', async () => {
    const { unmount } = await show(tile, { ...stored, slotPath: [3] }, { isReported: false });
    expect(screen.getByText('Cannot find data item')).toBeDefined();
    unmount();
    may(permissionId('Commands', 'Create'));
    await show(tile, stored, { isReported: false });
    expect(screen.getByText('You are missing permissions to view data items.')).toBeDefined();
  });

  test('says what it lacks while nobody has set it up', async () => {
    await show(tile, { dataItem: ITEM });
    expect(screen.getByText('No command to send')).toBeDefined();
  });
});

const pastTime = () => new DashboardTime({ cursor: { kind: 'past', atMs: Date.UTC(2026, 10, 20) }, range: undefined });

describe('a press', () => {
  const stored = { ...bag, text: 'Say hello', parameter: '{"rpm": 50}' };

  test('tells in the portal’s words what will be sent and to whom, and sends nothing when it is not agreed to', async () => {
    await show(commandButtonTile, stored);
    await press('Say hello');
    expect(question()?.message).toBe('This is sent to Pump 7:');
    expect(question()?.detail).toContain('pump.setSpeed');
    expect(question()?.detail).toContain('"rpm": 50');
    await answer(false);
    expect(sent()).toEqual([]);
  });

  test('sends once when it is agreed to', async () => {
    await show(commandButtonTile, { ...stored, expiration: 60 });
    await press('Say hello');
    await answer(true);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual([
      {
        assetId: TEST_ASSET_ID,
        command: '{"module":"pump","command":"setSpeed","parameter":{"rpm":50}}',
        expiration: 60,
        effect: { dataItemId: ITEM, within: 60, tolerance: 0 },
      },
    ]);
    expect(await screen.findByText('Waiting for the device')).toBeDefined();
  });

  test('sends nothing when the dashboard has gone to the past before it was agreed to', async () => {
    const time = new DashboardTime();
    await show(commandButtonTile, stored, { time });
    await press('Say hello');
    act(() => time.setCursor({ kind: 'past', atMs: Date.UTC(2026, 10, 20) }));
    await answer(true);
    expect(sent()).toEqual([]);
  });

  test('of a control that does not ask is asked for once in a visit, and again for another command', async () => {
    const { unmount } = await show(setpointTile, { ...bag, confirm: false });
    const send = async (text: string) => {
      fireEvent.change(screen.getByRole('textbox', { name: 'Speed' }), { target: { value: text } });
      await press('Send');
    };
    await send('30');
    await answer(true);
    await waitFor(() => expect(sent()).toHaveLength(1));
    unmount();
    await show(setpointTile, { ...bag, confirm: false });
    await send('40');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(question()).toBeUndefined();
    unmount();
    await act(async () => undefined);
    document.body.replaceChildren();
    await show(setpointTile, { ...bag, command: 'stop', confirm: false });
    await send('50');
    expect(question()?.detail).toContain('pump.stop 50');
  });

  test('is asked for while a command of the control is under way', async () => {
    const command = '{"module":"pump","command":"setSpeed","parameter":{"rpm":50}}';
    await show(commandButtonTile, { ...stored, confirm: false }, { list: [aCommand({ command })] });
    await press('Say hello');
    expect(question()?.message).toContain('still under way');
  });

  test('that the portal refuses is not tried again', async () => {
    portal.on(
      { method: 'POST', path: '/api/commands' },
      { status: 503, body: { error: { code: 'x', message: 'No.' } } },
    );
    await show(commandButtonTile, stored);
    await press('Say hello');
    await answer(true);
    await waitFor(() => expect(sent()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    expect(sent()).toHaveLength(1);
  });
});

test('what was typed stands where it was while the portal did not take it', async () => {
  portal.on({ method: 'POST', path: '/api/commands' }, { status: 503, body: { error: { code: 'x', message: 'No.' } } });
  await show(setpointTile, { ...bag, max: 100 });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Speed' });
  fireEvent.change(field, { target: { value: '55' } });
  await press('Send');
  await answer(true);
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false));
  expect(field.value).toContain('55');
});

describe('what is sent', () => {
  test('by a switch is the other of what is reported', async () => {
    await show(commandSwitchTile, { ...bag, onText: 'Running', offText: 'Stopped' });
    await press('Speed: Running', 'switch');
    await answer(true);
    await waitFor(() => expect(sentTexts()).toEqual([{ module: 'pump', command: 'setSpeed', parameter: false }]));
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
    expect(await screen.findByText('Stopped')).toBeDefined();
    // Both in its words: what is reported can be held against what was asked for.
    expect(screen.getByText('Reported').nextElementSibling?.textContent).toBe('Running');
  });

  test('by what is sent before anything was reported is watched all the same', async () => {
    await show(setpointTile, bag, { isReported: false });
    fireEvent.change(screen.getByRole('textbox', { name: 'Setpoint' }), { target: { value: '7' } });
    await press('Send');
    await answer(true);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject([{ effect: { dataItemId: ITEM, expected: 7 } }]);
  });

  test('by a slider is told digit for digit, and its ends without any that nobody means', async () => {
    await show(commandSliderTile, { ...bag, min: 0, max: 100, step: 0.5 });
    expect(screen.getByText('0 rpm')).toBeDefined();
    expect(screen.getByText('100 rpm')).toBeDefined();
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Speed' }), { key: 'ArrowRight' });
    await press('Send 20.5 rpm');
    await answer(true);
    await waitFor(() => expect(sentTexts()[0]?.parameter).toBe(20.5));
  });

  test('by a slider is where it was drawn to, once its button is pressed', async () => {
    await show(commandSliderTile, { ...bag, min: 0, max: 100, step: 5, parameterKey: 'rpm' });
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Speed' }), { key: 'ArrowRight' });
    expect(sent()).toEqual([]);
    await press(/^Send 25/);
    await answer(true);
    await waitFor(() => expect(sentTexts()).toEqual([{ module: 'pump', command: 'setSpeed', parameter: { rpm: 25 } }]));
  });

  test('by a setpoint is the number that is kept within its limits', async () => {
    await show(setpointTile, { ...bag, max: 100 });
    const field = screen.getByRole('textbox', { name: 'Speed' });
    fireEvent.change(field, { target: { value: '500' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.submit(field.closest('form') as HTMLFormElement);
    await answer(true);
    await waitFor(() => expect(sentTexts()[0]?.parameter).toBe(100));
  });

  test('by a drop-down is what was chosen, of the words of the data item where it has no choices of its own', async () => {
    const { readings } = await show(commandChoiceTile, bag);
    const words = [
      { value: 20, word: 'Slow' },
      { value: 40, word: 'Fast' },
    ];
    const display = { ...aReading().display, words };
    act(() => readings.set(ITEM, aReading({ name: 'Speed', value: 20, display })));
    const list = screen.getByRole<HTMLInputElement>('combobox', { name: 'Speed' });
    expect(list.value).toBe('Slow');
    fireEvent.click(list);
    fireEvent.click(await screen.findByRole('option', { name: 'Fast', hidden: true }));
    await answer(true);
    await waitFor(() => expect(sentTexts()[0]?.parameter).toBe(40));
    expect(list.value).toBe('Slow');
    expect(screen.getByText('Reported').nextElementSibling?.textContent).toBe('Slow');
  });

  test('by a form is what was filled in, and nothing while a field is missing', async () => {
    const fields = [{ name: 'speed' }, { name: 'reverse', type: 'boolean' }, { name: '' }];
    await show(commandFormTile, { ...bag, fields });
    await press('Send');
    expect(await screen.findByText('Required')).toBeDefined();
    expect(question()).toBeUndefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /speed/ }));
    fireEvent.change(screen.getByRole('textbox', { name: /speed/ }), { target: { value: '7' } });
    expect(screen.queryByText('Required')).toBeNull();
    await press('Send');
    await answer(true);
    await waitFor(() => expect(sentTexts()[0]?.parameter).toEqual({ speed: 7, reverse: false }));
    expect(await screen.findByText('speed 7, reverse no')).toBeDefined();
  });
});

describe('a control shows', () => {
  const command = JSON.stringify({ module: 'pump', command: 'setSpeed', parameter: 50 });
  /** Its end counts from the moment of the test: on a slow machine others take a minute before it. */
  const now = () => new Date().toISOString();

  test.each([
    ['queued', false, 'Waiting for the device'],
    ['delivered', false, 'Delivered, not answered'],
    ['answered', true, 'Answered, waiting for the value'],
    ['verified', true, 'Verified'],
    ['no effect', true, 'No effect'],
    ['failed', true, 'Failed'],
    ['expired', true, 'Expired'],
    ['awaiting release', false, 'A second person must release it'],
  ])('a command that is %s beside the reported value and the one asked for', async (state, hasEnded, words) => {
    const list = [aCommand({ command, state: state as commands.CommandState, ended: hasEnded ? now() : null })];
    await show(setpointTile, bag, { list });
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(screen.getByText('Reported').nextElementSibling?.textContent).toBe('20.00 rpm');
    expect(screen.getByText('Asked for').nextElementSibling?.textContent).toBe('50.00 rpm');
  });

  test('Verified once the value that was asked for is reported', async () => {
    const list = [aCommand({ command, state: 'answered', ended: now() })];
    const { readings } = await show(setpointTile, bag, { list });
    act(() => readings.set(ITEM, aReading({ value: 50, timestamp: Date.now() + 1 })));
    expect(screen.getByRole('status').textContent).toBe('Verified');
  });

  test('nothing of commands of others, nor of any in the past', async () => {
    const other = JSON.stringify({ module: 'pump', command: 'stop', parameter: 50 });
    const { unmount } = await show(setpointTile, bag, { list: [aCommand({ command: other })] });
    expect(screen.getByRole('status').textContent).toBe('');
    unmount();
    await show(setpointTile, bag, { list: [aCommand({ command })], time: pastTime() });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('that a command was sent, to who may not see what becomes of it', async () => {
    may(permissionId('Commands', 'Create'));
    await show(commandButtonTile, { ...bag, text: 'Go' }, { list: [] });
    await press('Go');
    await answer(true);
    expect(await screen.findByText(/^Sent\. You may not see/)).toBeDefined();
    expect(portal.requests.filter(({ url }) => url.pathname.includes('commands')).map(({ method }) => method)).toEqual([
      'POST',
    ]);
  });
});
