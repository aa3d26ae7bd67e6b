import { type assets, auth, commands, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aCommand } from '#testing/a-command.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let pumps: assets.Asset[];
let list: commands.Command[];

/** Its device said no. */
const FAILED = { state: 'failed', sent: '2026-11-20T12:00:01.000Z', answer: '{"error":"stuck"}' } as const;

beforeEach(() => aPortal());

function aPortal(permissions: readonly number[] = [1]): void {
  pumps = ['North', 'South'].map((alias) => anAsset({ alias, definition: 'Pump' }));
  const [north, south] = pumps.map(({ assetId }) => assetId);
  list = [
    aCommand({ commandId: 8, assetId: south as never, state: 'verified', templateName: 'Set speed', username: 'bob' }),
    aCommand({ commandId: 7, assetId: north as never, ...FAILED }),
  ];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: pumps })
    .on('GET /api/ef/assetdefinitions/1/commanddefinitions', { body: [] })
    .on(commands.listCommands, () => ({ body: { total: 200, commands: list } }))
    .on('GET /api/commands/7', () => ({ body: list[1] }))
    .on(commands.sendCommands, ({ body }) => ({
      body: (body as object[]).map((_, i) => aCommand({ commandId: 20 + i })),
    }));
}
const asked = () =>
  stub.requests.filter(({ method, url }) => method === 'GET' && url.pathname === '/api/commands').map(({ url }) => url);
const sent = () => stub.requests.filter(({ url, method }) => method === 'POST' && url.pathname === '/api/commands');

