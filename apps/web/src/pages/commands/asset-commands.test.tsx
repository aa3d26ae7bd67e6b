import { type assets, auth, type commandDefinitions, commands, permissionId, userIdSchema } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { aCommand } from '#testing/a-command.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { forgetDrafts } from '../kept-draft.ts';

let stub: PortalStub;
let asset: assets.Asset;
let list: commands.Command[];

const speed = {
  commandDefinitionId: 3,
  assetDefinitionId: 1,
  name: 'Set speed',
  module: 'pump',
  command: 'speed',
  form: {
    type: 'object',
    properties: {
      speed: { type: 'number', title: 'Speed', minimum: 0, maximum: 100 },
      stage: { type: 'integer', enum: [1, 2], default: 1 },
    },
    required: ['speed'],
  },
  parameterField: null,
  dataItemId: null,
  expectedField: null,
  tolerance: 0,
  within: 60,
  expiration: 900,
  dangerous: false,
} as unknown as commandDefinitions.CommandDefinition;
const blow = {
  ...speed,
  commandDefinitionId: 4,
  name: 'Blow down',
  form: { type: 'object', properties: {} },
  dangerous: true,
};

beforeEach(() => {
  forgetDrafts();
  aPortal();
});

function aPortal(permissions: readonly number[] = [1]): void {
  asset = anAsset({ serialNumber: 'PMP-7', alias: 'Pump 7', definition: 'Pump' });
  list = [];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${asset.assetId}`, { body: asset })
    .on('GET /api/ef/assetdefinitions/1/commanddefinitions', { body: [blow, speed] })
    .on(`GET /api/ef/assets/${asset.assetId}/commands`, () => ({ body: { total: list.length, commands: list } }))
    .on(commands.sendCommands, () => {
      list = [aCommand({ commandId: 9, templateName: 'Set speed' })];
      return { body: list };
    });
}

async function openTab() {
  await renderApp(`/assets?panel=${asset.assetId}&panelTab=commands`);
  return within(await screen.findByRole('dialog', { name: 'PUMP PMP-7' }));
}
const sent = () => stub.requests.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/commands');
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: 'Command' }));
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
};
const agree = async (title: string, label: string) => {
  const question = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.click(question.getByRole('button', { name: label }));
};

describe('the commands of an asset', () => {
  test('are sent by the form of their template, once the user has agreed', async () => {
    const panel = await openTab();
    expect(await panel.findByText('No command was sent yet.')).toBeTruthy();
    await choose('Set speed');
    const send = panel.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    expect(send.disabled).toBe(true);
    fireEvent.change(panel.getByRole('textbox', { name: /Speed/ }), { target: { value: '40' } });
    fireEvent.click(send);
    expect(sent()).toEqual([]);
    expect(await screen.findByText(/^Speed 40, stage 1\. It goes out/)).toBeTruthy();
    await agree('Send Set speed to Pump 7?', 'Send');
    expect(await screen.findByText('Set speed is queued. It goes out as soon as the device listens.')).toBeTruthy();
    expect(sent()[0]?.body).toEqual([
      { assetId: asset.assetId, commandDefinitionId: 3, values: { speed: 40, stage: 1 } },
    ]);
    expect(await panel.findByText('Queued')).toBeTruthy();
    // The same form again, as it begins: a second press does not send the first values once more.
    await waitFor(() => expect(panel.getByRole('textbox', { name: /Speed/ })).toHaveProperty('value', ''));
    expect(send.disabled).toBe(true);
  });

  test('are typed, too, and what is no JSON is not sent', async () => {
    const panel = await openTab();
    await choose('Other command…');
    fireEvent.change(panel.getByRole('textbox', { name: 'Module' }), { target: { value: 'metric' } });
    fireEvent.change(panel.getByRole('textbox', { name: 'Name' }), { target: { value: 'Setpoint' } });
    const parameter = panel.getByRole('textbox', { name: 'Parameter' });
    fireEvent.change(parameter, { target: { value: '{' } });
    expect(panel.getByText('This is no JSON.')).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    fireEvent.change(parameter, { target: { value: '5.5' } });
    fireEvent.click(panel.getByRole('button', { name: 'Send' }));
    await agree('Send metric.Setpoint to Pump 7?', 'Send');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual([
      { assetId: asset.assetId, command: '{"module":"metric","command":"Setpoint","parameter":5.5}' },
    ]);
  });

  test('bring into sight what becomes of the one that was sent, however long its form is', async () => {
    const panel = await openTab();
    await choose('Blow down');
    const intoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
    fireEvent.click(panel.getByRole('button', { name: 'Send' }));
    await agree('Send Blow down to Pump 7?', 'Send');
    const row = (await panel.findByText('Queued')).closest('li');
    await waitFor(() => expect(intoSight.mock.contexts).toContain(row));
  });

  test('that were refused say why beside the form', async () => {
    const panel = await openTab();
    stub.on(commands.sendCommands, {
      status: 400,
      body: { error: { code: 'bad', message: '0.values.speed: too much.' } },
    });
    await choose('Blow down');
    expect(panel.getByText('Dangerous: it goes out once a second person has released it.')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Send' }));
    await agree('Send Blow down to Pump 7?', 'Send');
    expect((await panel.findByRole('alert')).textContent).toBe('0.values.speed: too much.');
  });

  test('are released by another than who asked for them', async () => {
    aPortal();
    list = [
      aCommand({ commandId: 8, state: 'awaiting release', dangerous: true, templateName: 'Mine' }),
      aCommand({
        commandId: 7,
        state: 'awaiting release',
        dangerous: true,
        templateName: 'Theirs',
        userId: 2 as never,
      }),
    ];
    stub.on({ method: 'POST', path: '/api/commands/7/release' }, () => {
      list = [aCommand({ commandId: 7, templateName: 'Theirs', releasedBy: 'ada' })];
      return { body: list[0] };
    });
    const panel = await openTab();
    expect(await panel.findByRole('button', { name: 'Release Theirs' })).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Release Mine' })).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Release Theirs' }));
    // It may wait for a device that is away.
    const told = /^ada asked for it\. speed: 40\. It goes out as soon as the device listens, until \d{4}-/;
    expect(await screen.findByText(told)).toBeTruthy();
    await agree('Release Theirs to Pump 7?', 'Release');
    expect(
      await screen.findByText('The command was released. It goes out as soon as the device listens.'),
    ).toBeTruthy();
    expect(await panel.findByText('Queued')).toBeTruthy();
  });

  test('that have no parameter tell of none', async () => {
    const without = ['{"module":"valve","command":"blow","parameter":{}}', '{"module":"valve","command":"blow"}'];
    list = without.map((command, i) => aCommand({ commandId: 8 - i, command }));
    const panel = await openTab();
    for (const row of await panel.findAllByRole('button', { name: 'valve.blow' })) fireEvent.click(row);
    expect(panel.getAllByText('Asked for')).toHaveLength(2);
    expect(within(panel.getByRole('list', { name: 'Commands' })).queryByText('Parameter')).toBeNull();
  });

  test('tell when what happened, what was recorded, and what was answered late', async () => {
    list = [
      aCommand({
        commandId: 7,
        state: 'no effect',
        sent: '2026-11-20T12:00:01.000Z',
        delivered: '2026-11-20T12:00:02.000Z',
        ended: '2026-11-20T12:01:02.000Z',
        answer: '{"ok":true}',
        answered: '2026-11-20T12:02:00.000Z',
        furtherAnswers: [{ time: '2026-11-20T12:05:00.000Z', answer: '{"ok":"again"}', kind: 'repeated' }],
        effect: {
          dataItemId: 5 as never,
          label: 'Speed',
          within: 60,
          expected: 40,
          tolerance: 0,
          before: { value: 10, time: '2026-11-20T12:00:00.000Z' },
          after: { value: 12, time: '2026-11-20T12:00:30.000Z' },
        },
      }),
    ];
    const panel = await openTab();
    fireEvent.click(await panel.findByRole('button', { name: /pump\.speed/ }));
    expect(panel.getByText(/^Speed: 12 at .*, expected 40 within 60 s, was 10 at /)).toBeTruthy();
    for (const [name, text] of [
      ['Answer', /:02:00 {"ok":true}$/],
      ['Another answer', /:05:00 {"ok":"again"}$/],
    ] as const) {
      expect(panel.getByText(name).nextSibling?.textContent).toMatch(text);
    }
    fireEvent.click(panel.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/^speed: 40\. /)).toBeTruthy();
    await agree('Send pump.speed to Pump 7 again?', 'Send again');
    await waitFor(() => expect(sent()).toHaveLength(1));
    // The portal knows what it was called and should do: it is sent as it was.
    expect(sent()[0]?.body).toEqual([{ assetId: 1, again: 7 }]);
    expect(await screen.findByText('It is queued once more. It goes out as soon as the device listens.')).toBeTruthy();
  });

  test('that came to nothing say why, shut and opened', async () => {
    list = [
      aCommand({ commandId: 7, state: 'failed', sent: '2026-11-20T12:00:01.000Z', answer: '{"error":"stuck"}' }),
      aCommand({ commandId: 6, state: 'failed', answer: '{"error":"No such metric."}' }),
    ];
    const panel = await openTab();
    const [device, portal] = await panel.findAllByRole('button', { name: /pump\.speed/ });
    expect(panel.getByText('stuck')).toBeTruthy();
    fireEvent.click(device as HTMLElement);
    expect(panel.getByText('Answer').nextSibling?.textContent).toContain('{"error":"stuck"}');
    fireEvent.click(portal as HTMLElement);
    // No device has said so.
    expect(panel.getByText('Reason').nextSibling?.textContent).toBe('No such metric.');
    expect(panel.getAllByText('Answer')).toHaveLength(1);
  });

  test('are only shown to who may not send any', async () => {
    aPortal([6, permissionId('Commands', 'View')]);
    list = [aCommand({ commandId: 7, state: 'awaiting release', dangerous: true, userId: 2 as never })];
    const panel = await openTab();
    expect(await panel.findByText('Awaiting release')).toBeTruthy();
    expect(panel.queryByRole('form', { name: 'Send a command' })).toBeNull();
    expect(panel.queryByRole('button', { name: /Release/ })).toBeNull();
  });

  test('that could not be loaded say so', async () => {
    stub.on(`GET /api/ef/assets/${asset.assetId}/commands`, {
      status: 503,
      body: { error: { code: 'busy', message: 'Busy.' } },
    });
    const panel = await openTab();
    expect(await panel.findByText('The commands could not be loaded.')).toBeTruthy();
  });
});

describe('what was typed of a command and not sent', () => {
  const parameter = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Parameter/ });
  const leaveAndComeBack = async () => {
    fireEvent.click(await screen.findByRole('tab', { name: 'Files' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Send a command' })).toBeNull());
    fireEvent.click(screen.getByRole('tab', { name: 'Commands' }));
  };

  test('is there again when its tab is, until it was sent', async () => {
    await openTab();
    await choose('Other command…');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Module' }), { target: { value: 'pump' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'speed' } });
    fireEvent.change(await parameter(), { target: { value: '{"rpm": 70}' } });
    await leaveAndComeBack();
    expect((await parameter()).value).toBe('{"rpm": 70}');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await agree('Send pump.speed to Pump 7?', 'Send');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(await screen.findByText('pump.speed is queued. It goes out as soon as the device listens.')).toBeTruthy();
    await leaveAndComeBack();
    expect(await screen.findByRole('combobox', { name: 'Command' })).toHaveProperty('value', '');
  });

  test('is its writer’s alone', async () => {
    await openTab();
    await choose('Other command…');
    fireEvent.change(await parameter(), { target: { value: '7' } });
    const { user } = useSessionStore.getState();
    useSessionStore.setState({ user: user && { ...user, userId: userIdSchema.parse(99) } });
    await leaveAndComeBack();
    expect(await screen.findByRole('combobox', { name: 'Command' })).toHaveProperty('value', '');
  });
});
