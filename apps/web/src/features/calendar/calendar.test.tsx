import { auth, calendar, calendarFeeds, events, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let entries: calendar.MaintenanceEntry[];
const may = (...actions: ('View' | 'Create' | 'Modify' | 'Delete')[]) =>
  actions.map((action) => permissionId('Events', action));
const ALL = [...may('View', 'Create', 'Modify', 'Delete'), permissionId('Assets', 'View')];

function anEntry(eventId: number, timestamp: string, part: object = {}): calendar.MaintenanceEntry {
  const type = 'Pod 1: Valve Top';
  const entry = { eventId, assetId: 3, assetDefinitionId: 5, assetName: 'Pump 3', eventDefinitionId: 8, type };
  return {
    ...entry,
    timestamp,
    cause: '',
    meta: '',
    status: 1,
    user: 'ada',
    repeat: null,
    forecast: null,
    ...part,
  } as calendar.MaintenanceEntry;
}

function aPortal(permissions: readonly number[] = ALL): void {
  const zone = { attributeName: 'timeZone', attributeValue: 'Europe/Berlin' };
  const login = aLogin(permissions);
  login.auth.user.attributes.push(zone as never);
  const kinds = [
    { eventDefinitionId: 8, name: 'Pod 1: Valve Top', category: 1, reasonExpanded: { options: ['VT-100', 'VT-200'] } },
    { eventDefinitionId: 9, name: 'Oil change', category: 1, reasonExpanded: { options: [] } },
    { eventDefinitionId: 10, name: 'Spill', category: 2, reasonExpanded: { options: [] } },
  ].map((kind) => ({ assetDefinitionId: 5, alias: '', reason: '', ...kind }));
  stub = new PortalStub()
    .on(auth.login, { body: login })
    .on(calendar.listMaintenance, () => ({
      body: { entries, isCut: false, types: ['Oil change', 'Pod 1: Valve Top'] },
    }))
    .on('GET /api/ef/assets', { body: [{ assetId: 3, assetAlias: 'Pump 3', assetDefinitionId: 5, attributes: [] }] })
    .on(events.listEventDefinitions, { body: kinds })
    .on(events.putEvents, ({ body }) => ({ body: [{ eventId: 77, ...(body as object[])[0] }] }));
}

const asked = (path: string) => stub.requests.filter(({ url }) => url.pathname === path);
const puts = () => stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const grid = () => screen.findByRole('table');
const focusedDay = () => (document.activeElement as HTMLElement | null)?.dataset.day;

beforeEach(() => {
  localStorage.clear();
  entries = [anEntry(1, '2026-10-24T06:00:00.000Z'), anEntry(2, '2026-10-24T09:00:00.000Z', { status: 3 })];
  aPortal();
});

describe('the calendar of maintenance', () => {
  test('shows a month on the clock of its user, with the words of each status, and asks for no more', async () => {
    await renderApp('/maintenance?day=2026-10-24&asset=3&statuses=1,3');
    const pick = await screen.findByRole('button', { name: 'Saturday 24 October 2026, 2 maintenance' });
    const day = pick.closest('td') as HTMLElement;
    expect(within(day).getByRole('button', { name: '08:00 Pod 1: Valve Top Pump 3, Requested' })).toBeTruthy();
    expect(within(day).getByRole('button', { name: '11:00 Pod 1: Valve Top Pump 3, Completed' })).toBeTruthy();
    const [request] = asked('/api/maintenance/calendar');
    // Six weeks, of which one has 25 hours more than seven days less one.
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      from: '2026-09-27T22:00:00.000Z',
      to: '2026-11-01T22:59:59.999Z',
      assetId: '3',
      statuses: '1,3',
    });
  });

  test('is narrowed by status and type, and the address says how', async () => {
    await renderApp('/maintenance?day=2026-10-24');
    await grid();
    fireEvent.click(screen.getByRole('checkbox', { name: 'In Progress' }));
    await waitFor(() => expect(currentAddress()).toContain('statuses=2'));
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('combobox', { name: 'Type' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Oil change', hidden: true }));
    await waitFor(() => expect(currentAddress()).toContain('type=Oil+change'));
    entries = [];
    fireEvent.click(screen.getByRole('radio', { name: 'Agenda' }));
    expect(await screen.findByText('No maintenance is like that.')).toBeTruthy();
  });

  test('goes from day to day, to other months, and opens by keyboard', async () => {
    await renderApp('/maintenance?day=2026-10-24');
    const days = await grid();
    within(days)
      .getByRole('button', { name: /^Saturday 24 October/ })
      .focus();
    for (const [key, day] of [
      ['ArrowRight', '2026-10-25'],
      ['ArrowDown', '2026-11-01'],
      ['PageUp', '2026-10-01'],
      ['End', '2026-10-04'],
      ['Home', '2026-09-28'],
      ['PageDown', '2026-10-28'],
    ] as const) {
      fireEvent.keyDown(document.activeElement as Element, { key });
      await waitFor(() => expect(focusedDay()).toBe(day));
    }
    expect(currentAddress()).toContain('day=2026-10-28');
    // Of several on a day Enter leads to the first, and its own Enter is a press.
    fireEvent.click(within(days).getByRole('button', { name: /^Saturday 24 October/ }));
    await within(days).findByRole('button', { name: /^Saturday 24 October/, pressed: true });
    fireEvent.keyDown(within(days).getByRole('button', { name: /^Saturday 24 October/ }), { key: 'Enter' });
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.entry).toBe('1'));
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect((document.activeElement as HTMLElement).dataset.entry).toBe('2');
    fireEvent.click(document.activeElement as Element);
    const editor = await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' });
    expect(currentAddress()).toContain('entry=2');
    fireEvent.keyDown(editor, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAddress()).not.toContain('entry');
  });

  test('moves a maintenance by keyboard, at the same time of day over a change of the clock', async () => {
    await renderApp('/maintenance?day=2026-10-24');
    const chip = await screen.findByRole('button', { name: /08:00 Pod 1/ });
    chip.focus();
    fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(puts()).toEqual([[{ eventId: 1, assetId: 3, timestamp: '2026-10-25T07:00:00.000Z' }]]));
    expect(await screen.findByText('Pod 1: Valve Top moved to Sunday 25 October 2026')).toBeTruthy();
  });

  test('says why it cannot be had, and lets one try again', async () => {
    stub.on(calendar.listMaintenance, {
      status: 503,
      body: { error: { code: 'busy', message: 'The portal is busy.' } },
    });
    await renderApp('/maintenance');
    expect(await screen.findByText('The calendar could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The portal is busy.')).toBeTruthy();
  });

  test('is out of reach without the permission, and to be looked at only without more', async () => {
    aPortal(may('View'));
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const editor = await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' });
    expect(within(editor).getByText(/You may look at it and not change it/)).toBeTruthy();
    expect(within(editor).queryByRole('button', { name: 'Apply' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New Maintenance' })).toBeNull();
    aPortal([permissionId('Assets', 'View')]);
    await renderApp('/maintenance');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(asked('/api/maintenance/calendar')).toEqual([]);
  });
});

describe('the editor beside it', () => {
  test('only shows what the portal noted of a part that is overdue', async () => {
    entries = [anEntry(4, '2026-10-24T06:00:00.000Z', { type: 'Maintenance overdue', cause: 'Pod 1: 310 of 300' })];
    await renderApp('/maintenance?day=2026-10-24&entry=4');
    const editor = within(await screen.findByRole('dialog', { name: 'Maintenance overdue' }));
    expect(editor.getByText(/it is completed when the part is done/)).toBeTruthy();
    expect(editor.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(editor.queryByRole('textbox', { name: 'Additional Comments' })).toBeNull();
    const chip = screen.getByRole('button', { name: /Maintenance overdue/ });
    chip.focus();
    fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true });
    expect(puts()).toEqual([]);
  });

  test('plans a maintenance: type and status are required, Save comes with the first change', async () => {
    await renderApp('/maintenance?day=2026-10-26');
    fireEvent.keyDown(await screen.findByRole('button', { name: /^Monday 26 October/ }), { key: 'n' });
    const editor = within(await screen.findByRole('dialog', { name: 'New Maintenance' }));
    expect(editor.queryByRole('button', { name: 'Save' })).toBeNull();
    fireEvent.click(editor.getByRole('combobox', { name: /Asset/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Pump 3', hidden: true }));
    fireEvent.click(await editor.findByRole('button', { name: 'Save' }));
    expect(await editor.findByText('Choose an event type.')).toBeTruthy();
    expect(editor.getByText('Choose a status.')).toBeTruthy();
    expect(puts()).toEqual([]);

    const type = await editor.findByRole('combobox', { name: /Event type/ });
    await within(type).findByRole('option', { name: 'Oil change' });
    expect(within(type).queryByRole('option', { name: 'Spill' })).toBeNull();
    fireEvent.change(type, { target: { value: '8' } });
    fireEvent.change(editor.getByRole('combobox', { name: /Status/ }), { target: { value: '1' } });
    fireEvent.change(await editor.findByRole('combobox', { name: 'Part Number' }), { target: { value: 'VT-200' } });
    fireEvent.change(editor.getByRole('textbox', { name: 'Comments' }), { target: { value: ' Bring a wrench ' } });
    fireEvent.click(editor.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(puts()).toEqual([
        [
          {
            assetId: 3,
            eventDefinitionId: 8,
            // Eight in the morning of the user's zone.
            timestamp: '2026-10-26T07:00:00.000Z',
            status: 1,
            comment: 'Bring a wrench',
            meta: '{"details":{"selection":"VT-200"}}',
          },
        ],
      ]),
    );
    await waitFor(() => expect(currentAddress()).toContain('entry=77'));
  });

  test('sends what was changed and nothing else, and adds to comments', async () => {
    entries = [anEntry(1, '2026-10-24T06:00:12.345Z', { cause: 'Seal sweats', meta: '{"hours":3}' })];
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const editor = within(await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' }));
    expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull();
    fireEvent.change(editor.getByRole('textbox', { name: 'Additional Comments' }), { target: { value: 'Changed it' } });
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(puts()).toEqual([
        [
          {
            eventId: 1,
            assetId: 3,
            comment: 'Changed it',
          },
        ],
      ]),
    );
    await waitFor(() => expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull());
    const type = await editor.findByRole('combobox', { name: /Event type/ });
    await within(type).findByRole('option', { name: 'Oil change' });
    fireEvent.change(type, { target: { value: '9' } });
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts().at(-1)).toEqual([{ eventId: 1, assetId: 3, eventDefinitionId: 9 }]));
    await waitFor(() => expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull());
  });

  test('leaves out metadata that is no JSON, and keeps what was typed', async () => {
    entries = [anEntry(1, '2026-10-24T06:00:00.000Z', { meta: '{"hours":3}' })];
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const editor = within(await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' }));
    fireEvent.click(editor.getByRole('radio', { name: 'JSON' }));
    const text = editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Metadata as JSON' });
    fireEvent.change(text, { target: { value: '{"hours": 4, "by' } });
    expect(editor.getByText('The text is no valid JSON: it is left out until it is.')).toBeTruthy();
    expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull();
    fireEvent.click(editor.getByRole('radio', { name: 'Fields' }));
    fireEvent.change(editor.getByRole('textbox', { name: 'hours' }), { target: { value: '5' } });
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts()).toMatchObject([[{ meta: '{"hours":5}', metaBefore: '{"hours":3}' }]]));
    fireEvent.click(editor.getByRole('radio', { name: 'JSON' }));
    const kept = editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Metadata as JSON' });
    expect(kept.value).toBe('{"hours": 4, "by');
    fireEvent.change(kept, { target: { value: '{"hours": 6}' } });
    expect(editor.queryByText(/no valid JSON/)).toBeNull();
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts().at(-1)).toMatchObject([{ meta: '{"hours": 6}' }]));
  });

  test('asks before changes are lost', async () => {
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const editor = within(await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' }));
    fireEvent.change(editor.getByRole('combobox', { name: /Status/ }), { target: { value: '2' } });
    fireEvent.click(screen.getByRole('button', { name: /11:00 Pod 1/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes' }));
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(currentAddress()).toContain('entry=1');
    expect(editor.getByRole<HTMLSelectElement>('combobox', { name: /Status/ }).value).toBe('2');
  });
});

describe('maintenance that comes again', () => {
  const monthly = { unit: 'month', every: 1, zone: 'Europe/Berlin', end: { kind: 'never' } };
  const put = { method: 'PUT', path: '/api/maintenance/series' } as const;

  test('is changed alone, or with all that follow it', async () => {
    entries = [anEntry(1, '2026-10-24T06:00:00.000Z', { repeat: monthly })];
    stub.on(put, { body: { eventId: 1, planned: 3 } });
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const editor = within(await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' }));
    expect(editor.queryByRole('radio', { name: 'This one' })).toBeNull();
    fireEvent.change(editor.getByRole('textbox', { name: 'Comments' }), { target: { value: 'Thick oil' } });
    expect(editor.getByRole<HTMLInputElement>('radio', { name: 'This one' }).checked).toBe(true);
    fireEvent.click(editor.getByRole('radio', { name: 'This and following' }));
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts()).toMatchObject([{ eventId: 1, comment: 'Thick oil', repeat: monthly }]));
    expect(puts()[0]).not.toHaveProperty('eventDefinitionId');

    // Another rhythm is one of all that follow.
    await waitFor(() => expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull());
    fireEvent.change(editor.getByRole('combobox', { name: 'Ends' }), { target: { value: 'after' } });
    expect(editor.getByRole<HTMLInputElement>('radio', { name: 'This one' }).disabled).toBe(true);
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(puts().at(-1)).toMatchObject({ eventId: 1, repeat: { ...monthly, end: { kind: 'after', count: 10 } } }),
    );
    await waitFor(() => expect(editor.queryByRole('button', { name: 'Apply' })).toBeNull());
    fireEvent.change(editor.getByRole('combobox', { name: 'Repeat' }), { target: { value: '' } });
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts().at(-1)).toMatchObject({ eventId: 1, repeat: null }));
  });
});

