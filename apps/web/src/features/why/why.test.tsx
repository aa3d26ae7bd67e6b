import { auth, permissionId, type why } from '@telltale/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const AT = '2026-03-01T12:00:00.000Z';

const known = (differences: Partial<why.Why> = {}): why.Why =>
  ({
    assetId: 5,
    assetName: 'Pump 1',
    dataItemId: 7,
    label: 'Pressure',
    alias: '',
    unit: 'psi',
    description: '',
    scaling: null,
    calculation: null,
    at: null,
    value: { timestamp: Date.parse(AT), value: 41.5, isString: false, stringValue: null, quality: 192 },
    mayValue: true,
    origin: null,
    edits: [],
    alarms: [],
    command: null,
    mayCommands: true,
    lastHour: { times: [], values: [] },
    ...differences,
  }) as why.Why;

const PATH = '/api/ef/assets/5/dataitems/7/why';

function portal(answer: { status?: number; body?: unknown }) {
  return new PortalStub().on(auth.login, { body: aLogin() }).on(`GET ${PATH}`, answer);
}

describe('why a value is what it is', () => {
  it('says that an address leads to no value, and asks the portal for nothing', async () => {
    const stub = portal({ body: known() });
    for (const path of ['/assets/5/items/7/why?at=soon', '/assets/5/items/x/why', '/assets/0/items/7/why']) {
      await renderApp(path);
      expect(await screen.findByText('This address leads to no value.')).toBeTruthy();
    }
    expect(stub.requests.filter(({ url }) => url.pathname.endsWith('/why'))).toEqual([]);
  });

  it('says why nothing is known, and tries again', async () => {
    portal({ status: 404, body: { error: { code: 'not-found', message: 'The data item was not found.' } } });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('The data item was not found.')).toBeTruthy();
    portal({ body: known() });
    fireEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText('41.50')).toBeTruthy();
  });

  it('leads from a calculated value to each of its inputs, as they were at its moment', async () => {
    const pressure = { timestamp: Date.parse(AT) - 1_000, value: 3, isString: false, stringValue: null, quality: 192 };
    const calculation: why.WhyCalculation = {
      expression: '_Inlet / avg(_Hours, 60)',
      inputs: [
        { dataItemId: 8 as never, label: 'Inlet', alias: '', unit: 'bar', value: pressure },
        { dataItemId: 9 as never, label: 'Hours', alias: 'Run time', unit: '', value: null },
      ],
      functions: [{ text: 'avg(_Hours, 60)', value: null }],
      reason: '_Hours has no value',
      isAsCalculated: false,
    };
    portal({ body: known({ calculation }) });
    await renderApp('/assets/5/items/7/why');
    const inlet = await screen.findByRole('link', { name: 'Inlet' });
    expect(screen.getByRole('row', { name: 'Inlet 3.00 bar 1 s before it' })).toBeTruthy();
    expect(inlet.getAttribute('href')).toBe(`/assets/5/items/8/why?${new URLSearchParams({ at: AT })}`);
    expect(screen.getByRole('row', { name: /Run time - -/ })).toBeTruthy();
    expect(screen.getByText('No value: _Hours has no value.')).toBeTruthy();
    expect(screen.getByText(/It is not what the expression gives/)).toBeTruthy();
    // No device sent it.
    expect(screen.queryByText('Sent by')).toBeNull();
  });

  it('tells who may not see values what it is calculated from, and nothing that it does not know', async () => {
    const input = { dataItemId: 8 as never, label: 'Inlet', alias: '', unit: 'bar', value: null };
    const calculation = {
      expression: '_Inlet * 2',
      inputs: [input],
      functions: [],
      reason: null,
      isAsCalculated: true,
    };
    const withheld = { value: null, mayValue: false, edits: null, alarms: null, mayCommands: false, lastHour: null };
    portal({ body: known({ calculation, ...withheld }) }).on(auth.login, {
      body: aLogin([permissionId('DataItems', 'View')]),
    });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('You may not see this value.')).toBeTruthy();
    expect(screen.getByText('You may not see the values of what it is calculated from.')).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Inlet' })).toBeTruthy();
    expect(screen.queryByText(/- -/)).toBeNull();
    // A page that this reader may not open.
    expect(screen.queryByRole('link', { name: /dashboard/ })).toBeNull();
  });

  it('does not say that the sender of a past value is unknown to who may not see it', async () => {
    const permissions = [permissionId('DataItems', 'View'), permissionId('HistoricalDataItems', 'View')];
    portal({ body: known({ at: AT }) }).on(auth.login, { body: aLogin(permissions) });
    await renderApp(`/assets/5/items/7/why?${new URLSearchParams({ at: AT })}`);
    expect(await screen.findByText('Measured')).toBeTruthy();
    expect(screen.queryByText('Sent by')).toBeNull();
  });

  it('says that a gateway sent it where its reader may not see which', async () => {
    portal({ body: known({ origin: { received: AT, way: 'http', sender: null, text: null } }) });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('a gateway, over HTTP')).toBeTruthy();
  });

  describe('of the mean of a time', () => {
    const [from, to] = ['2026-03-01T11:00:00.000Z', '2026-03-01T12:00:00.000Z'];
    const address = `/assets/5/items/7/why?${new URLSearchParams({ from, to })}`;
    const s = (time: string) => Date.parse(time) / 1_000;
    const points = [
      [s('2026-03-01T11:10:00Z'), s('2026-03-01T11:20:00Z'), s('2026-03-01T11:50:00Z')],
      [30, 50, 40],
    ];

    function answered(figures: unknown[][], edits: why.WhyEdit[] = []) {
      const asked: URLSearchParams[] = [];
      const stub = portal({ body: known({ edits }) });
      stub.on('GET /api/historicaldata', ({ url }) => {
        asked.push(url.searchParams);
        return { body: url.searchParams.has('aggregate') ? figures : points };
      });
      return asked;
    }

    it('says that its values may not be seen, and offers no other try', async () => {
      const stub = portal({ body: known({ value: null, mayValue: false, edits: null, lastHour: null }) });
      const refused = { error: { code: 'forbidden', message: 'You are not allowed to do this.' } };
      stub.on('GET /api/historicaldata', { status: 403, body: refused });
      await renderApp(address);
      expect(await screen.findByText('You may not see the values of Pressure.')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /again/i })).toBeNull();
    });

    it('says of how many values it is made, and leads to those that stand out', async () => {
      const edit = { kind: 'edit', time: AT, user: 'ada', from: '2026-03-01T11:59:59.999Z', to, value: 3, points: 1 };
      const asked = answered(
        [[s(from)], [3], [120], [30], [50]],
        [{ ...edit, file: '', covers: false } as why.WhyEdit],
      );
      await renderApp(address);
      expect(await screen.findByText('40.00')).toBeTruthy();
      expect(screen.getByText('120.00 ÷ 3 = 40.00 psi')).toBeTruthy();
      expect(screen.getByText('3, without those of bad quality')).toBeTruthy();
      expect(screen.getByText(/^2026-03-01 11:00:00.*to 2026-03-01 12:00:00/)).toBeTruthy();
      const at = new URLSearchParams({ at: '2026-03-01T11:20:00.000Z' });
      expect(screen.getByRole('link', { name: /11:20:00/ }).getAttribute('href')).toBe(`/assets/5/items/7/why?${at}`);
      expect(screen.getByText('About this value:')).toBeTruthy();
      // Of a time the end is no part.
      expect(asked.map((query) => query.get('endTime')).sort()).toEqual(['2026-03-01T11:59:59.999Z', to]);
    });

    it('says that there are none', async () => {
      answered([[], [], [], [], []]);
      await renderApp(address);
      expect(await screen.findByText('None that can be reckoned with.')).toBeTruthy();
      expect(screen.queryByText('Mean')).toBeNull();
    });

    it.each([`?from=${from}`, `?to=${to}`, `?from=${to}&to=${from}`, `?from=${from}&to=soon`])(
      'and no value at the address %s',
      async (search) => {
        const asked = answered([]);
        await renderApp(`/assets/5/items/7/why${search}`);
        expect(await screen.findByText('This address leads to no value.')).toBeTruthy();
        expect(asked).toEqual([]);
      },
    );
  });

  it.each([
    [AT, 'at this moment'],
    ['2026-03-01T12:00:00.999Z', 'at this moment'],
    ['2026-03-01T12:03:00.000Z', '3 min before it'],
  ])('of a moment of the past, %s, says how old it was then, and never that it is of now', async (at, words) => {
    portal({ body: known({ at }) });
    await renderApp(`/assets/5/items/7/why?at=${at}`);
    const measured = (await screen.findByText('Measured')).nextElementSibling;
    expect(measured?.textContent).toBe(`2026-03-01 12:00:00 UTC (${words})`);
  });

  it('does not pretend to know what is not kept', async () => {
    portal({ body: known() });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText(/Not known: the portal keeps it with the current value/)).toBeTruthy();
    expect(screen.queryByText('The message')).toBeNull();
    expect(screen.getByText('Nothing was recorded in it.')).toBeTruthy();
    expect(screen.getByText('No alarm of this asset reads it.')).toBeTruthy();
  });

  it('tells how the portal scaled what was sent, and of how many readings', async () => {
    const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: -1.5, samples: 1 };
    portal({ body: known({ scaling: { ...scaling, of: 'asset', reading: 12.000000000000002 } }) });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('4 to 20 becomes 0 to 100, minus 1.5; 12 was sent')).toBeTruthy();
    expect(screen.getByText('psi, as it is stored once it is scaled')).toBeTruthy();
    portal({ body: known({ scaling: { ...scaling, of: 'definition', offset: 0, samples: 5, reading: null } }) });
    await renderApp('/assets/5/items/7/why');
    expect(
      await screen.findByText('As its definition says, 4 to 20 becomes 0 to 100; made of the mean of 5 readings'),
    ).toBeTruthy();
  });

  it('shows the step into the unit of the user, with the source of its factor, and everything else as it is stored', async () => {
    const login = aLogin();
    const attributes = [{ userId: 1, attributeName: 'units.pressure', attributeValue: 'bar' }];
    const edit = {
      kind: 'edit',
      time: AT,
      user: 'ada',
      from: AT,
      to: AT,
      value: 3,
      points: 1,
      file: '',
      covers: false,
    };
    const lastHour = { times: [Date.parse(AT) / 1_000 - 60, Date.parse(AT) / 1_000], values: [40, 41.5] };
    portal({ body: known({ edits: [edit] as why.WhyEdit[], lastHour }) }).on(auth.login, {
      body: { ...login, auth: { ...login.auth, user: { ...login.auth.user, attributes } } },
    });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('bar, as you chose: 41.5 psi × 0.06894757 = 2.861324 bar')).toBeTruthy();
    expect(screen.getByText(/^NIST SP 811 \(2008\), Appendix B\. psi: B\.8: pound-force per square inch/)).toBeTruthy();
    expect(screen.getByText('2.861')).toBeTruthy();
    expect(screen.getByText('psi, as it is sent and stored')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'From 2.758 to 2.861 bar' })).toBeTruthy();
    expect(screen.getByText(/ada set one point to 3 psi/)).toBeTruthy();
  });

  it('leaves out what the user may not see', async () => {
    const nothing = { value: null, mayValue: false, edits: null, alarms: null, lastHour: null, mayCommands: false };
    portal({ body: known(nothing) });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findByText('You may not see this value.')).toBeTruthy();
    for (const part of ['Edits and imports', 'Alarms that go by it', 'Last command', 'The hour before', 'Measured']) {
      expect(screen.queryByText(part)).toBeNull();
    }
  });

  it('tells message, sender, delay, edits, alarms and command', async () => {
    const edit = { kind: 'edit', time: AT, user: 'ada', from: AT, to: AT, value: 3, points: 1, file: '', covers: true };
    const file = { ...edit, kind: 'import', value: null, points: 9, file: 'notes.csv', covers: false };
    portal({
      body: known({
        alias: 'Annulus',
        origin: { received: '2026-03-01T12:05:00.000Z', way: 'gateway', sender: 'Field', text: '{"Pressure":41.5}' },
        edits: [edit, file] as why.WhyEdit[],
        alarms: [{ alarmDefinitionId: 1, name: 'High', reason: 'Too much', severity: 7, isOpen: true }] as never,
        command: {
          ...{ commandId: 12, templateName: 'Set pressure', state: 'no effect', created: AT, user: 'bob' },
          command: '{"module":"pump","command":"set","parameter":{"Pressure":4}}',
        },
        lastHour: { times: [Date.parse(AT) / 1_000 - 60, Date.parse(AT) / 1_000], values: [40, 41.5] },
      }),
    });
    await renderApp(`/assets/5/items/7/why?at=${AT}`);
    expect(await screen.findByText(/5 min after it was measured/)).toBeTruthy();
    expect(screen.getByText('the gateway Field, over MQTT')).toBeTruthy();
    expect(screen.getByText('{"Pressure":41.5}')).toBeTruthy();
    expect(screen.getByText(/which this asset calls Annulus/)).toBeTruthy();
    expect(screen.getByText('About this value:').parentElement?.textContent).toContain('ada set one point to 3');
    expect(screen.getByText(/notes.csv was imported, 9 points of the asset/)).toBeTruthy();
    expect(screen.getByText('open')).toBeTruthy();
    const command = screen.getByText('Last command').nextElementSibling;
    expect(command?.textContent).toMatch(/^Set pressure Pressure: 4No effect, asked for by bob, 2026-03-01 /);
    expect(screen.getByRole('link', { name: 'Set pressure' }).getAttribute('href')).toBe('/commands?command=12');
    expect(screen.getByRole('img', { name: 'From 40 to 41.5 psi' })).toBeTruthy();
  });

  it('shows a text of a device as text', async () => {
    const text = '<img src=x onerror="window.hacked=1">';
    const value = { timestamp: Date.parse(AT), value: null, isString: true, stringValue: text, quality: 0 };
    portal({ body: known({ value, origin: { received: AT, way: 'mqtt', sender: '', text } }) });
    await renderApp('/assets/5/items/7/why');
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('bad: alarms do not go by it (0)')).toBeTruthy();
  });
});
