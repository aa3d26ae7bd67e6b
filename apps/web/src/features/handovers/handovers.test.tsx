import { auth, handovers, ownership, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let handover: handovers.Handover;
const EVENTS = ['View', 'Create', 'Modify'].map((action) => permissionId('Events', action as 'View'));

function aHandover(): handovers.Handover {
  const summary = {
    handoverId: 7,
    adminId: 1,
    unitName: 'North field',
    shift: 'Night',
    zone: 'Europe/Berlin',
    from: '2026-10-24T20:00:00.000Z',
    to: null,
    shiftEnd: '2026-10-25T05:00:00.000Z',
    state: 'running',
    leaving: null,
    coming: null,
  };
  const line = {
    key: '1',
    time: '2026-10-24T22:10:00.000Z',
    until: null,
    assetId: 3,
    assetName: 'Pump 3',
    title: 'Hot',
    state: 'acknowledged',
    text: '_Temp > 90',
    user: 'ada',
    severity: 7,
    isLate: true,
    cause: {
      alarmDefinitionId: 12,
      raised: '2026-10-24T23:00:00.000Z',
      causeNumbers: [{ start: 8, end: 10, dataItemId: 40, unit: '°C' }],
    },
  };
  return {
    ...summary,
    remark: '',
    isPartial: false,
    texts: handovers.handoverSections.map((section) => ({ section, text: '', version: 0, user: '', time: null })),
    sections: handovers.handoverSections.map((section) => ({
      section,
      lines: section === 'open' ? [line] : [],
      isCut: false,
    })),
  } as unknown as handovers.Handover;
}

function aPortal(permissions: readonly number[] = EVENTS): void {
  handover = aHandover();
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(ownership.listAdminUnits, { body: [] })
    .on('GET /api/adminunits/1/handovers', () => ({ body: { total: 1, handovers: [handover] } }))
    .on('GET /api/handovers/7', () => ({ body: handover }));
}

const onPut = (path: string, answer: Parameters<PortalStub['on']>[1]) =>
  stub.on({ method: 'PUT', path } as never, answer);
const onPost = (path: string, answer: Parameters<PortalStub['on']>[1]) =>
  stub.on({ method: 'POST', path } as never, answer);
const texts = '/api/handovers/7/texts/summary';
const putBodies = () => stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const theSummary = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Summary of the shift' });

beforeEach(() => {
  localStorage.clear();
  aPortal();
});

describe('the handovers of a unit', () => {
  test('are listed on the clock of the unit, with their true length', async () => {
    handover = { ...handover, state: 'accepted', to: '2026-10-25T05:00:00.000Z' };
    handover.leaving = { user: 'ada', time: handover.to as string };
    handover.coming = { user: 'bo', time: handover.to as string };
    await renderApp('/handovers');
    const list = within(await screen.findByRole('list', { name: 'Handovers' }));
    const link = await list.findByRole('link', { name: 'Night, 2026-10-24 22:00 GMT+2 to 2026-10-25 06:00 GMT+1' });
    expect(list.getByText('Handed over by ada to bo')).toBeTruthy();
    fireEvent.click(link);
    expect(await screen.findByRole('heading', { name: 'Handover: Night' })).toBeTruthy();
    // Eight hours on the wall, nine in truth.
    expect(screen.getByText(/North field .* 9 h/)).toBeTruthy();
  });

  test('begin with a first one, and say why they cannot be had', async () => {
    stub.on('GET /api/adminunits/1/handovers', { body: { total: 0, handovers: [] } });
    onPost('/api/adminunits/1/handovers', { body: handover });
    await renderApp('/handovers');
    fireEvent.click(await screen.findByRole('button', { name: 'Begin the first' }));
    expect(await screen.findByRole('heading', { name: 'Handover: Night' })).toBeTruthy();
    stub.on('GET /api/adminunits/1/handovers', { status: 503, body: { error: { code: 'busy', message: 'Busy.' } } });
    await renderApp('/handovers');
    expect(await screen.findByText('The handovers could not be loaded.')).toBeTruthy();
  });
});

describe('a handover', () => {
  test('tells what happened, and leads to it', async () => {
    handover = { ...handover, isPartial: true };
    await renderApp('/handovers/7');
    const open = within(await screen.findByRole('region', { name: 'Still open' }));
    expect(open.getByRole('link', { name: 'Pump 3' }).getAttribute('href')).toBe('/assets/3/timeline');
    for (const text of ['Hot', 'acknowledged by ada', '_Temp > 90', 'came late'])
      expect(open.getByText(text)).toBeTruthy();
    // The line is of when it was raised first, its cause of when it was raised last, and of whose values it told then.
    const raisedMs = Date.parse('2026-10-24T23:00:00.000Z');
    expect(open.getByText('_Temp > 90').dataset.why).toBe(`alarm 3-12@${raisedMs} of 40`);
    expect(screen.getByText('No command was sent.')).toBeTruthy();
    expect(screen.getByText('What happened to assets that you do not see is left out.')).toBeTruthy();
  });

  test('keeps what is typed', async () => {
    const saved = { section: 'summary', text: 'Quiet.', version: 1, user: 'ada', time: handover.from };
    onPut(texts, { body: saved });
    await renderApp('/handovers/7');
    fireEvent.change(await theSummary(), { target: { value: 'Quiet.' } });
    expect(await screen.findByText('Saved, last by ada')).toBeTruthy();
    expect(putBodies()).toEqual([{ text: 'Quiet.', version: 0 }]);
  });

  test('shows what somebody else wrote in between, and loses neither', async () => {
    const theirs = { section: 'summary', text: 'Pump 3 stopped.', version: 4, user: 'bo', time: handover.from };
    const conflict = { error: { code: 'conflict', message: 'bo wrote here in the meantime.', details: theirs } };
    onPut(texts, ({ body }) => {
      const sent = body as { text: string; version: number };
      return sent.version === 4
        ? { body: { ...theirs, text: sent.text, version: 5, user: 'ada' } }
        : { status: 409, body: conflict };
    });
    await renderApp('/handovers/7');
    fireEvent.change(await theSummary(), { target: { value: 'Quiet.' } });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Pump 3 stopped.')).toBeTruthy();
    expect((await theSummary()).value).toBe('Quiet.');
    fireEvent.click(alert.getByRole('button', { name: 'Keep both' }));
    expect((await theSummary()).value).toBe('Pump 3 stopped.\nQuiet.');
    expect(await screen.findByText('Saved, last by ada')).toBeTruthy();
    expect(putBodies().at(-1)).toEqual({ text: 'Pump 3 stopped.\nQuiet.', version: 4 });
  });

  test('has what could not be saved after a reload', async () => {
    onPut(texts, { status: 503, body: { error: { code: 'busy', message: 'The portal is busy.' } } });
    await renderApp('/handovers/7');
    fireEvent.change(await theSummary(), { target: { value: 'Do not lose this.' } });
    expect(await screen.findByText('Not saved. The portal is busy.')).toBeTruthy();
    await renderApp('/handovers/7');
    await waitFor(() =>
      expect(screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Summary of the shift' }).at(-1)?.value).toBe(
        'Do not lose this.',
      ),
    );
  });

  test('shows nobody else at the same browser what was typed and not saved', async () => {
    const others = ['telltale.handover.7.summary', 'telltale.handover.99.7.summary'];
    for (const key of others) localStorage.setItem(key, JSON.stringify({ text: 'Of somebody else.', version: 0 }));
    await renderApp('/handovers/7');
    expect((await theSummary()).value).toBe('');
    for (const key of others) localStorage.removeItem(key);
  });

  test('is signed by the one who leaves, after a question', async () => {
    onPost('/api/handovers/7/sign', () => {
      const by = { user: 'ada', time: '2026-10-25T05:00:00.000Z' };
      handover = { ...handover, state: 'signed', to: by.time, leaving: by };
      return { body: handover };
    });
    await renderApp('/handovers/7');
    fireEvent.click(await screen.findByRole('button', { name: 'Hand over' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign and hand over' }));
    expect(await screen.findByText('Signed by ada, to be accepted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Take the signature back' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('is accepted by another', async () => {
    handover = { ...handover, state: 'signed', to: handover.from, leaving: { user: 'bo', time: handover.from } };
    onPost('/api/handovers/7/accept', { status: 409, body: { error: { code: 'conflict', message: 'Too late.' } } });
    await renderApp('/handovers/7');
    fireEvent.click(await screen.findByRole('button', { name: 'Take over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take over' }));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' Seen. ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign and take over' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Too late.');
    expect(stub.requests.at(-1)?.body).toEqual({ remark: 'Seen.' });
    onPost('/api/handovers/7/accept', { body: handover });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign and take over' }));
    expect(await screen.findByRole('heading', { name: 'Handovers' })).toBeTruthy();
  });

  test('can be read, and not written or signed, without the right to', async () => {
    aPortal([permissionId('Events', 'View')]);
    await renderApp('/handovers/7');
    expect(await screen.findByRole('button', { name: 'Print' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });
});

describe('shift times', () => {
  const plan = { adminId: 1, zone: 'UTC', shifts: [{ name: 'Day', startMinute: 360 }], isUsual: false, version: 'a' };
  beforeEach(() => {
    aPortal([...EVENTS, permissionId('AdminUnits', 'Modify')]);
    stub.on('GET /api/adminunits/1/shifts', { body: plan });
  });

  test('are set by names and times of day', async () => {
    onPut('/api/adminunits/1/shifts', ({ body }) => ({ body: { ...plan, ...(body as object) } }));
    await renderApp('/handovers/shifts');
    fireEvent.click(await screen.findByRole('button', { name: 'Add shift' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of shift 2' }), { target: { value: 'Night' } });
    fireEvent.change(screen.getByLabelText('Shift 2 begins at'), { target: { value: '18:30' } });
    expect(screen.getByText(/Each shift lasts until the next one begins. Now: (Day|Night), 1[12] h/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save shift times' }));
    const shifts = [...plan.shifts, { name: 'Night', startMinute: 1110 }];
    await waitFor(() => expect(putBodies()).toEqual([{ zone: 'UTC', shifts, expectedVersion: 'a' }]));
    expect(await screen.findByText(/The shift times are saved/)).toBeTruthy();
  });

  test('that somebody else has set meanwhile are shown before they go', async () => {
    const theirs = { ...plan, zone: 'Asia/Tokyo', version: 'b' };
    onPut('/api/adminunits/1/shifts', ({ body }) =>
      (body as { expectedVersion: string }).expectedVersion === 'b'
        ? { body: { ...plan, version: 'c' } }
        : {
            status: 409,
            body: { error: { code: 'conflict', message: 'Changed meanwhile.', details: { plan: theirs } } },
          },
    );
    await renderApp('/handovers/shifts');
    const name = await screen.findByRole('textbox', { name: 'Name of shift 1' });
    fireEvent.change(name, { target: { value: 'Early' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save shift times' }));
    const difference = await screen.findByRole('table', { name: 'Where the two differ' });
    const cells = [...difference.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['Time zone', 'Asia/Tokyo', 'UTC'],
      ['Day', '06:00', 'none'],
      ['Early', 'none', '06:00'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(putBodies()).toMatchObject([{ expectedVersion: 'a' }, { expectedVersion: 'b' }]));
    expect(await screen.findByRole('button', { name: 'Save shift times' })).toBeTruthy();
  });

  test('are no longer the usual ones once somebody else has set some, also when saving fails otherwise then', async () => {
    stub.on('GET /api/adminunits/1/shifts', { body: { ...plan, isUsual: true } });
    const details = { plan: { ...plan, zone: 'Asia/Tokyo', version: 'b' } };
    const answers = [
      { status: 409, body: { error: { code: 'conflict', message: 'Changed meanwhile.', details } } },
      { status: 503, body: { error: { code: 'busy', message: 'The portal is busy.' } } },
    ];
    onPut('/api/adminunits/1/shifts', () => answers.shift() ?? { body: { ...plan, version: 'c' } });
    await renderApp('/handovers/shifts');
    expect(await screen.findByText(/^Nobody has set shift times yet/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save shift times' }));
    expect(await screen.findByRole('table', { name: 'Where the two differ' })).toBeTruthy();
    expect(screen.queryByText(/^Nobody has set shift times yet/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(await screen.findByText('The portal is busy.')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Where the two differ' })).toBeTruthy();
    expect(screen.queryByText(/^Nobody has set shift times yet/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(await screen.findByRole('button', { name: 'Save shift times' })).toBeTruthy();
    expect(putBodies()).toMatchObject([{ expectedVersion: 'a' }, { expectedVersion: 'b' }, { expectedVersion: 'b' }]);
  });

  test('start on the clock on which the user reads, where nobody has set any', async () => {
    const login = aLogin([...EVENTS, permissionId('AdminUnits', 'Modify')]);
    const attributes = [{ attributeName: 'timeZone', attributeValue: 'Asia/Kathmandu' }];
    stub
      .on(auth.login, { body: { ...login, auth: { ...login.auth, user: { ...login.auth.user, attributes } } } })
      .on('GET /api/adminunits/1/shifts', { body: { ...plan, isUsual: true } });
    await renderApp('/handovers/shifts');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' })).value).toBe('Asia/Kathmandu');
  });

  test('say what was said against them', async () => {
    const message = 'Two shifts begin at the same time.';
    onPut('/api/adminunits/1/shifts', { status: 400, body: { error: { code: 'bad-request', message } } });
    await renderApp('/handovers/shifts');
    fireEvent.click(await screen.findByRole('button', { name: 'Save shift times' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});