describe('maintenance by a counter', () => {
  const byHours = { unit: 'counter', counter: 'Pump Hours', every: 300, zone: 'Europe/Berlin', end: { kind: 'never' } };
  const forecast = { kind: 'due', counter: 'Pump Hours', interval: 300, used: 212, perDay: 9.2, fault: null };
  const series = { method: 'PUT', path: '/api/maintenance/series' } as const;

  test('is planned with what the schedule of the asset says, and opens where its counter has it', async () => {
    aPortal([...ALL, permissionId('HistoricalDataItems', 'View'), permissionId('DataItems', 'View')]);
    const parts = [{ eventDefinitionId: 8, counter: 'Stroke Counts', counterName: 'Strokes', interval: 2_000_000 }];
    const items = [{ dataItemId: 1, label: 'Run Hours', alias: 'Hours of running' }];
    stub
      .on('GET /api/ef/assets/3/functions/maintenance', { body: { assetId: 3, at: '', fault: null, parts } })
      .on('GET /api/ef/assets/3/definition', { body: { slots: [], dataItemDefinitions: items } })
      .on(series, { body: { eventId: 78, planned: 0, timestamp: '2026-11-12T07:00:00.000Z' } });
    await renderApp('/maintenance?day=2026-10-26&asset=3&entry=new');
    const editor = within(await screen.findByRole('dialog', { name: 'New Maintenance' }));
    const type = await editor.findByRole('combobox', { name: /Event type/ });
    await within(type).findByRole('option', { name: 'Oil change' });
    fireEvent.change(type, { target: { value: '8' } });
    fireEvent.change(editor.getByRole('combobox', { name: /Status/ }), { target: { value: '1' } });
    fireEvent.focus(editor.getByRole('combobox', { name: 'Repeat' }));
    await waitFor(() => expect(asked('/api/ef/assets/3/functions/maintenance')).toHaveLength(1));
    await screen.findByRole('dialog', { name: 'New Maintenance' });
    fireEvent.change(editor.getByRole('combobox', { name: 'Repeat' }), { target: { value: 'counter' } });
    expect(await editor.findByText(/Its day will follow from its counter/)).toBeTruthy();
    const counter = await editor.findByRole<HTMLInputElement>('combobox', { name: /Counter/ });
    // People read what the asset calls it, and find it by its label as well; what is kept is the label.
    expect(counter.value).toBe('Strokes');
    fireEvent.change(counter, { target: { value: 'run h' } });
    expect(await screen.findByRole('option', { name: 'Hours of running', hidden: true })).toBeTruthy();
    fireEvent.change(counter, { target: { value: 'hours of Running' } });
    expect(counter.value).toBe('hours of Running');
    const between = await editor.findByRole('textbox', { name: 'Hours of running between two' });
    fireEvent.change(between, { target: { value: '500' } });
    expect(within(editor.getByRole('combobox', { name: 'Ends' })).queryByText('On a day')).toBeNull();
    fireEvent.click(editor.getByRole('button', { name: 'Save' }));
    const repeat = { ...byHours, counter: 'Run Hours', every: 500 };
    await waitFor(() => expect(puts()).toMatchObject([{ assetId: 3, eventDefinitionId: 8, status: 1, repeat }]));
    await waitFor(() => expect(currentAddress()).toContain('day=2026-11-12'));
  });

  test('is drawn as a forecast, stays where it is, and is done at the time at which it is done', async () => {
    entries = [anEntry(1, '2026-10-24T06:00:00.000Z', { repeat: byHours, forecast })];
    await renderApp('/maintenance?day=2026-10-24&entry=1');
    const chip = await screen.findByRole('button', { name: '08:00 Pod 1: Valve Top Pump 3, Requested, forecast' });
    expect(chip.title).toContain('Forecast: 212 of 300 Pump Hours, at 9.2 a day');
    chip.focus();
    fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true });
    const editor = within(await screen.findByRole('dialog', { name: 'Pod 1: Valve Top' }));
    expect(editor.getByText('Forecast: 212 of 300 Pump Hours, at 9.2 a day')).toBeTruthy();
    const when = () => editor.getByLabelText<HTMLInputElement>(/Date and time/);
    expect(when().readOnly).toBe(true);
    fireEvent.change(editor.getByRole('combobox', { name: /Status/ }), { target: { value: '3' } });
    expect([when().readOnly, when().value.slice(0, 10)]).not.toEqual([true, '2026-10-24']);
    fireEvent.change(when(), { target: { value: '2026-10-20T10:00' } });
    expect(editor.queryByRole('radio', { name: 'This and following' })).toBeNull();
    fireEvent.click(editor.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts()).toMatchObject([[{ status: 3, timestamp: '2026-10-20T08:00:00.000Z' }]]));
  });

  test('says in the agenda why it stands there, and is overdue by its counter alone', async () => {
    const due = { ...forecast, kind: 'overdue', used: 310 };
    const still = { ...forecast, kind: 'still', perDay: 0 };
    entries = [
      anEntry(1, '2026-10-24T06:00:00.000Z', { repeat: byHours, forecast: due }),
      anEntry(2, '2026-10-24T07:00:00.000Z', { repeat: byHours, forecast: still }),
    ];
    await renderApp('/maintenance?day=2026-10-24&view=agenda');
    expect(await screen.findByRole('button', { name: /Due: 310 of 300 Pump Hours.*Requested, overdue/ })).toBeTruthy();
    const parked = screen.getByRole('button', { name: /No forecast, Pump Hours stands still/ });
    expect(parked.textContent).not.toContain('overdue');
  });
});

