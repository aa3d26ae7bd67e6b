import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import type { parts } from '@telltale/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { dueText, forecastText, paceText, usedText } from '#pages/parts/part-words.ts';
import { useSessionStore } from '#session/session-store.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { asUserAt, recordCalls } from '#tiles/testing/recorded-calls.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { renderingTile } from './tile.ts';

/** To see the history; to see, create and change events. */
const RIGHTS = [34, 42, 43, 44];
const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

function aPart(eventDefinitionId: number, pod: number, category: string, more: object = {}): parts.GridPart {
  return {
    eventDefinitionId,
    name: `Pod ${pod} - ${category}`,
    pod,
    category,
    counter: 'Pump Hours',
    counterName: 'Pump Hours',
    interval: 300,
    reading: 1_212,
    used: 212,
    dueAt: 1_300,
    remaining: 88,
    state: 'ok',
    fault: null,
    last: { eventId: 5, timestamp: iso(NOW_MS - 20 * DAY_MS), counterValue: 1_000, partNumber: 'VT-1' },
    forecast: {
      kind: 'due',
      due: iso(NOW_MS + 9 * DAY_MS),
      earliest: iso(NOW_MS + 7 * DAY_MS),
      latest: iso(NOW_MS + 14 * DAY_MS),
      perDay: 9.2,
      perDay7: 9,
      perDay30: 9.4,
    },
    options: ['VT-1', 'VT-2'],
    ...more,
  } as parts.GridPart;
}

const OVERDUE = { used: 312.4, remaining: -12.4, state: 'overdue', forecast: { kind: 'overdue', due: null } };
const RECORD = {
  eventId: 5,
  timestamp: iso(NOW_MS - 20 * DAY_MS),
  partNumber: 'VT-1',
  counterValue: 1_000,
  comments: 'Washed out.',
  user: 'crew',
};
const GRID = {
  assetId: TEST_ASSET_ID,
  at: iso(NOW_MS),
  fault: null as string | null,
  parts: [
    aPart(1, 1, 'Valve Top'),
    aPart(2, 2, 'Valve Top', OVERDUE),
    aPart(3, 1, 'Plunger', { used: null, state: 'unknown', fault: "Nothing was ever sent as 'Pump Hours'." }),
  ],
};

function stubPortal(answer: { grid?: () => Response; records?: object[]; save?: () => Response } = {}) {
  return recordCalls(({ method, url }) => {
    if (method !== 'GET') return answer.save?.() ?? Response.json({ ...RECORD, eventId: 6 });
    if (url.pathname.endsWith('/functions/maintenance')) return answer.grid?.() ?? Response.json(GRID);
    const records = answer.records ?? [RECORD];
    if (url.pathname.includes('/functions/maintenance/')) return Response.json({ total: records.length, records });
    return undefined;
  });
}

const render = (bag = {}, more = {}) => renderTile(renderingTile, bag, more);

asUserAt(NOW_MS, RIGHTS);

describe('the words of a part', () => {
  test.each([
    [212.97, 300, '212/300 Pump Hours'],
    [299.99, 300, '299/300 Pump Hours'],
    [7.29, 12, '7.2/12 Pump Hours'],
    [1_900_000, 2_000_000, '1,900,000/2,000,000 Pump Hours'],
    [null, 300, '–/300 Pump Hours'],
  ])('%j of %j are %j', (used, interval, words) => {
    expect(usedText({ used, interval, counterName: 'Pump Hours' })).toBe(words);
  });

  test.each([
    [NOW_MS + 3 * 3_600_000, 'UTC', 'today, 15:00'],
    [NOW_MS + 20 * 3_600_000, 'UTC', 'tomorrow, Saturday 08:00'],
    [Date.UTC(2026, 10, 23, 20), 'America/Chicago', 'in 3 days, Monday 14:00'],
    [Date.UTC(2026, 11, 10, 20), 'UTC', 'in 20 days, Thursday 2026-12-10'],
    // Where the day is another one already.
    [Date.UTC(2026, 10, 20, 16), 'Asia/Tokyo', 'tomorrow, Saturday 01:00'],
  ])('%d in %s is due %j', (dueMs, zone, words) => {
    expect(dueText(dueMs, NOW_MS, zone)).toBe(words);
  });

  test('say at which pace, and what cannot be foretold', () => {
    const part = aPart(1, 1, 'Valve Top');
    expect(forecastText(part, NOW_MS, 'UTC')).toBe('in 9 days, Sunday 2026-11-29, at 9.2 h a day');
    expect(paceText(51_234.4, 'Stroke Counts')).toBe('at 51,234 a day');
    const kind = (kind: string) => ({ ...part, forecast: { ...part.forecast, kind, due: null } }) as parts.GridPart;
    expect(forecastText(kind('still'), NOW_MS, 'UTC')).toBe('its counter stands still');
    expect(forecastText(kind('unknown'), NOW_MS, 'UTC')).toBe('its pace is not known yet');
    expect(forecastText({ ...kind('overdue'), remaining: -12 }, NOW_MS, 'UTC')).toBe('overdue by 12 Pump Hours');
    // By what the asset calls its counter; that it counts hours its label says.
    const called = { counterName: 'Betrieb' };
    const overdue = { ...kind('overdue'), ...called, remaining: -12 };
    expect(forecastText(overdue, NOW_MS, 'UTC')).toBe('overdue by 12 Betrieb');
    expect(forecastText({ ...part, ...called }, NOW_MS, 'UTC')).toMatch(/at 9\.2 h a day$/);
  });
});

