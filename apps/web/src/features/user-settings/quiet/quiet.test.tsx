import { auth, quietHours } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { draftOf, spanOf, stateWords } from './quiet-words.ts';

const none: quietHours.QuietHoursOfUser = { spans: [], breaksThrough: 10, zone: 'UTC', held: 0 };
const nights = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 1_320, toMinute: 360 };

function portal(stored: quietHours.QuietHoursOfUser) {
  return new PortalStub()
    .on(auth.login, { body: aLogin([12]) })
    .on(auth.listSessions, { body: [] })
    .on(quietHours.getQuietHours, { body: stored })
    .on(quietHours.putQuietHours, ({ body }) => ({ body: { ...(body as object), held: 0 } }));
}

const puts = (stub: PortalStub) => stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

describe('quiet hours in the settings', () => {
  it('are added, changed and saved', async () => {
    const stub = portal(none);
    await renderApp('/user-settings');
    expect(await screen.findByText('You have no quiet hours: alerts come at any time.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add quiet hours' }));
    const row = within(screen.getByRole('group', { name: 'Quiet hours 1' }));
    fireEvent.click(row.getByRole('checkbox', { name: 'Sat' }));
    fireEvent.change(row.getByLabelText('From'), { target: { value: '21:30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
    await waitFor(() => expect(puts(stub)).toHaveLength(1));
    expect(puts(stub)[0]).toMatchObject({
      spans: [{ days: [1, 2, 3, 4, 5, 7], fromMinute: 1_290, toMinute: 360 }],
      breaksThrough: 10,
    });
    expect(await screen.findByText('Your quiet hours are saved.')).toBeTruthy();
  });

  it('without length or days are refused before they are sent', async () => {
    const stub = portal({ ...none, spans: [{ days: [1], fromMinute: 60, toMinute: 120 }] });
    await renderApp('/user-settings');
    const row = within(await screen.findByRole('group', { name: 'Quiet hours 1' }));
    fireEvent.change(row.getByLabelText('Until'), { target: { value: '01:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
    expect(await screen.findByText('A span that ends when it begins has no length.')).toBeTruthy();
    fireEvent.click(row.getByRole('checkbox', { name: 'Mon' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
    expect(await screen.findByText(/^Each span needs a day/)).toBeTruthy();
    expect(puts(stub)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove quiet hours 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }));
    await waitFor(() => expect(puts(stub)).toMatchObject([{ spans: [] }]));
  });

  it('say what the portal has against them', async () => {
    portal(none).on(quietHours.putQuietHours, {
      status: 400,
      body: { error: { code: 'bad-request', message: 'Mars/Olympus is no time zone.' } },
    });
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Save quiet hours' }));
    expect(await screen.findByText('Mars/Olympus is no time zone.')).toBeTruthy();
  });
});

describe('the words for quiet hours', () => {
  const at = (iso: string, held = 0) => stateWords({ spans: [nights], zone: 'Europe/Berlin', held }, Date.parse(iso));
  it.each([
    [at('2026-11-22T23:00:00Z', 3), 'It is quiet until 2026-11-23 06:00 GMT+1. 3 alerts are held.'],
    [at('2026-11-22T23:00:00Z', 1), 'It is quiet until 2026-11-23 06:00 GMT+1. One alert is held.'],
    [at('2026-11-22T23:00:00Z'), 'It is quiet until 2026-11-23 06:00 GMT+1. Nothing is held yet.'],
    [at('2026-11-22T12:00:00Z'), 'It is not quiet now: alerts come at once.'],
  ])('are %s', (words, expected) => expect(words).toBe(expected));

  it.each([
    { days: [6, 7], fromMinute: 0, toMinute: 1_440 },
    { days: [1], fromMinute: 1_320, toMinute: 1_440 },
    nights,
  ])('keep %j through the fields', (span) => expect(spanOf(draftOf(span, 0))).toEqual(span));
});
