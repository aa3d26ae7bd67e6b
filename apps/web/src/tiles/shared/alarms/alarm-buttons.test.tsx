import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { alarmLists, type alarms, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { alarmTextBoxTile } from '#tiles/alarm-text-box/tile.ts';
import { tableTile } from '#tiles/table/tile.ts';
import { anAlarm } from '#tiles/testing/an-alarm.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { useToastStore } from '#ui/feedback/toast.ts';
import { alarmStateWords } from './alarm-state-words.ts';

const NOW = Date.UTC(2026, 10, 20, 13);
const HOUR = 3_600_000;
let portal: PortalStub;
let list: alarms.Alarm[];

beforeEach(() => {
  portal = new PortalStub();
  list = [anAlarm()];
  portal.on('GET /api/assets/7/alarms', () => ({ body: list }));
  const permissions = new Set([permissionId('Alarms', 'View'), permissionId('Alarms', 'Modify')]);
  useSessionStore.setState({ permissions });
});
afterEach(() => {
  useSessionStore.setState({ permissions: new Set() });
  vi.restoreAllMocks();
});

/** What the portal answers to an act, and how the alarm is afterwards. */
function answer(outcome: alarmLists.ActOutcome, by: string, after: Partial<Record<keyof alarms.Alarm, unknown>>) {
  portal.on(alarmLists.actOnAlarms, () => {
    list = [anAlarm(after)];
    return { body: [{ assetId: 7, alarmDefinitionId: 3, outcome, by }] };
  });
}

async function choose(entry: string) {
  fireEvent.click(screen.getByRole('button', { name: 'More to do with High pressure' }));
  const item = await screen.findByRole('menuitem', { name: entry });
  await act(async () => void fireEvent.click(item));
}
const asked = () => portal.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
const answers = () => [[['assets', 7, 'alarms'], list]] as const;
const named = [{ assetId: 7, alarmDefinitionId: 3, raised: '2026-11-20T12:00:00.000Z', isShelved: false }];

test.each([
  ['a table', tableTile, { option: 'alarms' }],
  ['a text of an alarm', alarmTextBoxTile, { alarm: 3, openText: 'Pressure', acknowledgedText: 'Acknowledged' }],
] as const)('%s acknowledges an alarm, and shows that it is', async (_, tile, bag) => {
  answer('done', '', { alarmStatus: 2 });
  await renderTile(tile, bag, { answers: answers() });
  await choose('Acknowledge');
  await waitFor(() => expect(asked()).toEqual([{ act: 'acknowledge', alarms: named }]));
  expect(await screen.findByText('Acknowledged')).toBeDefined();
  expect(useToastStore.getState().toasts).toEqual([]);
});

test('an alarm is shelved for a time with a note, and brought back', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  const until = new Date(NOW + HOUR).toISOString();
  const note = 'The fitter is on the way.';
  answer('done', '', { shelved: { until, note, user: 'ada' } });
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers(), zone: 'UTC' });
  await choose('Shelve');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: note } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Shelve' })));
  await waitFor(() => expect(asked()).toEqual([{ act: 'shelve', until, note, alarms: named }]));
  expect(await screen.findByText('Shelved until 2026-11-20 14:00:00')).toBeDefined();
  await choose('Bring back');
  await waitFor(() => expect(asked()[1]).toEqual({ act: 'unshelve', alarms: [{ ...named[0], isShelved: true }] }));
});

test.each([
  ['already', 'bob', 'High pressure: acknowledged already by bob.'],
  ['gone', 'bob', 'High pressure: not there any more, last changed by bob.'],
  ['gone', '', 'High pressure: not there any more.'],
] as const)('where somebody was first (%s, %s) it is said', async (outcome, by, words) => {
  answer(outcome, by, {});
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers() });
  await choose('Acknowledge');
  await waitFor(() => expect(useToastStore.getState().toasts.map(({ message }) => message)).toEqual([words]));
});

test('what could not be done is said', async () => {
  portal.on(alarmLists.actOnAlarms, { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } });
  await renderTile(tableTile, { option: 'alarms' }, { answers: answers() });
  await choose('Acknowledge');
  await waitFor(() =>
    expect(useToastStore.getState().toasts).toMatchObject([
      { kind: 'error', message: expect.stringContaining('High pressure could not be acknowledged.') },
    ]),
  );
});

test.each([
  [{ alarmStatus: 1, shelved: null }, ''],
  [{ alarmStatus: 2, shelved: null }, 'Acknowledged'],
  [{ alarmStatus: 3, shelved: null }, 'Escalated'],
  [
    { alarmStatus: 1, shelved: { until: '2026-11-20T21:00:00.000Z', note: '', user: '' } },
    'Shelved until 2026-11-20 15:00:00',
  ],
] as const)('%o is called %s', (alarm, words) => expect(alarmStateWords(alarm, 'America/Chicago')).toBe(words));
