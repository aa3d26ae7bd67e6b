import type { exportJobs } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aDashboard, aPortal, aTile, openDashboard, stubBrowser } from '#features/dashboard/testing/dashboards.ts';
import { aJob, aSchedule } from './testing/exports-portal.ts';

beforeEach(stubBrowser);

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
    await expect.poll(() => dialog.queryByRole('checkbox', { name: /flow/ })).toBeNull();
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

  test('Cancel stops an export also while it is asked for', async () => {
    const { path, stub } = aWorld();
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    const isLetGo = Promise.withResolvers<void>();
    const answer = fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (init?.method === 'POST') await isLetGo.promise;
      return answer(input, init);
    });
    const button = dialog.getByRole('button', { name: 'Export' });
    fireEvent.click(button);
    await waitFor(() => expect(button.dataset.loading).toBe('true'));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    isLetGo.resolve();
    expect(await dialog.findByText('Cancelled.')).toBeTruthy();
    expect(stub.requests.some(({ method }) => method === 'DELETE')).toBe(true);
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

  test('offers no Cancel while a schedule is being made, and again where it was refused', async () => {
    const { path, stub } = aWorld();
    stub.on(
      { method: 'POST', path: '/api/exportschedules' },
      { status: 409, body: { error: { code: 'conflict', message: 'You have 20 schedules already.' } } },
    );
    await openDashboard(path);
    const dialog = within(await openDialog());
    fireEvent.click(dialog.getByText('More', { selector: 'summary' }));
    fireEvent.change(await dialog.findByRole('combobox', { name: 'Repeat' }), { target: { value: 'day' } });
    fireEvent.click(await dialog.findByRole('checkbox', { name: /motor_current/ }));
    const isLetGo = Promise.withResolvers<void>();
    const answer = fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (init?.method === 'POST') await isLetGo.promise;
      return answer(input, init);
    });
    const cancel = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(cancel.disabled).toBe(true));
    fireEvent.keyDown(cancel, { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Export to CSV' })).toBeTruthy();
    isLetGo.resolve();
    expect((await dialog.findByRole('alert')).textContent).toBe('You have 20 schedules already.');
    expect(cancel.disabled).toBe(false);
    fireEvent.click(cancel);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export to CSV' })).toBeNull());
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
