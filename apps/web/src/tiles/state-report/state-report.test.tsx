import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { ACTIVITIES, activityName } from '@telltale/domain/field/activities.ts';
import { wellPlanOf } from '@telltale/domain/field/well-plan.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { contrast } from '#theme/contrast.ts';
import { shippedPalettes } from '#theme/palette.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { asUserAt, recordCalls } from '#tiles/testing/recorded-calls.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { ACTIVITY_COLOURS } from './activity-colours.ts';
import { readJobStart } from './job-start.ts';
import { reportOf } from './report-model.ts';
import { stateReportTile } from './tile.ts';

/** To see and correct the history, to set and delete attributes. */
const RIGHTS = [34, 36, 51, 53];
const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 20, 12, 5);
const START_MS = Date.UTC(2026, 10, 19, 12);
const iso = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();

const WELL = {
  jobStartTime: iso(0),
  'Total Depth (ft)': '14725',
  'Kill Depth (ft)': '8525',
  'Prod. Tubing Depth (ft)': '8525',
  'BOP Count': '3',
};
const [DEPTH, PLUG] = [201, 202];
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: DEPTH, label: 'Depth' },
    { dataItemId: PLUG, label: 'Current Plug' },
  ],
};

const segment = (activity: number, from: number, to: number, depth: number | null) => ({
  assetId: TEST_ASSET_ID,
  activity,
  startTime: iso(from),
  endTime: iso(to),
  depth,
  hours: to - from,
});
/** Not in their order, with one of no length: 22 of the day's 24 hours. */
const SEGMENTS = [
  segment(0, 10, 15.25, 8_525),
  segment(10, 0, 8, 0),
  segment(7, 8, 9.75, 0),
  segment(9, 9.75, 9.75, 0),
  segment(2, 15.25, 22.25, 10_385),
];

/** The portal's answers to the calls of the report, and what was asked of it. */
function stubPortal(answer: { schedule?: () => Response | Promise<Response>; edited?: number } = {}) {
  return recordCalls(({ url, body }) => {
    if (url.pathname.endsWith('/functions/schedule')) return answer.schedule?.() ?? Response.json(SEGMENTS);
    if (url.pathname === '/api/historicaldata') {
      const at = START_MS / 1000;
      const columns = new Map([
        [DEPTH, [0, 0, 10_385]],
        [PLUG, [null, 1, 3]],
      ]);
      const items = (url.searchParams.get('dataItems') ?? '').split(',').map((item) => Number(item.split('-')[1]));
      return Response.json([[at, at + 36_000, at + 80_000], ...items.map((item) => columns.get(item))]);
    }
    if (url.pathname.endsWith('/historicaldataupdate')) {
      const [update] = (body ?? []) as object[];
      return Response.json([{ ...update, changed: answer.edited ?? 5 }]);
    }
    if (url.pathname.toLowerCase().includes('/attributes')) {
      return Response.json({ attributeName: 'x', attributeValue: '1' });
    }
    return undefined;
  });
}

const render = (attributes: Readonly<Record<string, string>> = WELL, bag = {}, more = {}) =>
  renderTile(stateReportTile, bag, { attributes, definition, ...more });

asUserAt(NOW_MS, RIGHTS);

