import { auth, type exportJobs, type exportSchedules } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aDashboard, aPortal, aTile, openDashboard, stubBrowser } from '#features/dashboard/testing/dashboards.ts';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

beforeEach(stubBrowser);

const VIEWER = [6, 54, 34];

function aJob(differences: Partial<exportJobs.ExportJob> = {}): exportJobs.ExportJob {
  return {
    jobId: 'job-1',
    path: '/api/exports/job-1',
    state: 'ready',
    rows: 120,
    total: 120,
    file: { filename: 'Pump 7.csv.gz', length: 2048 },
    type: 'csv',
    startTime: '2026-11-19T12:00:00.000Z',
    endTime: '2026-11-20T12:00:00.000Z',
    series: 2,
    created: '2026-11-20T12:00:00.000Z',
    expires: '2026-11-21T12:00:00.000Z',
    scheduleId: null,
    message: null,
    notes: [],
    mails: [],
    ...differences,
  };
}

function aSchedule(differences: Partial<exportSchedules.ExportSchedule> = {}): exportSchedules.ExportSchedule {
  return {
    scheduleId: 's-1',
    every: 'week',
    weekday: 5,
    time: '06:00',
    zone: 'Europe/Oslo',
    filename: 'nightly',
    type: 'csv',
    series: 2,
    isMailed: true,
    next: '2026-11-27T05:00:00.000Z',
    last: null,
    ...differences,
  };
}

