import { alarms } from '@telltale/contract';
import { expect, test, vi } from 'vitest';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { watched } from '../testing/questions.ts';
import { takeUp } from './use-alarms.ts';

const anAlarm = alarms.alarmSchema.parse({
  alarmDefinitionId: 3,
  assetId: 7,
  name: 'High pressure',
  reason: '',
  cause: '_pressure > 9 (9.5)',
  raised: '2026-11-20T12:00:00.000Z',
  lastRaised: '2026-11-20T12:30:00.000Z',
  severity: 5,
  count: 2,
  alarmStatus: alarms.ALARM_OPEN,
  active: true,
  shelved: null,
});
const { assetId, alarmDefinitionId } = anAlarm;
const raised = { assetId, alarmDefinitionId, alarm: anAlarm };
const closed = { ...raised, alarm: null };
const watchedAlarms = () => watched<alarms.Alarm[]>(assetAlarmsQuery(assetId).queryKey);

test('news change the list that is shown at once, and ask nothing', async () => {
  const { client, questions, observer, stop } = watchedAlarms();
  questions[0]?.([]);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([]), 15_000);
  takeUp(client, raised);
  expect(observer.getCurrentResult().data).toEqual([anAlarm]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(questions).toHaveLength(1);
  stop();
});

test('news that come before the first answer are not lost, though the answer knows nothing of them', async () => {
  const { client, questions, observer, stop } = watchedAlarms();
  takeUp(client, raised);
  questions[0]?.([]);
  await vi.waitFor(() => expect(questions).toHaveLength(2), 15_000);
  questions[1]?.([anAlarm]);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([anAlarm]), 15_000);
  stop();
});

test('news that come while the list is asked again outlive an answer that is older than they are', async () => {
  const { client, questions, observer, stop } = watchedAlarms();
  questions[0]?.([anAlarm]);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([anAlarm]), 15_000);
  void client.refetchQueries();
  await vi.waitFor(() => expect(questions).toHaveLength(2), 15_000);
  takeUp(client, closed);
  expect(observer.getCurrentResult().data).toEqual([]);
  questions[1]?.([anAlarm]);
  await vi.waitFor(() => expect(questions).toHaveLength(3), 15_000);
  questions[2]?.([]);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([]), 15_000);
  stop();
});
