import { alarmCounts, alarmLists, assets, auth } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { aListedAlarm } from '../testing/a-listed-alarm.ts';
import { firstOutText, floodCountText, floodTimesText } from './flood-text.ts';

const FLOOD = Date.parse('2026-11-20T14:02:00Z');
const at = (seconds: number) => new Date(FLOOD + seconds * 1_000).toISOString();

const line: typeof aListedAlarm = (alarmDefinitionId, more) =>
  aListedAlarm(alarmDefinitionId, { raised: at(alarmDefinitionId), lastRaised: at(alarmDefinitionId), ...more });
const members = [1, 2, 3].map((id) => line(id));
const placed = members.map((one, i) => ({
  ...one,
  floodPlace: {
    floodId: FLOOD,
    role: i === 0 ? 'first' : 'consequence',
    afterSeconds: i,
    follows: i === 0 ? null : { name: 'Alarm 1', assetName: 'Pump 7', isFirst: true },
    bond: i === 0 ? null : 'system',
    systemName: i === 0 ? null : 'Rig 7',
    evidence: i === 2 ? { followed: 8, of: 9 } : null,
  },
}));
const flood = (isOpened: boolean, more: object = {}) => ({
  ...members[1],
  flood: {
    floodId: FLOOD,
    from: at(0),
    last: at(3),
    until: null,
    alarms: 34,
    listed: 3,
    unacknowledged: 2,
    severities: [
      { severity: 9, alarms: 1 },
      { severity: 5, alarms: 2 },
    ],
    firstOut: { assetId: 7, assetName: 'Pump 7', alarmDefinitionId: 1, name: 'Alarm 1', severity: 5, raised: at(1) },
    isOpened,
    ...more,
  },
});
const other = line(8, { name: 'Alone' });

function portal() {
  const asked: URLSearchParams[] = [];
  const acted: { act: string; alarms: { alarmDefinitionId: number }[] }[] = [];
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin([6, 38, 40]) })
    .on(assets.listAssets, { body: [] })
    .on(alarmCounts.getAlarmSummary, {
      body: { open: 4, unacknowledged: 3, shelved: 0, worst: 9, worstUnacknowledged: 9, newest: null },
    })
    .on(alarmLists.searchAlarms, ({ url: { searchParams } }) => {
      asked.push(searchParams);
      if (searchParams.get('floodId')) return { body: { total: 3, alarms: members } };
      if (searchParams.get('floods') !== 'collapse') return { body: { total: 4, alarms: [...members, other] } };
      const isOpened = searchParams.get('opened') === String(FLOOD);
      const alarms = isOpened ? [flood(true), ...placed, other] : [flood(false), other];
      return { body: { total: alarms.length, listed: 4, alarms } };
    })
    .on(alarmLists.actOnAlarms, ({ body }) => {
      const request = body as (typeof acted)[number];
      acted.push(request);
      return { body: request.alarms.map((one) => ({ ...one, outcome: 'done', by: '' })) };
    });
  return { stub, asked, acted };
}

const press = (key: string) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
const row = (name: RegExp) => screen.findByRole('row', { name });
const opened = `opened=${FLOOD}`;