describe('Export Data of a dashboard', () => {
  function aWorld(list?: Parameters<typeof aPortal>[0]) {
    const portal = aPortal({ permissions: [1], ...list });
    const jobs: exportJobs.ExportJob[] = [];
    portal.stub
      .on('GET /api/exports', () => ({ body: jobs }))
      .on('GET /api/ef/assets', { body: [portal.asset] })
      .on('GET /api/ef/systems', { body: [] })
      .on({ method: 'POST', path: '/api/HistoricalDataItems' }, () => {
        jobs.unshift(aJob({ state: 'running', rows: 40, file: { filename: 'Pump 7.csv.gz', length: null } }));
        return { body: { jobId: 'job-1', path: '/api/exports/job-1', file: { filename: 'Pump 7.csv.gz' } } };
      })
      .on('DELETE /api/exports/job-1', () => {
        jobs[0] = aJob({ state: 'cancelled' });
        return { body: { jobId: 'job-1' } };
      });
    return { ...portal, jobs };
  }

  async function openDialog(): Promise<HTMLElement> {
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export Data…' }));
    return screen.findByRole('dialog', { name: 'Export to CSV' });
  }

  test('asks for the last 24 hours of what is checked, shows how far it is, and links to the file', async () => {
    const { path, stub, jobs, asset } = aWorld({ aliases: { 5: 'Main drive' } });
    await openDashboard(path);
    const dialog = within(await openDialog());
    expect((dialog.getByRole('checkbox', { name: 'Compress' }) as HTMLInputElement).checked).toBe(true);
    expect((dialog.getByRole('checkbox', { name: 'Email me the results' }) as HTMLInputElement).checked).toBe(false);
    const format = dialog.getByRole('combobox', { name: 'Format' });
    expect([...(format as HTMLSelectElement).options].map(({ text }) => text)).toEqual(['CSV', 'SQLite']);
    const minutes = dialog.getByRole('combobox', { name: 'Start time: minute' }) as HTMLSelectElement;
    expect([...minutes.options].map(({ text }) => text)).toEqual(['00', '15', '30', '45']);
    const button = dialog.getByRole('button', { name: 'Export' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);

    fireEvent.change(await dialog.findByRole('textbox', { name: 'Search data items' }), { target: { value: 'MOTOR' } });
    // By its label, whatever the asset calls it.
    await dialog.findByRole('checkbox', { name: /Main drive/ });
    expect(dialog.queryByRole('checkbox', { name: /flow/ })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Check all' }));
    expect(dialog.getByText('1 Selected')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: 'File name' }), { target: { value: 'night shift' } });
    fireEvent.click(button);
    expect(await dialog.findByText('40 of 120 values are written.')).toBeTruthy();
    const sent = stub.requests.find(({ method }) => method === 'POST')?.body as exportJobs.ExportRequestInput;
    expect(sent).toMatchObject({
      DataItems: [{ assetId: asset.assetId, dataItemId: 5 }],
      Format: { Type: 'csv', Layout: 'wide', Zone: 'UTC' },
      OutputSettings: { Method: 'File', Filename: 'night shift', Compress: true, NotifyEmails: false },
    });
    expect((Date.parse(sent.EndTime) - Date.parse(sent.StartTime)) % (15 * 60_000)).toBe(0);

    jobs[0] = aJob({
      notes: ['Pump 8 was deleted.'],
      mails: [{ to: 'ann@example.org', state: 'failed', refusal: '550 No such user' }],
    });
    const link = await dialog.findByRole('link', { name: 'Download Pump 7.csv.gz' });
    expect(link.getAttribute('href')).toBe('/api/exports/job-1');
    expect(dialog.getByText('Pump 8 was deleted.')).toBeTruthy();
    const bounced = 'The mail could not be sent to ann@example.org. The mail server said: 550 No such user';
    expect(dialog.getByText(bounced)).toBeTruthy();
  });

  test('Cancel stops an export that is under way, and closes the dialog otherwise', async () => {
    const { path, stub } = aWorld();
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    await dialog.findByText('40 of 120 values are written.');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('Cancelled.')).toBeTruthy();
    expect(stub.requests.some(({ method }) => method === 'DELETE')).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export to CSV' })).toBeNull());
  });

  test('says where how far it is cannot be asked', async () => {
    const { path, stub } = aWorld();
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    const message = 'The portal is busy.';
    stub.on('GET /api/exports', { status: 503, body: { error: { code: 'busy', message } } });
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText(`How far it is could not be asked. ${message}`)).toBeTruthy();
    expect(dialog.queryByText(/Download/)).toBeNull();
  });

  test('says of an export that was cancelled as it ended that it is gone, and exports again', async () => {
    const { path, stub, jobs } = aWorld();
    stub.on('DELETE /api/exports/job-1', () => {
      jobs.length = 0;
      return { body: { jobId: 'job-1' } };
    });
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    await dialog.findByText('40 of 120 values are written.');
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('It was removed.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText('40 of 120 values are written.')).toBeTruthy();
  });

  test('says why it was refused, and lets one try again', async () => {
    const { path, stub } = aWorld();
    stub.on(
      { method: 'POST', path: '/api/HistoricalDataItems' },
      { status: 400, body: { error: { code: 'bad-request', message: 'Your account has no mail address.' } } },
    );
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Email me the results' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Your account has no mail address.');
    expect((dialog.getByRole('button', { name: 'Export' }) as HTMLButtonElement).disabled).toBe(false);
  });

  test('names the asset that vanished since it was chosen', async () => {
    const { path, stub, asset } = aWorld();
    const message = `Asset ${asset.assetId} was not found. Nothing is exported.`;
    const error = { code: 'not-found', message, details: { assetId: asset.assetId } };
    stub.on({ method: 'POST', path: '/api/HistoricalDataItems' }, { status: 404, body: { error } });
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Pump 7 was deleted meanwhile, or is out of your sight by now. Leave it out and export again.',
    );
  });

  test('has other formats, intervals and assets under More', async () => {
    const { path, stub } = aWorld();
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(dialog.getByText('More', { selector: 'summary' }));
    fireEvent.change(await dialog.findByRole('combobox', { name: 'Values' }), { target: { value: '60' } });
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Count' }));
    fireEvent.change(dialog.getByRole('combobox', { name: 'Layout' }), { target: { value: 'long' } });
    fireEvent.change(dialog.getByRole('combobox', { name: 'Format' }), { target: { value: 'parquet' } });
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    await waitFor(() => {
      const sent = stub.requests.find(({ method }) => method === 'POST')?.body;
      const Interval = { Seconds: 60, Functions: ['mean', 'min', 'max', 'count'] };
      expect(sent).toMatchObject({ Format: { Type: 'parquet', Layout: 'long', Interval } });
    });
  });

  test('keeps showing the format that was chosen under More, and says what keeps it from being made', async () => {
    const { path } = aWorld();
    await openDashboard(path);
    const dialog = within(await openDialog());
    const more = dialog.getByText('More', { selector: 'summary' });
    const format = () => dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Format' });
    fireEvent.click(more);
    fireEvent.change(await dialog.findByRole('combobox', { name: 'Values' }), { target: { value: '60' } });
    fireEvent.change(format(), { target: { value: 'parquet' } });
    for (const name of ['Mean', 'Minimum', 'Maximum']) fireEvent.click(dialog.getByRole('checkbox', { name }));
    const fault = 'Choose what of each interval you want.';
    expect(dialog.queryByText(fault)).toBeNull();
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    expect(dialog.getByText(fault)).toBeTruthy();
    fireEvent.click(more);
    await waitFor(() => expect(dialog.queryByRole('combobox', { name: 'Layout' })).toBeNull());
    expect(format().selectedOptions[0]?.label).toBe('Parquet');
  });

  test('schedules one that comes again, by the clocks of the reader', async () => {
    const { path, stub } = aWorld();
    const reply = { ...aSchedule(), filename: 'weekly' };
    stub.on({ method: 'POST', path: '/api/exportschedules' }, { body: reply });
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(dialog.getByText('More', { selector: 'summary' }));
    fireEvent.change(await dialog.findByRole('combobox', { name: 'Repeat' }), { target: { value: 'week' } });
    expect(dialog.queryByRole('group', { name: 'Start time' })).toBeNull();
    fireEvent.change(dialog.getByRole('combobox', { name: 'On' }), { target: { value: '5' } });
    fireEvent.change(dialog.getByRole('combobox', { name: 'At' }), { target: { value: '17:45' } });
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Email me the results' }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'File name' }), { target: { value: 'weekly' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(/weekly is made for the first time at/)).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Export to CSV' })).toBeNull();
    const sent = stub.requests.find(({ method }) => method === 'POST')?.body;
    expect(sent).toMatchObject({
      rhythm: { every: 'week', weekday: 5, time: '17:45', zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
      export: { DataItems: [{ dataItemId: 5 }], OutputSettings: { Filename: 'weekly', NotifyEmails: true } },
    });
  });

  test('opens by the action of a tile', async () => {
    const tile = aTile('d1', {
      type: { name: 'Action Dispatcher', value: 'ActionDispatcher' },
      action: 'TOGGLE_EXPORT',
    });
    const config = { tabs: [{ id: 'a', name: 'A' }], tiles: { a: [aTile('t1'), tile] }, layouts: {} };
    const { path } = aWorld({ list: [aDashboard(config)] });
    await openDashboard(path);
    fireEvent.click(await screen.findByRole('button', { name: 'Open or close the export dialog' }));
    expect(await screen.findByRole('dialog', { name: 'Export to CSV' })).toBeTruthy();
  });
});

