import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { withAlarm } from '#tile-kit/records/use-alarms.ts';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { anAlarm } from '#tiles/testing/an-alarm.ts';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { alarmTextKind } from './alarm-text.ts';
import { alarmTextBoxTile } from './tile.ts';

const bag = {
  alarm: 3,
  openText: 'Pressure is {{dataItems.pressure}}',
  acknowledgedText: 'Somebody looks',
  escalatedText: 'Call the foreman',
  defaultText: 'All is well',
};
const definition = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'pressure' }] };
const readings = () => new FixedReadings({ 5: aReading({ value: 9.5 }) });
const answers = (...list: ReturnType<typeof anAlarm>[]) => [[['assets', 7, 'alarms'], list]] as const;
const may = (...permissions: number[]) => useSessionStore.setState({ permissions: new Set(permissions) });
const VIEW = permissionId('Alarms', 'View');
const MODIFY = permissionId('Alarms', 'Modify');

let portal: PortalStub;
beforeEach(() => {
  portal = new PortalStub();
  may(VIEW, MODIFY);
});
afterEach(() => may());

test.each([
  [1, 'open'],
  [2, 'acknowledged'],
  [3, 'escalated'],
  [0, 'default'],
  [4, 'default'],
  [undefined, 'default'],
])('the status %s means the %s text', (status, kind) => expect(alarmTextKind(status)).toBe(kind));