describe('the colours of activities', () => {
  test('are 25, all different, and stand out by 3:1 from page and tile in every palette', () => {
    expect(new Set(ACTIVITY_COLOURS).size).toBe(25);
    for (const { surfaces } of Object.values(shippedPalettes)) {
      for (const surface of surfaces.slice(0, 2)) {
        for (const colour of ACTIVITY_COLOURS) expect(contrast(colour, surface)).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

describe('a job start', () => {
  test.each([
    ['2026-11-20T06:00:00Z', Date.UTC(2026, 10, 20, 6)],
    ['2026-11-20T06:00:00-06:00', Date.UTC(2026, 10, 20, 12)],
    ['2026-11-20 06:00', Date.UTC(2026, 10, 20, 6)],
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    [' 1795168800000 ', 1_795_168_800_000],
  ])('%j is read', (text, timeMs) => {
    expect(readJobStart(text)).toEqual({ state: 'set', timeMs });
  });

  test.each(['yesterday', '20.11.2026', '2026-13-45T00:00Z', '5'])('%j is not', (text) => {
    expect(readJobStart(text)).toEqual({ state: 'unreadable', text });
  });
});

describe('the report', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no start', {}, 'No job has begun.'],
    ['a start that is none', { jobStartTime: 'soon' }, 'The job start cannot be read.'],
    ['a start to come', { jobStartTime: '2026-11-21T00:00:00Z' }, 'The job starts at 2026-11-21 00:00:00 UTC.'],
  ])('of a job with %s says so, and asks for nothing', async (_name, attributes, words) => {
    const asked = stubPortal();
    await render(attributes);
    expect(screen.getByText(words)).toBeDefined();
    expect(asked.filter(({ url }) => url.pathname.endsWith('schedule'))).toEqual([]);
  });

  test('of a system, and without the permission, says so', async () => {
    stubPortal();
    await render(WELL, {}, { assetId: 0 });
    expect(screen.getByText(/A system has no report of its own/)).toBeDefined();
    cleanup();
    useSessionStore.setState({ permissions: new Set<number>() });
    await render();
    expect(screen.getByText('You are missing permissions to view history.')).toBeDefined();
  });

  test('tells what it is at while it loads, in this order', async () => {
    let answer: (reply: Response) => void = () => undefined;
    stubPortal({ schedule: () => new Promise((resolve) => (answer = resolve)) });
    const { container } = await render();
    const seen: string[] = [];
    const look = () => {
      const text = container.querySelector('[role=status]')?.textContent ?? '';
      if (text !== '' && text !== seen.at(-1)) seen.push(text);
    };
    const observer = new MutationObserver(look);
    observer.observe(container, { subtree: true, childList: true, characterData: true });
    look();
    await act(async () => answer(Response.json(SEGMENTS)));
    await screen.findByText('Days on Well');
    observer.disconnect();
    expect(seen).toEqual(['Getting schedule...', 'Sorting...', 'Filtering...', 'Building graph...']);
  });

  test('shows boxes, shares, scores and the log of the day', async () => {
    stubPortal();
    await render();
    const box = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;
    expect(await box('Days on Well')).toBe('1.00');
    expect(await box('Current Plug')).toBe('3');
    // 7 h × 60 / 3; 3 / 7; (10,385 - 8,525) / 7
    expect(await box('Minutes per Plug')).toBe('140.0');
    expect(await box('Plugs per Hour')).toBe('0.43');
    expect(await box('Lateral Feet per Hour')).toBe('265.7');

    const pie = within(screen.getByRole('region', { name: 'Activity Breakdown' }));
    expect(pie.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Tripping In5.25 h23.9 %',
      'Drill7.00 h31.8 %',
      'BOP Press Test1.75 h8.0 %',
      'Rig Up8.00 h36.4 %',
    ]);
    expect(pie.getByText('Of 2.00 h no activity is known.')).toBeDefined();

    const scores = within(screen.getByRole('region', { name: 'Scores' }));
    const task = within(scores.getByText('Tripping In').closest('li') as HTMLElement);
    expect(task.getByText('Score 95.2')).toBeDefined();
    expect(task.getByText('Joints per Hour').nextElementSibling?.textContent).toBe('52.4');
    expect(task.getByText('Task Completion').nextElementSibling?.textContent).toBe('100.0 %');

    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.slice(0, 3).map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent))).toEqual([
      ['Activity', 'Start time', 'End time', 'Depth'],
      ['Drill', '2026-11-20 03:15', '2026-11-20 10:15', '10,385 ft'],
      ['Tripping In', '2026-11-19 22:00', '2026-11-20 03:15', '8,525 ft'],
    ]);
    expect(screen.getAllByRole('columnheader').at(-1)?.textContent).toBe('Change activity');
    const strip = screen.getByRole('list', { name: 'Activities in order of time' });
    expect(within(strip).getAllByRole('listitem')).toHaveLength(4);
  });

  test.each([
    ['no depth', [{ dataItemId: PLUG, label: 'Current Plug' }], '3', 1],
    // Where no plug is counted, each stretch of milling is one.
    ['no plug', [{ dataItemId: DEPTH, label: 'Depth' }], '1', 0],
    ['neither', [], '1', 1],
  ])('of a rig that reports %s has the other all the same', async (_name, dataItemDefinitions, plug, missing) => {
    stubPortal();
    await render(WELL, {}, { definition: { slots: [], dataItemDefinitions } });
    expect((await screen.findByText('Current Plug')).nextElementSibling?.textContent).toBe(plug);
    expect(screen.queryAllByText('No depth was recorded since the job began.')).toHaveLength(missing);
  });

  test.each<[Record<string, boolean>, readonly string[]]>([
    [{ showPie: false, showGraph: false, showKPI: false, showLog: false }, []],
    [{ showGraph: false, showKPI: false, showLog: false }, ['Activity Breakdown']],
    [{ showPie: false, showKPI: false, showLog: false }, ['Depth over time']],
    [{ showPie: false, showGraph: false, showLog: false }, ['Scores']],
    [{ showPie: false, showGraph: false, showKPI: false }, ['Activity log']],
  ])('with %j has the sections %j', async (flags, sections) => {
    stubPortal();
    await render(WELL, flags);
    await screen.findByRole('button', { name: 'Refresh' });
    for (const name of ['Activity Breakdown', 'Depth over time', 'Scores', 'Activity log']) {
      expect(screen.queryAllByRole('region', { name }), name).toHaveLength(sections.includes(name) ? 1 : 0);
    }
  });

  test('says why it could not be loaded, and tries again', async () => {
    let isDown = true;
    const down = () => Response.json({ error: { code: 'x', message: 'The store rests.' } }, { status: 503 });
    stubPortal({ schedule: () => (isDown ? down() : Response.json([])) });
    await render();
    expect(await screen.findByText('The report could not be loaded.')).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findAllByText('No activity was recorded since the job began.')).length).toBeGreaterThan(0);
  });

  test('of a past moment ends there, and nothing can be changed', async () => {
    const asked = stubPortal();
    const time = new DashboardTime({
      cursor: { kind: 'past', atMs: START_MS + 12 * HOUR_MS + 1_000 },
      range: undefined,
    });
    await render(WELL, {}, { time });
    await screen.findByRole('table');
    const query = asked.find(({ url }) => url.pathname.endsWith('/functions/schedule'))?.url.searchParams;
    expect([query?.get('startTime'), query?.get('endTime')]).toEqual([iso(0), iso(12)]);
    expect(screen.getByText('Days on Well').nextElementSibling?.textContent).toBe('0.50');
    for (const toggle of screen.getAllByRole('switch')) expect(toggle).toHaveProperty('disabled', true);
  });

  test('is worked out anew by Refresh', async () => {
    const asked = stubPortal();
    await render();
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await vi.waitFor(
      () => expect(asked.some(({ url }) => url.searchParams.get('refresh') === 'true')).toBe(true),
      15_000,
    );
  });
});