describe('the page of exports', () => {
  function aPage(jobs: exportJobs.ExportJob[], schedules: exportSchedules.ExportSchedule[] = []) {
    return new PortalStub()
      .on(auth.login, { body: aLogin(VIEWER) })
      .on('GET /api/exports', () => ({ body: jobs }))
      .on('GET /api/exportschedules', () => ({ body: schedules }))
      .on('GET /api/ef/assets', { body: [] })
      .on('GET /api/ef/systems', { body: [] })
      .on('DELETE /api/exports/job-1', () => {
        jobs.splice(0, 1);
        return { body: { jobId: 'job-1' } };
      })
      .on('DELETE /api/exportschedules/s-1', () => {
        schedules.splice(0, 1);
        return { body: { scheduleId: 's-1' } };
      });
  }

  test('lists them with what became of each, and removes them', async () => {
    aPage([
      aJob(),
      aJob({ jobId: 'job-2', state: 'failed', message: 'The disk of the portal is full.' }),
      aJob({ jobId: 'job-3', state: 'expired' }),
    ]);
    await renderApp('/exports');
    const table = await screen.findByRole('table', { name: 'Exports' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(screen.getByRole('alert').textContent).toBe('The export failed. The disk of the portal is full.');
    expect(screen.getByText('Kept for 24 hours, and gone.')).toBeTruthy();
    const removing = () =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Remove Pump 7.csv.gz' })[0] as HTMLElement);
    // One with a file is asked about; to say no leaves it.
    removing();
    const question = await screen.findByRole('dialog', { name: 'Remove export' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    removing();
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Remove export' })).getByRole('button', { name: 'Remove' }),
    );
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3));
  });

  test('has no link to a file of an asset that one no longer sees, and says which it is', async () => {
    const message = 'Pump 8 is out of your sight by now. Ask again for what you see.';
    aPage([aJob({ state: 'withheld', message })]);
    await renderApp('/exports');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
  });

  test('is empty at first, and opens the dialog with its choice of assets from the address', async () => {
    aPage([]);
    await renderApp('/exports');
    expect(await screen.findByText('You have no exports.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New export' }));
    expect(await screen.findByRole('dialog', { name: 'Export to CSV' })).toBeTruthy();
    expect(currentAddress()).toBe('/exports?new=1');
    expect(await screen.findByRole('combobox', { name: 'Assets and systems' })).toBeTruthy();
    expect(screen.getByText('Choose assets or systems under More.')).toBeTruthy();
  });

  test('lists what comes again, says why a run made nothing, and removes it', async () => {
    const message = 'None of its data items is in your sight any more.';
    aPage([], [aSchedule({ last: { time: '2026-11-20T05:00:00.000Z', state: null, rows: null, message } })]);
    await renderApp('/exports');
    const table = await screen.findByRole('table', { name: 'Scheduled exports' });
    expect(within(table).getByText('Every Friday at 06:00 (Europe/Oslo), with a mail')).toBeTruthy();
    // Of the reader's clocks, as all of the page, whatever the zone of the rhythm.
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const [nextMs, lastMs] = [Date.parse('2026-11-27T05:00:00.000Z'), Date.parse('2026-11-20T05:00:00.000Z')];
    const at = (timeMs: number) => `${formatDateTime(timeMs, timeZone)} ${zoneName(timeMs, timeZone)}`;
    expect(within(table).getByText(`Next: ${at(nextMs)}`)).toBeTruthy();
    expect(within(table).getByText(`Not made at ${at(lastMs)}.`, { exact: false })).toBeTruthy();
    expect(within(table).getByRole('alert').textContent).toContain(message);
    fireEvent.click(screen.getByRole('button', { name: 'Remove the scheduled nightly' }));
    const question = await screen.findByRole('dialog', { name: 'Remove scheduled export' });
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Scheduled exports' })).toBeNull());
  });

  test.each([
    ['ready', 12, null, 'Last: {at}, made'],
    ['ready', 0, null, 'Last: {at}, made, without a value in its time'],
    ['expired', 12, null, 'Last: {at}, made'],
    ['running', 0, null, 'Last: {at}, is being made'],
    ['cancelled', 0, null, 'Last: {at}, cancelled'],
    [null, null, null, 'Last: {at}, made'],
    ['failed', 0, 'The disk of the portal is full.', 'Not made at {at}. The disk of the portal is full.'],
    ['withheld', 12, 'Pump 8 is out of your sight by now.', 'Last: {at}, made'],
  ] as const)(
    'says of a schedule whose last run is %s with %s values what became of it',
    async (state, rows, message, expected) => {
      const time = '2026-11-20T05:00:00.000Z';
      aPage([], [aSchedule({ next: '2020-01-01T05:00:00.000Z', last: { time, state, rows, message } })]);
      await renderApp('/exports');
      const table = within(await screen.findByRole('table', { name: 'Scheduled exports' }));
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const at = `${formatDateTime(Date.parse(time), timeZone)} ${zoneName(Date.parse(time), timeZone)}`;
      expect(table.getByText(expected.replace('{at}', at))).toBeTruthy();
      expect(table.getByText('Due, waits for its turn.')).toBeTruthy();
    },
  );

  test('lists a page of many, and of them those of a state and of a schedule, all by the address', async () => {
    const jobs = Array.from({ length: 60 }, (_, n) =>
      aJob({
        jobId: `job-${n + 10}`,
        state: n % 3 === 0 ? 'failed' : 'expired',
        scheduleId: n % 2 === 0 ? 's-1' : null,
        file: { filename: `export ${n}.csv`, length: null },
      }),
    );
    const old = aJob({
      jobId: 'old',
      state: 'expired',
      scheduleId: 's-0',
      file: { filename: 'old.csv', length: null },
    });
    aPage([...jobs, old], [aSchedule()]);
    await renderApp('/exports?page=3');
    const files = () =>
      within(screen.getByRole('table', { name: 'Exports' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelector('td')?.textContent);
    await screen.findByText('Page 3 of 3');
    expect(files()).toHaveLength(11);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Page 2 of 3');
    expect(currentAddress()).toBe('/exports?page=2');
    expect(files()[0]).toBe('export 25.csv');

    const choose = async (filter: string, choice: string) => {
      fireEvent.click(screen.getByRole('combobox', { name: filter }));
      fireEvent.click(await screen.findByRole('option', { name: choice, hidden: true }));
    };
    await choose('State', 'Failed');
    await waitFor(() => expect(files()).toHaveLength(20));
    expect(currentAddress()).toBe('/exports?state=failed');
    await choose('Made by', 'Scheduled: nightly');
    await waitFor(() => expect(files()).toHaveLength(10));
    expect(currentAddress()).toBe('/exports?state=failed&by=s-1');
    await choose('State', 'Ready');
    expect(await screen.findByText('No export matches.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(files()).toHaveLength(25));
    await choose('Made by', 'Scheduled once, and no more');
    await waitFor(() => expect(files()).toEqual(['old.csv']));
  });

  test('says of a page that is there no more the last one that is', async () => {
    aPage(Array.from({ length: 26 }, (_, n) => aJob({ jobId: `job-${n}`, state: 'failed' })));
    await renderApp('/exports?page=9');
    await screen.findByText('Page 2 of 2');
    expect(currentAddress()).toBe('/exports?page=2');
  });

  test('says of a mail that was not taken why, and when it is tried again', async () => {
    const next = '2026-11-20T13:00:00.000Z';
    const problem = 'The mail server does not answer.';
    aPage([aJob({ rows: 0, mails: [{ to: 'ann@example.org', state: 'waiting', problem, next }] })]);
    await renderApp('/exports');
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const at = `${formatDateTime(Date.parse(next), timeZone)} ${zoneName(Date.parse(next), timeZone)}`;
    expect(
      await screen.findByText(`The mail to ann@example.org waits. ${problem} It is tried again at ${at}.`),
    ).toBeTruthy();
    expect(screen.getByText('There is no value in its time.')).toBeTruthy();
  });

  test('says when they could not be loaded', async () => {
    aPage([]).on('GET /api/exports', { status: 503, body: { error: { code: 'x', message: 'Being moved.' } } });
    await renderApp('/exports');
    expect(await screen.findByText('The exports could not be loaded.')).toBeTruthy();
  });
});