describe('the maintenance grid', () => {
  test('has 17 rows of five pods, with what is used of each part', async () => {
    stubPortal();
    await render({ title: 'Pods of the rig' });
    const table = await screen.findByRole('table', { name: 'Parts by pod' });
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(18);
    expect([...(rows[0]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Part',
      'Pod 1',
      'Pod 2',
      'Pod 3',
      'Pod 4',
      'Pod 5',
    ]);
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent)
        .slice(0, 5),
    ).toEqual(['Cap Top', 'D Ring Top', 'Crush Cap Top', 'Spring Top', 'Valve Top']);
    expect(within(table).getByRole('button', { name: 'Pod 1 - Valve Top: 212/300 Pump Hours, In use' })).toBeDefined();
    expect(within(table).getByRole('button', { name: 'Pod 2 - Valve Top: 312/300 Pump Hours Overdue' })).toBeDefined();
    expect(screen.getByText("Nothing was ever sent as 'Pump Hours'.")).toBeDefined();
    expect(screen.getByText('Pods of the rig')).toBeDefined();
    expect(screen.getByText('1 overdue')).toBeDefined();
  });

  test('is walked through by arrow keys, over empty places', async () => {
    stubPortal();
    await render();
    const first = await screen.findByRole('button', { name: /^Pod 1 - Valve Top/ });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Pod 2 - Valve Top/);
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Pod 1 - Plunger/);
  });

  test('says what cannot be read of the schedule, shows other parts, and what there is none of', async () => {
    const other = aPart(9, 0, '', { name: 'Seal replaced', pod: null, category: null });
    stubPortal({
      grid: () => Response.json({ ...GRID, fault: 'The attribute maintenance-schedule must be JSON.', parts: [other] }),
    });
    await render();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The attribute maintenance-schedule must be JSON. Until then every part has 300 Pump Hours.',
    );
    expect(
      within(screen.getByRole('list', { name: 'Other parts' })).getByRole('button', { name: /^Seal replaced/ }),
    ).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
    cleanup();
    stubPortal({ grid: () => Response.json({ ...GRID, parts: [] }) });
    await render();
    expect(await screen.findByText('The asset has no parts.')).toBeDefined();
  });

  test('of a system, without the permission, and when it cannot be had says so', async () => {
    stubPortal();
    await render({}, { assetId: 0 });
    expect(screen.getByText(/A system has no parts of its own/)).toBeDefined();
    cleanup();
    useSessionStore.setState({ permissions: new Set([34]) });
    await render();
    expect(screen.getByText('You are missing permissions to view maintenance.')).toBeDefined();
    cleanup();
    useSessionStore.setState({ permissions: new Set(RIGHTS) });
    let isDown = true;
    const down = () => Response.json({ error: { code: 'x', message: 'The store rests.' } }, { status: 503 });
    stubPortal({ grid: () => (isDown ? down() : Response.json(GRID)) });
    await render();
    expect(await screen.findByText('The parts could not be loaded.')).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  test('of a past moment is asked for as it was, and nothing can be written down', async () => {
    const asked = stubPortal();
    const atMs = NOW_MS - 3 * DAY_MS;
    const time = new DashboardTime({ cursor: { kind: 'past', atMs: atMs + 5_000 }, range: undefined });
    await render({}, { time });
    fireEvent.click(await screen.findByRole('button', { name: /^Pod 1 - Valve Top/ }));
    await screen.findByText('Washed out.');
    const of = (ending: RegExp) => asked.find(({ url }) => ending.test(url.pathname))?.url.searchParams.get('at');
    expect([of(/maintenance$/), of(/maintenance\/1$/)]).toEqual([iso(atMs), iso(atMs)]);
    expect(screen.queryByRole('button', { name: 'Record maintenance' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });

  test('is loaded anew by Refresh', async () => {
    const asked = stubPortal();
    await render();
    const count = () => asked.filter(({ url }) => url.pathname.endsWith('/functions/maintenance')).length;
    await screen.findByRole('table');
    const before = count();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await vi.waitFor(() => expect(count()).toBeGreaterThan(before), 15_000);
  });
});

describe('the panel of a part', () => {
  const open = async () => {
    await render();
    fireEvent.click(await screen.findByRole('button', { name: /^Pod 1 - Valve Top/ }));
    return within(await screen.findByRole('dialog'));
  };
  const fact = (panel: ReturnType<typeof within>, name: string) =>
    panel.getByText(name).nextElementSibling?.textContent;

  test('tells what was done and when it is due', async () => {
    stubPortal();
    const panel = await open();
    await panel.findByText('Washed out.');
    expect(fact(panel, 'Last performed')).toBe('1,000 Pump Hours');
    expect(panel.getByText('Last performed').parentElement?.textContent).toContain('2026-10-31 12:00');
    expect(fact(panel, 'Interval')).toBe('300 Pump Hours');
    expect(fact(panel, 'Due at')).toBe('1,300 Pump Hours');
    expect(fact(panel, 'Remaining')).toBe('88 Pump Hours');
    expect(panel.getByText('Due in 9 days, Sunday 2026-11-29, at 9.2 h a day')).toBeDefined();
    expect(panel.getByText('Between 2026-11-27 and 2026-12-04, in nine of ten cases.')).toBeDefined();
  });

  test('without records says so', async () => {
    stubPortal({ records: [] });
    expect(await (await open()).findByText('No records to show.')).toBeDefined();
  });

  test('writes down a record, and adds to one without touching what stands there', async () => {
    const asked = stubPortal();
    const panel = await open();
    await panel.findByText('Washed out.');
    fireEvent.click(panel.getByRole('button', { name: 'Record maintenance' }));
    expect(panel.getByLabelText('Previous Comments')).toHaveProperty('value', 'Washed out.');
    expect(panel.getByLabelText('Previous Comments')).toHaveProperty('readOnly', true);
    fireEvent.change(panel.getByLabelText('Additional Comments'), { target: { value: 'Seat was fine.' } });
    fireEvent.change(panel.getAllByLabelText('Part Number')[0] as Element, { target: { value: 'VT-2' } });
    fireEvent.click(panel.getByRole('button', { name: 'Save record' }));
    await vi.waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true), 15_000);
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      partNumber: 'VT-2',
      counterValue: 1_212,
      comment: 'Seat was fine.',
    });
    await vi.waitFor(() => expect(panel.queryByRole('form', { name: 'New record' })).toBeNull(), 15_000);

    fireEvent.click(panel.getByRole('button', { name: /^Edit the record of 2026-10-31/ }));
    fireEvent.change(panel.getByLabelText('Additional Comments'), { target: { value: 'Found later.' } });
    fireEvent.click(panel.getByRole('button', { name: 'Save record' }));
    await vi.waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true), 15_000);
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ body: { comment: 'Found later.' } });
    expect(Object.keys(asked.find(({ method }) => method === 'PUT')?.body as object)).toEqual(['comment']);
  });

  test('keeps what was typed when it could not be saved', async () => {
    stubPortal({
      save: () => Response.json({ error: { code: 'x', message: 'The date lies ahead.' } }, { status: 400 }),
    });
    const panel = await open();
    fireEvent.click(await panel.findByRole('button', { name: 'Record maintenance' }));
    fireEvent.change(panel.getByLabelText('Additional Comments'), { target: { value: 'Kept.' } });
    fireEvent.click(panel.getByRole('button', { name: 'Save record' }));
    expect((await panel.findByText('The date lies ahead.')).getAttribute('role')).toBe('alert');
    expect(panel.getByLabelText('Additional Comments')).toHaveProperty('value', 'Kept.');
    fireEvent.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(panel.queryByLabelText('Additional Comments')).toBeNull();
  });
});