describe('a flood on the page of the alarms', () => {
  beforeEach(() => void document.body.focus());

  it('is one line with its first out, and every count stays that of alarms', async () => {
    portal();
    await renderApp('/alarms');
    const line = await row(/Flood: 3 of 34 alarms since/);
    for (const text of [/first out: Pump 7 Alarm 1/, /1 of severity 9/, /2 of severity 5/, /2 not acknowledged/]) {
      expect(line.textContent).toMatch(text);
    }
    expect(within(screen.getByRole('grid')).getAllByRole('row')).toHaveLength(3);
    expect(screen.getByText('4 listed')).toBeTruthy();
    await screen.findByRole('tab', { name: 'Open 4' });
  });

  it('opens and closes with the keyboard, and tells of each alarm why it is there', async () => {
    portal();
    await renderApp('/alarms');
    const closed = await row(/Flood:/);
    expect(within(closed).getByRole('button').getAttribute('aria-expanded')).toBe('false');
    act(() => closed.focus());
    press('ArrowRight');
    await waitFor(() => expect(currentAddress()).toBe(`/alarms?${opened}`));
    await screen.findByText('First out');
    expect(document.activeElement).toBe(closed);
    await screen.findByText('1 s after the first out, same system Rig 7');
    await screen.findByText('2 s after the first out, same system Rig 7; followed it 8 of 9 times before');
    expect(
      within(await row(/Flood:/))
        .getByRole('button')
        .getAttribute('aria-expanded'),
    ).toBe('true');
    press('j');
    press('j');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Alarm 2'));
    press('ArrowLeft');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Flood:'));
    press('Enter');
    await waitFor(() => expect(currentAddress()).toBe('/alarms'));
    await waitFor(() => expect(screen.queryByText('First out')).toBeNull());
  });

  it('opens with a click, and as the address says', async () => {
    portal();
    await renderApp('/alarms');
    fireEvent.click(await screen.findByText(/first out: Pump 7/));
    await screen.findByText('First out');
    await renderApp(`/alarms?${opened}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Alarms of the flood of Pump 7 Alarm 1' }));
    await waitFor(() => expect(currentAddress()).toBe('/alarms'));
  });

  it('is acknowledged as a whole, with the filter of the list', async () => {
    const { acted, asked } = portal();
    await renderApp('/alarms?severity=5');
    act(() => void 0);
    const line = await row(/Flood:/);
    act(() => line.focus());
    press('a');
    await screen.findByText('3 alarms acknowledged.');
    expect(acted[0]?.alarms.map(({ alarmDefinitionId }) => alarmDefinitionId)).toEqual([1, 2, 3]);
    const whole = asked.find((query) => query.get('floodId') === String(FLOOD));
    expect([whole?.get('severityMin'), whole?.get('floods')]).toEqual(['5', null]);
  });

  it('is selected as a whole, and taken back', async () => {
    portal();
    await renderApp('/alarms');
    const line = await row(/Flood:/);
    act(() => line.focus());
    press('x');
    await screen.findByText('3 selected');
    expect((await row(/Flood:/)).getAttribute('aria-selected')).toBe('true');
    press('x');
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
  });

  it('is single alarms for who chose that, and the choice is kept', async () => {
    const { stub } = portal();
    const saved: unknown[] = [];
    stub.on(auth.saveUserAttributes, ({ body }) => {
      saved.push(body);
      return { body: body as never };
    });
    await renderApp('/alarms');
    await row(/Flood:/);
    const button = screen.getByRole('button', { name: 'Collapse floods' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button);
    await waitFor(() => expect(currentAddress()).toBe('/alarms?floods=off'));
    await row(/Alarm 1/);
    await waitFor(() => expect(screen.queryByText(/first out:/)).toBeNull());
    expect(saved).toMatchObject([[{ attributeName: 'alarmFloods', attributeValue: 'off' }]]);
    fireEvent.click(screen.getByRole('tab', { name: /^Shelved/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Collapse floods' })).toBeNull());
  });

  it('says that its alarms could not be loaded', async () => {
    const { stub } = portal();
    await renderApp('/alarms');
    const line = await row(/Flood:/);
    stub.on(alarmLists.searchAlarms, { status: 500, body: { error: { code: 'x', message: 'Broken.' } } });
    act(() => line.focus());
    press('a');
    await screen.findByText(/The alarms of the flood could not be loaded/);
  });
});

it('is worded with its times, its count and its first out', () => {
  const now = FLOOD + 3_600_000;
  expect(floodTimesText({ from: at(0), until: null }, 'UTC', now)).toBe('since 14:02');
  expect(floodTimesText({ from: at(0), until: at(1_740) }, 'UTC', now)).toBe('14:02–14:31');
  expect(floodTimesText({ from: at(0), until: null }, 'UTC', now + 86_400_000)).toBe('since 2026-11-20 14:02');
  expect(floodCountText({ alarms: 1_234, listed: 1_234 })).toBe('1,234 alarms');
  expect(firstOutText(flood(false).flood as never)).toBe('Pump 7 Alarm 1');
});
