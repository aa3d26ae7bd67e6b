import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { stubBrowser } from '#features/dashboard/testing/dashboards.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { aJob, aPortalOfExports, aSchedule } from './testing/exports-portal.ts';

beforeEach(stubBrowser);

describe('the page of exports', () => {
  test('lists them with what became of each, and removes them', async () => {
    aPortalOfExports([
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
    aPortalOfExports([aJob({ state: 'withheld', message })]);
    await renderApp('/exports');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
  });

  test('is empty at first, and opens the dialog with its choice of assets from the address', async () => {
    aPortalOfExports([]);
    await renderApp('/exports');
    expect(await screen.findByText('You have no exports.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New export' }));
    expect(await screen.findByRole('dialog', { name: 'Export to CSV' })).toBeTruthy();
    expect(currentAddress()).toBe('/exports?new=1');
    expect(await screen.findByRole('combobox', { name: 'Assets and systems' })).toBeTruthy();
    expect(screen.getByText('Choose assets or systems under More.')).toBeTruthy();
  });

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
    aPortalOfExports([...jobs, old], [aSchedule()]);
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
    aPortalOfExports(Array.from({ length: 26 }, (_, n) => aJob({ jobId: `job-${n}`, state: 'failed' })));
    await renderApp('/exports?page=9');
    await screen.findByText('Page 2 of 2');
    expect(currentAddress()).toBe('/exports?page=2');
  });

  test('says of a mail that was not taken why, and when it is tried again', async () => {
    const next = '2026-11-20T13:00:00.000Z';
    const problem = 'The mail server does not answer.';
    aPortalOfExports([aJob({ rows: 0, mails: [{ to: 'ann@example.org', state: 'waiting', problem, next }] })]);
    await renderApp('/exports');
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const at = `${formatDateTime(Date.parse(next), timeZone)} ${zoneName(Date.parse(next), timeZone)}`;
    expect(
      await screen.findByText(`The mail to ann@example.org waits. ${problem} It is tried again at ${at}.`),
    ).toBeTruthy();
    expect(screen.getByText('There is no value in its time.')).toBeTruthy();
  });

  test('counts one value as one, and has a bar also where nobody knows how many come', async () => {
    aPortalOfExports([
      aJob({ rows: 1, total: 1 }),
      aJob({ jobId: 'job-2', state: 'running', rows: 1, total: null }),
      aJob({ jobId: 'job-3', state: 'running', rows: 0, total: 1 }),
    ]);
    await renderApp('/exports');
    expect(await screen.findByText('(2.0 KB, 1 value)')).toBeTruthy();
    expect(screen.getByText('1 value is written.')).toBeTruthy();
    expect(screen.getByText('0 of 1 value is written.')).toBeTruthy();
    const bars = screen.getAllByRole('progressbar', { name: 'Progress of the export' });
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual([null, '0']);
  });

  test('says when they could not be loaded', async () => {
    aPortalOfExports([]).on('GET /api/exports', {
      status: 503,
      body: { error: { code: 'x', message: 'Being moved.' } },
    });
    await renderApp('/exports');
    expect(await screen.findByText('The exports could not be loaded.')).toBeTruthy();
  });
});