describe('changing an activity', () => {
  const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name} `) }));

  test('needs the toggle, another choice and Apply change; then the schedule is reloaded', async () => {
    const asked = stubPortal();
    await render();
    await screen.findByRole('table');
    const row = rowOf('Drill');
    expect(row.queryByRole('combobox')).toBeNull();
    fireEvent.click(row.getByRole('switch'));
    const choice = row.getByRole('combobox');
    expect([...choice.children].map(({ textContent }) => textContent)).toEqual([...ACTIVITIES]);
    expect(row.queryByRole('button')).toBeNull();
    fireEvent.change(choice, { target: { value: '3' } });
    // The toggle takes the choice back.
    fireEvent.click(row.getByRole('switch'));
    expect(row.queryByRole('button')).toBeNull();
    fireEvent.click(row.getByRole('switch'));
    expect((row.getByRole('combobox') as HTMLSelectElement).value).toBe('2');
    fireEvent.change(row.getByRole('combobox'), { target: { value: '3' } });
    fireEvent.click(row.getByRole('button', { name: 'Apply change' }));
    const reload = await screen.findByRole('button', { name: 'Reload Schedule' });
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual([
      {
        assetId: TEST_ASSET_ID,
        dataItemId: 148,
        startDate: iso(15.125),
        endDate: new Date(START_MS + 22.125 * HOUR_MS - 1).toISOString(),
        newValue: 3,
      },
    ]);
    fireEvent.click(reload);
    await vi.waitFor(
      () => expect(asked.some(({ url }) => url.searchParams.get('refresh') === 'true')).toBe(true),
      15_000,
    );
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Reload Schedule' })).toBeNull(), 15_000);
  });

  test('of a segment in which nothing was recorded says so', async () => {
    stubPortal({ edited: 0 });
    await render();
    await screen.findByRole('table');
    const row = rowOf('Rig Up');
    fireEvent.click(row.getByRole('switch'));
    fireEvent.change(row.getByRole('combobox'), { target: { value: '11' } });
    fireEvent.click(row.getByRole('button', { name: 'Apply change' }));
    expect(await row.findByRole('alert')).toHaveProperty(
      'textContent',
      'Not changed. Nothing was recorded within this segment itself.',
    );
  });

  test('is not offered without the permission', async () => {
    stubPortal();
    useSessionStore.setState({ permissions: new Set([34]) });
    await render();
    await screen.findByRole('table');
    for (const toggle of screen.getAllByRole('switch')) expect(toggle).toHaveProperty('disabled', true);
    for (const mark of screen.getAllByRole('checkbox')) expect(mark).toHaveProperty('disabled', true);
  });
});

test('marking a task as complete writes the attribute of each of its activities', async () => {
  const asked = stubPortal();
  await render();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Complete: Mill and Wash' }));
  await vi.waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2), 15_000);
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { attributeName: 'activity-complete-2', attributeValue: '1' },
    { attributeName: 'activity-complete-3', attributeValue: '1' },
  ]);
  cleanup();
  await render({ ...WELL, 'Activity-Complete-Rig Up': '1' });
  const done = await screen.findByRole('checkbox', { name: 'Complete: Rig Up' });
  expect(done).toHaveProperty('checked', true);
  expect(activityName(10)).toBe('Rig Up');
  fireEvent.click(done);
  await vi.waitFor(
    () => expect(asked.find(({ method }) => method === 'DELETE')?.url.pathname).toContain('activity-complete-'),
    15_000,
  );
});

test('a task of which one half is marked, by key or by name, is completed by the other half alone', async () => {
  const asked = stubPortal();
  await render({ ...WELL, 'activity-complete-2': '1' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Complete: Mill and Wash' }));
  const posts = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await vi.waitFor(
    () => expect(posts()).toEqual([{ attributeName: 'activity-complete-3', attributeValue: '1' }]),
    15_000,
  );
  cleanup();
  const before = posts().length;
  await render({ ...WELL, [`Activity-Complete-${activityName(3)}`]: ' 1 ' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Complete: Mill and Wash' }));
  const other = [{ attributeName: 'activity-complete-2', attributeValue: '1' }];
  await vi.waitFor(() => expect(posts().slice(before)).toEqual(other), 15_000);
});

describe('the job of the report', () => {
  const put = (asked: readonly { method: string; url: URL; body: unknown }[]) =>
    asked.filter(({ method, url }) => method === 'PUT' && url.pathname.endsWith('/attributes'));

  test('is begun in the report by who may change attributes, as a list of one', async () => {
    useSessionStore.setState({ permissions: new Set([...RIGHTS, 52]) });
    const asked = stubPortal();
    await render({});
    expect(screen.getByText('No job has begun.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set job start' }));
    const field = await screen.findByLabelText(/^Job start/);
    fireEvent.change(field, { target: { value: '2026-11-19T06:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save job start' }));
    await vi.waitFor(() => expect(put(asked)).toHaveLength(1), 15_000);
    expect(put(asked)[0]?.url.pathname).toBe(`/api/assets/${TEST_ASSET_ID}/attributes`);
    expect(put(asked)[0]?.body).toEqual([
      { attributeName: 'jobStartTime', attributeValue: expect.stringMatching(/^2026-11-\d\dT\d\d:00:00.000Z$/) },
    ]);
  });

  test('cannot be begun without the permission, nor in the past', async () => {
    stubPortal();
    await render({});
    expect(screen.queryByRole('button', { name: 'Set job start' })).toBeNull();
  });

  test('ends its report where it was closed', async () => {
    const asked = stubPortal();
    await render({ ...WELL, jobCloseTime: iso(12) });
    await screen.findByRole('region', { name: 'Scores' });
    const schedule = asked.find(({ url }) => url.pathname.endsWith('/functions/schedule'));
    expect(schedule?.url.searchParams.get('endTime')).toBe(iso(12));
    expect(screen.getByText('Days on Well').parentElement?.textContent).toContain('0.50');
  });

  test.each([
    // The benchmarks rig up for 9 h first; the projection is at 9,000 ft after 6 h, and half way there after 3 h.
    [
      'the projection',
      [
        {
          label: 'Time (h)',
          pairs: [
            [0, 0],
            [9_000, 6],
          ],
        },
      ],
      4_500,
    ],
    ['the benchmarks where there is none', [], 0],
  ] as const)('is drawn dashed by %s', (_what, projection, feet) => {
    const plan = wellPlanOf((name) => new Map(Object.entries(WELL)).get(name));
    const record = { segments: [], depth: [], plug: undefined };
    const times = { startMs: START_MS, endMs: START_MS + 6 * HOUR_MS };
    const { depth } = reportOf([], { record, plan, projection, isComplete: () => false, ...times });
    const at = depth.times.indexOf(START_MS / 1000 + 3 * 3_600);
    expect(depth.columns[1]?.[at]).toBe(feet);
  });
});
