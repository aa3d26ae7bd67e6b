import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { stubBrowser } from '#features/dashboard/testing/dashboards.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPortalOfExports, aSchedule } from './testing/exports-portal.ts';

beforeEach(stubBrowser);

describe('the scheduled exports of the page', () => {
  test('lists what comes again, says why a run made nothing, and removes it', async () => {
    const message = 'None of its data items is in your sight any more.';
    aPortalOfExports([], [aSchedule({ last: { time: '2026-11-20T05:00:00.000Z', state: null, rows: null, message } })]);
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
      aPortalOfExports([], [aSchedule({ next: '2020-01-01T05:00:00.000Z', last: { time, state, rows, message } })]);
      await renderApp('/exports');
      const table = within(await screen.findByRole('table', { name: 'Scheduled exports' }));
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const at = `${formatDateTime(Date.parse(time), timeZone)} ${zoneName(Date.parse(time), timeZone)}`;
      expect(table.getByText(expected.replace('{at}', at))).toBeTruthy();
      expect(table.getByText('Due, waits for its turn.')).toBeTruthy();
    },
  );
});