describe('calendar feeds', () => {
  const feed = { feedId: 4, name: 'Phone', filter: {}, created: '2026-10-01T00:00:00.000Z', lastUsed: null };
  const path = 'http://portal.test/api/calendars/';

  test('are made of what is shown, with the address this once, renewed and ended', async () => {
    let feeds: object[] = [];
    stub
      .on(calendarFeeds.listCalendarFeeds, () => ({ body: feeds }))
      .on(calendarFeeds.createCalendarFeed, () => {
        feeds = [feed];
        return { body: { ...feed, address: `${path}first.ics` } };
      })
      .on({ method: 'POST', path: '/api/calendarfeeds/4/renew' }, { body: { ...feed, address: `${path}second.ics` } })
      .on('DELETE /api/calendarfeeds/4', () => {
        feeds = [];
        return { body: { feedId: 4 } };
      });
    await renderApp('/maintenance?day=2026-10-24&statuses=1,2&type=Oil+change');
    fireEvent.click(await screen.findByRole('button', { name: 'Calendar feeds' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Calendar feeds' }));
    expect(await dialog.findByText('There is no feed yet.')).toBeTruthy();
    expect(
      dialog.getByText('It tells Requested or In Progress, Oil change, as the calendar is narrowed now.'),
    ).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Name of a new feed/ }), { target: { value: 'Phone' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Make feed' }));
    expect(await dialog.findByText(`${path}first.ics`)).toBeTruthy();
    const posts = () => stub.requests.filter(({ method }) => method === 'POST');
    expect(posts()[0]?.body).toEqual({
      name: 'Phone',
      filter: { statuses: [1, 2], type: 'Oil change' },
      zone: 'Europe/Berlin',
    });
    const answer = async (act: string, title: string, label: string) => {
      fireEvent.click(await dialog.findByRole('button', { name: act }));
      const question = within(await screen.findByRole('dialog', { name: title }));
      fireEvent.click(question.getByRole('button', { name: label }));
    };
    expect(await dialog.findByText('all maintenance in your sight; not asked for yet')).toBeTruthy();
    await answer('Renew Phone', 'Renew feed', 'Renew');
    expect(await dialog.findByText(`${path}second.ics`)).toBeTruthy();
    await answer('End Phone', 'End feed', 'End feed');
    expect(await dialog.findByText('There is no feed yet.')).toBeTruthy();
    expect(dialog.queryByText(`${path}second.ics`)).toBeNull();
  });
});