describe('the record of commands', () => {
  test('lists what was sent to whom and what became of it, and shows one of them whole', async () => {
    await renderApp('/commands');
    const table = within(await screen.findByRole('grid', { name: 'Commands' }));
    expect(await table.findByText('Verified')).toBeTruthy();
    expect(table.getByText('South')).toBeTruthy();
    expect(screen.getByText('2 of 200')).toBeTruthy();
    fireEvent.click(table.getByText('Failed'));
    const drawer = within(await screen.findByRole('dialog', { name: 'pump.speed to North' }));
    expect(await drawer.findByText('{"error":"stuck"}')).toBeTruthy();
    expect(currentAddress()).toBe('/commands?command=7');
  });

  test.each([1440, 820, 390])('says in the line of a command why it came to nothing, on %i pixels', async (width) => {
    window.innerWidth = width;
    const sent = '2026-11-20T12:00:01.000Z';
    const reasons: readonly [Partial<commands.Command>, string][] = [
      [{ state: 'failed', sent, answer: '{"error":"Valve 3 is stuck"}' }, 'Valve 3 is stuck'],
      [{ state: 'failed', answer: '{"error":"No such metric."}' }, 'No such metric.'],
      [{ state: 'expired', sent }, 'The device did not say that it has it.'],
      [{ state: 'expired' }, 'The device did not listen in time.'],
      [{ state: 'expired', dangerous: true }, 'Nobody released it in time.'],
      [{ state: 'refused', refusedBy: 'ada' }, 'Taken back by ada.'],
      [{ state: 'refused', refusedBy: 'bob' }, 'Refused by bob.'],
    ];
    list = reasons.map(([command], at) => aCommand({ commandId: 30 - at, ...command }));
    await renderApp('/commands');
    const table = await screen.findByRole('grid', { name: 'Commands' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(reasons.length);
    rows.forEach((row, at) => {
      expect(within(row).getByText(reasons[at]?.[1] ?? '')).toBeTruthy();
    });
  });

  test('says where the value comes from by which an effect was judged', async () => {
    const [before, after] = [10, 50].map((value) => ({ value, time: `2026-11-20T12:00:${value}.000Z` }));
    const effect = { dataItemId: 40, label: 'Speed', within: 60, expected: 50, tolerance: 0, before, after };
    list = [aCommand({ commandId: 9, state: 'verified', effect } as Parameters<typeof aCommand>[0])];
    await renderApp('/commands');
    const told = await screen.findByText(/^Speed: 50 at /);
    expect(told.dataset.why).toBe(`item 1-40@${Date.parse('2026-11-20T12:00:50.000Z')}`);
  });

  test('is narrowed by what stands in the address, and says so when nothing is left', async () => {
    list = [];
    await renderApp(
      '/commands?state=no+effect&user=bob&template=speed&asset=4&from=2026-01-01T00:00:00Z&command=x&to=never',
    );
    expect(await screen.findByText('No command matches these filters.')).toBeTruthy();
    expect(Object.fromEntries(asked()[0]?.searchParams ?? [])).toEqual({
      assetId: '4',
      state: 'no effect',
      user: 'bob',
      template: 'speed',
      from: '2026-01-01T00:00:00.000Z',
      limit: '100',
      offset: '0',
    });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(currentAddress()).toBe('/commands?command=x'));
    expect(await screen.findByText('No command was sent yet.')).toBeTruthy();
  });

  test('goes on where the first page ends', async () => {
    await renderApp('/commands');
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(asked().some(({ searchParams }) => searchParams.get('offset') === '2')).toBe(true));
  });

  test('sends one command to many assets at once', async () => {
    await renderApp('/commands');
    fireEvent.click(await screen.findByRole('button', { name: 'Send a command' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Send a command' }));
    fireEvent.click(drawer.getByRole('combobox', { name: 'Assets' }));
    const choices = within(await screen.findByRole('listbox', { name: 'Assets', hidden: true }));
    for (const name of ['North', 'South']) fireEvent.click(choices.getByRole('option', { name, hidden: true }));
    fireEvent.change(await drawer.findByRole('textbox', { name: 'Module' }), { target: { value: 'pump' } });
    fireEvent.change(drawer.getByRole('textbox', { name: 'Name' }), { target: { value: 'stop' } });
    fireEvent.click(drawer.getByRole('button', { name: 'Send' }));
    const question = within(await screen.findByRole('dialog', { name: 'Send pump.stop to 2 assets?' }));
    expect(question.getByText('It goes out to each as soon as its device listens.')).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Send' }));
    expect(
      await screen.findByText('pump.stop to 2 assets is queued. It goes out to each as soon as its device listens.'),
    ).toBeTruthy();
    const command = '{"module":"pump","command":"stop"}';
    expect(sent().map(({ body }) => body)).toEqual([pumps.map(({ assetId }) => ({ assetId, command }))]);
    // What became of it stands in the record, and the next form begins anew.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Send a command' })).toBeNull());
    expect(currentAddress()).toBe('/commands');
    fireEvent.click(screen.getByRole('button', { name: 'Send a command' }));
    expect(await screen.findByRole('textbox', { name: 'Module' })).toHaveProperty('value', '');
  });

  test('sends to the assets of a group, as its address says', async () => {
    const [north] = pumps;
    stub
      .on('GET /api/assetgroups', {
        body: [{ assetGroupId: 5, assetGroupName: 'Field', parentGroupId: null, adminUnitId: 1 }],
      })
      .on('GET /api/ef/assetgroups/5', {
        body: {
          assetGroupId: 5,
          assetGroupName: 'Field',
          assets: [],
          childAssetGroups: [
            { assetGroupId: 6, assetGroupName: 'Pad', assets: [{ assetId: north?.assetId }], childAssetGroups: [] },
          ],
        },
      });
    await renderApp('/commands?send=1&group=5');
    const drawer = within(await screen.findByRole('dialog', { name: 'Send a command' }));
    expect(await drawer.findByText('It goes to one asset.')).toBeTruthy();
    fireEvent.change(await drawer.findByRole('textbox', { name: 'Module' }), { target: { value: 'pump' } });
    fireEvent.change(drawer.getByRole('textbox', { name: 'Name' }), { target: { value: 'stop' } });
    fireEvent.click(drawer.getByRole('button', { name: 'Send' }));
    const question = within(await screen.findByRole('dialog', { name: 'Send pump.stop to North?' }));
    fireEvent.click(question.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('pump.stop is queued. It goes out as soon as the device listens.')).toBeTruthy();
    expect(sent().map(({ body }) => body)).toEqual([
      [{ assetId: north?.assetId, command: '{"module":"pump","command":"stop"}' }],
    ]);
  });

  test('opens the form of the command that its address names', async () => {
    const form = { type: 'object', properties: { speed: { type: 'number', title: 'Speed', default: 40 } } };
    const template = { commandDefinitionId: 3, assetDefinitionId: 1, name: 'Set speed', form, dangerous: false };
    stub.on('GET /api/ef/assetdefinitions/1/commanddefinitions', {
      body: [{ ...template, commandDefinitionId: 2, name: 'Stop', form: { type: 'object', properties: {} } }, template],
    });
    await renderApp('/commands?send=1&form=3');
    const drawer = within(await screen.findByRole('dialog', { name: 'Send a command' }));
    expect(await drawer.findByRole('textbox', { name: /Speed/ })).toHaveProperty('value', '40');
    expect(drawer.getByRole('combobox', { name: 'Command' })).toHaveProperty('value', 'Set speed');
  });

  test('has the second person release or refuse what awaits it', async () => {
    list = [
      aCommand({ commandId: 7, state: 'awaiting release', dangerous: true, userId: 2 as never, username: 'bob' }),
    ];
    stub.on('GET /api/commands/7', () => ({ body: list[0] }));
    stub.on({ method: 'POST', path: '/api/commands/7/refuse' }, () => {
      const decided = { state: 'refused', refusedBy: 'ada', ended: '2026-11-20T12:01:00.000Z' } as const;
      list = [aCommand({ commandId: 7, dangerous: true, userId: 2 as never, username: 'bob', ...decided })];
      return { body: list[0] };
    });
    await renderApp('/commands?command=7');
    const drawer = within(await screen.findByRole('dialog', { name: /^pump\.speed to/ }));
    expect(await drawer.findByRole('button', { name: 'Release' })).toBeTruthy();
    fireEvent.click(drawer.getByRole('button', { name: 'Refuse' }));
    const question = within(await screen.findByRole('dialog', { name: /^Refuse pump\.speed to/ }));
    fireEvent.click(question.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('The command was refused.')).toBeTruthy();
    expect(await drawer.findByText(/by ada$/)).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Release' })).toBeNull();
  });

  test('has the second person release all that was sent at once, and names what could not be', async () => {
    const of = { state: 'awaiting release', dangerous: true, userId: 2 as never, username: 'bob' } as const;
    const [north, south] = pumps.map(({ assetId }) => assetId);
    list = [
      aCommand({ commandId: 7, assetId: north as never, ...of }),
      aCommand({ commandId: 8, assetId: south as never, ...of }),
      aCommand({ commandId: 9, assetId: south as never, ...of, userId: 3 as never, username: 'bobby' }),
    ];
    stub.on('GET /api/commands/7', () => ({ body: list[0] }));
    stub.on(commands.decideCommands, () => {
      list = [aCommand({ commandId: 7, assetId: north as never, ...of, state: 'queued' }), ...list.slice(1)];
      return { body: { decided: [list[0]], left: [{ commandId: 8, reason: 'bob may not send commands to it.' }] } };
    });
    await renderApp('/commands?command=7');
    const drawer = within(await screen.findByRole('dialog', { name: /^pump\.speed to/ }));
    expect(await drawer.findByText('It was sent to 2 assets at once, and has gone out to none of them.')).toBeTruthy();
    expect(asked().at(-1)?.searchParams.get('from')).toBe('2026-11-20T12:00:00.000Z');
    expect(drawer.getByRole('button', { name: 'Refuse all 2' })).toBeTruthy();
    fireEvent.click(drawer.getByRole('button', { name: 'Release all 2' }));
    const question = within(await screen.findByRole('dialog', { name: 'Release pump.speed to 2 assets?' }));
    expect(question.getByText(/^bob asked for it\. speed: 40\. It goes out to each/)).toBeTruthy();
    expect(question.getByText(/North\s+South/)).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Release all' }));
    expect(await screen.findByText('Released for one asset.')).toBeTruthy();
    expect(screen.getByText('Not released for one asset. South: bob may not send commands to it.')).toBeTruthy();
    const [decision] = stub.requests.filter(({ url }) => url.pathname === '/api/commands/decisions');
    expect(decision?.body).toEqual({ decision: 'release', commandIds: [7, 8] });
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Release all 2' })).toBeNull());
  });

  test.each([
    ['awaits its release', { state: 'awaiting release', dangerous: true }],
    ['waits for its device', { state: 'queued' }],
  ] as const)('lets who asked for a command take it back while it %s', async (_while, command) => {
    list = [aCommand({ commandId: 7, ...command })];
    stub.on('GET /api/commands/7', () => ({ body: list[0] }));
    await renderApp('/commands?command=7');
    const drawer = within(await screen.findByRole('dialog', { name: /^pump\.speed to/ }));
    expect(await drawer.findByRole('button', { name: 'Take back' })).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Release' })).toBeNull();
  });

  test('is for who may see commands, and sending for who may send', async () => {
    aPortal([6]);
    await renderApp('/commands');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    aPortal([6, permissionId('Commands', 'View')]);
    await renderApp('/commands');
    const table = within(await screen.findByRole('grid', { name: 'Commands' }));
    expect(await table.findByText('Verified')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send a command' })).toBeNull();
  });

  test('that could not be loaded says so', async () => {
    stub.on(commands.listCommands, { status: 503, body: { error: { code: 'busy', message: 'Busy.' } } });
    await renderApp('/commands');
    expect(await screen.findByText('The commands could not be loaded.')).toBeTruthy();
  });
});
