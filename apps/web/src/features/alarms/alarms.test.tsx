import { alarmCounts, alarmLists, type alarms, assets, auth, permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { aListedAlarm } from './testing/a-listed-alarm.ts';

type Acted = { act: string; note: string; until?: string; alarms: { alarmDefinitionId: number; raised: string }[] };

const line: typeof aListedAlarm = (alarmDefinitionId, more) =>
  aListedAlarm(alarmDefinitionId, { cause: '_Pressure (104) > 100', lastRaised: '2026-11-20T12:00:00.000Z', ...more });

function portal(permissions: readonly number[] = [6, 38, 40]) {
  let lines = [line(1, { severity: 10 }), line(2), line(3)];
  const asked: URLSearchParams[] = [];
  const acted: Acted[] = [];
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [] })
    .on(alarmCounts.getAlarmSummary, () => ({
      body: { open: lines.length, unacknowledged: 2, shelved: 0, worst: 10, worstUnacknowledged: 10, newest: null },
    }))
    .on(alarmLists.searchAlarms, ({ url }) => {
      asked.push(url.searchParams);
      return { body: { total: lines.length, alarms: lines } };
    })
    .on(`GET /api/ef/assets/7/alarmtransitions`, {
      body: {
        total: 1,
        transitions: [
          {
            transitionId: 1,
            assetId: 7,
            alarmDefinitionId: 2,
            name: 'Alarm 2',
            severity: 5,
            kind: 'commented',
            time: '2026-11-20T12:00:00Z',
            user: 'ann',
            note: 'a leak at the flange',
            cause: '',
            count: 1,
          },
        ],
      },
    })
    .on(alarmLists.actOnAlarms, ({ body }) => {
      const request = body as Acted;
      acted.push(request);
      const ids = request.alarms.map(({ alarmDefinitionId }) => alarmDefinitionId);
      if (request.act === 'shelve' || request.act === 'close') {
        lines = lines.filter(({ alarmDefinitionId }) => !ids.includes(alarmDefinitionId));
      }
      return {
        body: ids.map((alarmDefinitionId) => ({ assetId: 7, alarmDefinitionId, outcome: 'done', by: '' })),
      };
    });
  return { stub, asked, acted };
}