describe('on the dashboard of a system', () => {
  const members = [
    { assetId: 7, name: 'Pump 7' },
    { assetId: 8, name: 'Pump 8' },
  ];
  const two = (first: object, second: object) => [
    [['assets', 7, 'alarms'], [anAlarm({ assetId: 7, ...first })]] as const,
    [['assets', 8, 'alarms'], [anAlarm({ assetId: 8, ...second })]] as const,
  ];

  test.each([
    [1, 3, 'Pump 8: Call the foreman'],
    [1, 2, 'Pump 7: Pressure is 9.50'],
    [2, 2, 'Pump 7: Somebody looks'],
  ])('with the states %s and %s in its slots it reads %s', async (first, second, text) => {
    await renderTile(alarmTextBoxTile, bag, {
      assetId: 0,
      members,
      definition,
      readings: readings(),
      answers: two({ alarmStatus: first }, { alarmStatus: second }),
    });
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('its button closes the alarm of the asset that it names, and the next one shows', async () => {
    portal.on('GET /api/assets/8/alarms/3/close', { body: { assetId: 8, alarmDefinitionId: 3 } });
    const answers = two({ alarmStatus: 2 }, { alarmStatus: 3 });
    await renderTile(alarmTextBoxTile, bag, { assetId: 0, members, answers });
    fireEvent.click(screen.getByRole('button', { name: 'Close alarm' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Pump 7: Somebody looks'));
  });

  test('in whose slots nothing can be seen it says so, and asks for nothing', async () => {
    const { container } = await renderTile(alarmTextBoxTile, bag, { assetId: 0 });
    expect(container.textContent).toContain('No asset that you may see stands in a slot of this system');
    expect(portal.requests.filter(({ url }) => url.pathname.startsWith('/api/'))).toEqual([]);
  });
});

test.each([
  [1, 'Pressure is 9.50'],
  [2, 'Somebody looks'],
  [3, 'Call the foreman'],
] as const)('in status %s it reads %s', async (alarmStatus, text) => {
  await renderTile(alarmTextBoxTile, bag, {
    definition,
    readings: readings(),
    answers: answers(anAlarm({ alarmStatus })),
  });
  expect(screen.getByRole('status').textContent).toBe(text);
});

test('while the alarm is not open it shows the default text and has nothing to close', async () => {
  await renderTile(alarmTextBoxTile, bag, { answers: answers(anAlarm({ alarmDefinitionId: 4 })) });
  expect(screen.getByRole('status').textContent).toBe('All is well');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an alarm that nobody defines any more does not pass for one that is well', async () => {
  const known = (...list: { alarmDefinitionId: number }[]) => [
    ...answers(),
    [['assets', 7], { assetId: 7, assetDefinitionId: 2 }] as const,
    [['definitions', 2, 'alarms'], list] as const,
  ];
  const first = await renderTile(alarmTextBoxTile, bag, { answers: known({ alarmDefinitionId: 3 }) });
  expect(first.container.textContent).toContain('All is well');
  first.unmount();
  const { container } = await renderTile(alarmTextBoxTile, bag, { answers: known({ alarmDefinitionId: 4 }) });
  expect(container.textContent).toContain('Cannot find alarm');
  expect(container.textContent).not.toContain('All is well');
});

test('its button closes the alarm', async () => {
  portal.on('GET /api/assets/7/alarms/3/close', { body: { assetId: 7, alarmDefinitionId: 3 } });
  await renderTile(alarmTextBoxTile, bag, { definition, readings: readings(), answers: answers(anAlarm()) });
  fireEvent.click(screen.getByRole('button', { name: 'Close alarm' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('All is well'));
  const asked = portal.requests.find(({ url }) => url.pathname.endsWith('/close'));
  expect(asked?.headers.get('x-requested-with')).toBe('Telltale');
});

test('who may not close alarms cannot, and nobody can in the past', async () => {
  const refused = (reason: string) => {
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) {
      expect([button.disabled, button.title]).toEqual([true, reason]);
    }
  };
  may(VIEW);
  const first = await renderTile(alarmTextBoxTile, bag, { answers: answers(anAlarm()) });
  refused('You may not close alarms.');
  first.unmount();
  may(VIEW, MODIFY);
  const time = new DashboardTime({ cursor: { kind: 'past', atMs: 1_000 }, range: undefined });
  await renderTile(alarmTextBoxTile, bag, { answers: answers(anAlarm()), time });
  refused('Alarms cannot be closed in the past.');
});

test('in the past it reads what was so then', async () => {
  const moment = { alarms: [anAlarm({ alarmStatus: 3 })], attributes: [], coordinates: null, connected: true };
  const reading = { kind: 'past', moment } as const;
  const moments = { subscribe: () => () => undefined, read: () => reading };
  await renderTile(alarmTextBoxTile, bag, { answers: answers(), moments });
  expect(screen.getByRole('status').textContent).toBe('Call the foreman');
});

test('who may not see alarms is told so', async () => {
  may();
  const { container } = await renderTile(alarmTextBoxTile, bag, { answers: answers(anAlarm()) });
  expect(container.textContent).toBe('You are missing permissions to view alarms.');
});

test('news of an alarm change the list', () => {
  const [open, other] = [anAlarm({ severity: 1 }), anAlarm({ alarmDefinitionId: 4, severity: 5 })];
  const id = { assetId: open.assetId, alarmDefinitionId: open.alarmDefinitionId };
  expect(withAlarm([open], { ...id, alarm: null })).toEqual([]);
  expect(withAlarm([open], { ...id, alarm: { ...open, alarmStatus: 2 } })).toMatchObject([{ alarmStatus: 2 }]);
  const added = withAlarm([open], { assetId: other.assetId, alarmDefinitionId: other.alarmDefinitionId, alarm: other });
  expect(added.map(({ severity }) => severity)).toEqual([5, 1]);
});

test.each(HOSTILE_TEXTS)('%s is text as an alarm’s text (E4)', async (hostile) => {
  const texts = { openText: hostile, defaultText: hostile };
  const { container } = await renderTile(alarmTextBoxTile, { ...bag, ...texts }, { answers: answers(anAlarm()) });
  expect(container.querySelector('script, img, iframe, form, [onerror], [onload]')).toBeNull();
});

test('the alarm’s id is found under its other name', () => {
  expect(settingsOf(alarmTextBoxTile, { alarmDefinitionId: '12' })).toMatchObject({ alarm: 12 });
});

test('its editor writes the four texts', async () => {
  const { changes } = await renderEditor(alarmTextBoxTile, { alarm: 3 });
  for (const [label, key] of [
    ['Open', 'openText'],
    ['Acknowledged', 'acknowledgedText'],
    ['Escalated', 'escalatedText'],
    ['Otherwise', 'defaultText'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: `${label}!` } });
    expect(changes.at(-1)).toMatchObject({ [key]: `${label}!` });
  }
});