const grid = () => screen.findByRole('grid', { name: 'Alarms' });
const press = (key: string) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the page of the alarms', () => {
  beforeEach(() => void document.body.focus());

  it('is for who may see alarms', async () => {
    portal([6]);
    await renderApp('/alarms');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('lists what is open, and asks for what the address says', async () => {
    const { asked } = portal();
    await renderApp('/alarms?text=pump&severity=5&state=1,3&sort=raised&dir=desc&hide=cause');
    const rows = within(await grid()).getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[1]?.textContent).toContain('Alarm 1');
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      view: 'open',
      text: 'pump',
      severityMin: '5',
      status: '1,3',
      sort: 'raised',
      direction: 'desc',
    });
    expect(screen.queryByRole('columnheader', { name: 'Cause' })).toBeNull();
    await screen.findByRole('tab', { name: 'Open 3' });
  });

  it('writes what is chosen into the address', async () => {
    const { asked } = portal();
    await renderApp('/alarms');
    await grid();
    fireEvent.click(screen.getByRole('button', { name: 'Asset' }));
    await waitFor(() => expect(currentAddress()).toBe('/alarms?sort=asset'));
    fireEvent.click(screen.getByRole('button', { name: 'Asset' }));
    await waitFor(() => expect(currentAddress()).toBe('/alarms?sort=asset&dir=desc'));
    fireEvent.change(screen.getByRole('textbox', { name: 'Search alarms' }), { target: { value: 'flange' } });
    await waitFor(() => expect(currentAddress()).toContain('text=flange'));
    fireEvent.click(screen.getByRole('tab', { name: 'Past' }));
    await waitFor(() => expect(currentAddress()).toContain('view=past'));
    await waitFor(() => expect(asked.at(-1)?.get('view')).toBe('past'));
  });

  it('is worked with the keyboard: down, select, acknowledge, shelve and take it back', async () => {
    const { acted } = portal();
    await renderApp('/alarms');
    await row(/Alarm 2/);
    press('j');
    press('x');
    expect((await row(/Alarm 2/)).getAttribute('aria-selected')).toBe('true');
    press('j');
    press('x');
    press('a');
    await screen.findByText('2 alarms acknowledged.');
    expect(acted[0]?.alarms.map(({ alarmDefinitionId }) => alarmDefinitionId)).toEqual([2, 3]);
    expect(acted[0]?.alarms[0]?.raised).toBe('2026-11-20T12:00:02.000Z');
    press('k');
    press('s');
    const dialog = await screen.findByRole('dialog', { name: 'Shelve Alarm 2 of Pump 7' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note' }), { target: { value: 'works' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Shelve' }));
    await screen.findByText('Alarm 2 of Pump 7: shelved.');
    expect(acted[1]).toMatchObject({ act: 'shelve', note: 'works' });
    expect(Date.parse(acted[1]?.until ?? '')).toBeGreaterThan(Date.now());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Alarm 2 of Pump 7: brought back.');
    expect(acted[2]).toMatchObject({ act: 'unshelve', alarms: [{ alarmDefinitionId: 2 }] });
  });

  it('opens the dashboard at the moment of the alarm, and tells what happened to it', async () => {
    portal([6, 38, 40, 54]);
    await renderApp('/alarms');
    const second = await row(/Alarm 2/);
    fireEvent.click(within(second).getByText('Alarm 2'));
    const panel = await screen.findByRole('dialog', { name: 'Alarm 2, Pump 7' });
    await within(panel).findByText('a leak at the flange');
    expect(within(panel).getByRole('link').getAttribute('href')).toBe('/assets/7/dashboard?t=2026-11-20T12%3A00%3A02Z');
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    act(() => second.focus());
    press('Enter');
    await waitFor(() => expect(currentAddress()).toMatch(/^\/assets\/7\/dashboard\?t=/));
  });

  it('opens what the keyboard stands on before anything has the focus, and what has it keeps its keys', async () => {
    portal([6, 38, 40, 54]);
    await renderApp('/alarms');
    await row(/Alarm 1/);
    const search = screen.getByRole('textbox', { name: 'Search alarms' });
    act(() => search.focus());
    press('ArrowDown');
    press('Enter');
    expect(currentAddress()).toBe('/alarms');
    act(() => search.blur());
    press('ArrowDown');
    press(' ');
    expect((await row(/Alarm 2/)).getAttribute('aria-selected')).toBe('true');
    press('ArrowUp');
    act(() => (document.activeElement as HTMLElement).blur());
    press('Enter');
    await waitFor(() => expect(currentAddress()).toBe('/assets/7/dashboard?t=2026-11-20T12%3A00%3A01Z'));
  });

  it('lets those who may only look do nothing', async () => {
    const { acted } = portal([6, 38]);
    await renderApp('/alarms');
    await row(/Alarm 1/);
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    press('a');
    press('c');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(acted).toEqual([]);
  });

  it('keeps lists under a name, for the user', async () => {
    const { stub } = portal();
    const saved: unknown[] = [];
    stub.on(auth.saveUserAttributes, ({ body }) => {
      saved.push(body);
      return { body: body as never };
    });
    await renderApp('/alarms?severity=5');
    await grid();
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name of this view' }), { target: { value: 'Night' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The view Night was saved.');
    expect(saved).toMatchObject([
      [{ attributeName: 'alarmViews', attributeValue: '[{"name":"Night","search":"severity=5"}]' }],
    ]);
  });

  it('says why the values are what they are that raised an alarm, at that moment', async () => {
    const { stub } = portal([6, 38, permissionId('DataItems', 'View')]);
    stub.on('GET /api/ef/assets/7/alarms/2/dataitems', { body: [31] }).on('GET /api/ef/assets/7/dataitems/31/why', {
      status: 404,
      body: { error: { code: 'not-found', message: 'The data item was not found.' } },
    });
    await renderApp('/alarms');
    const row = await screen.findByRole('row', { name: /Alarm 2/ });
    fireEvent.contextMenu(row);
    const panel = await screen.findByRole('dialog', { name: 'Why this number?' });
    await screen.findByText('The data item was not found.');
    const asked = stub.requests.find(({ url }) => url.pathname.endsWith('/why'));
    expect(asked?.url.searchParams.get('at')).toBe('2026-11-20T12:00:00.000Z');
    // The condition may have been another one then.
    expect(within(panel).getByText(/^Which data items its cause names is not known here/)).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  });

  it('says it of what the cause names, also when the condition reads something else now, or cannot be had', async () => {
    const { stub } = portal([6, 38, permissionId('DataItems', 'View')]);
    const causeNumbers = [{ start: 11, end: 14, dataItemId: 40, unit: 'psi' }] as alarms.CauseNumber[];
    const notFound = { status: 404, body: { error: { code: 'not-found', message: 'The data item was not found.' } } };
    const gone = { status: 404, body: { error: { code: 'not-found', message: 'The alarm was not found.' } } };
    stub
      .on(alarmLists.searchAlarms, { body: { total: 1, alarms: [line(2, { causeNumbers })] } })
      .on('GET /api/ef/assets/7/alarms/2/dataitems', { body: [31] })
      .on('GET /api/ef/assets/7/dataitems/40/why', notFound)
      .on('GET /api/ef/assets/7/dataitems', { body: [] });
    await renderApp('/alarms');
    fireEvent.contextMenu(await row(/Alarm 2/));
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Value' });
    expect(screen.queryByText(/^Which data items its cause names/)).toBeNull();
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Data item 40', 'Data item 31, read by its condition now']);
    const asked = stub.requests.filter(({ url }) => url.pathname.endsWith('/why'));
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/api/ef/assets/7/dataitems/40/why']);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    stub.on('GET /api/ef/assets/7/alarms/2/dataitems', gone);
    await renderApp('/alarms');
    fireEvent.contextMenu(await row(/Alarm 2/));
    await screen.findByText('The alarm was not found.');
    expect(screen.getByText('The data item was not found.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  });

  it('says why there is nothing, and tries again', async () => {
    const { stub } = portal();
    stub.on(alarmLists.searchAlarms, { status: 500, body: { error: { code: 'x', message: 'Broken.' } } });
    await renderApp('/alarms');
    await screen.findByText('The alarms could not be loaded.');
    stub.on(alarmLists.searchAlarms, { body: { total: 0, alarms: [] } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No alarm is open.');
  });
});

describe('the bell', () => {
  it('counts on every page and in the title of the window, and opens the most urgent', async () => {
    portal();
    await renderApp('/assets');
    const bell = await screen.findByRole('button', { name: /2 of 3 open alarms not acknowledged, worst severity 10/ });
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
    fireEvent.click(bell);
    const alarm = await screen.findByRole('link', { name: /Alarm 1/ });
    expect(alarm.getAttribute('href')).toMatch(/^\/assets\/7\/dashboard\?t=2026-11-20T12/);
    expect(screen.getByRole('button', { name: 'Mute for 30 minutes' })).toBeTruthy();
  });

  it('is not there for who may not see alarms', async () => {
    const { stub } = portal([6]);
    await renderApp('/assets');
    await screen.findByRole('heading', { name: 'Assets' });
    expect(stub.requests.filter(({ url }) => url.pathname.includes('/alarms/summary'))).toEqual([]);
  });
});
