import type { alarmDefinitions, alarms } from '@telltale/contract';
import { expect, it } from 'vitest';
import { alarmsAbout, openAlarmsText, tallyOf, together } from './open-alarms.ts';

const alarm = (alarmDefinitionId: number, more: Partial<alarms.Alarm> = {}) =>
  ({ alarmDefinitionId, assetId: 1, severity: 5, alarmStatus: 1, shelved: null, ...more }) as alarms.Alarm;

it('counts what is open and not put aside, and names the worst of it', () => {
  const shelved = alarm(3, { severity: 99, shelved: { until: '2026-11-22T12:00:00Z', user: 'ann', note: '' } });
  expect(tallyOf([alarm(1), alarm(2, { severity: 2, alarmStatus: 2 }), shelved])).toEqual({
    count: 2,
    unacknowledged: 1,
    worst: 5,
  });
  expect(tallyOf([shelved])).toBeUndefined();
});

it('adds up what several assets have', () => {
  const one = { count: 1, unacknowledged: 0, worst: 10 };
  expect(together([one, { count: 2, unacknowledged: 2, worst: 5 }])).toEqual({
    count: 3,
    unacknowledged: 2,
    worst: 10,
  });
  expect(together([])).toBeUndefined();
  expect(openAlarmsText(one)).toBe('1 open alarm, all acknowledged, worst severity 10');
});

it.each([
  ['no override', undefined, [1]],
  ['one that is off', { overrideMethod: 0, expression: '_Flow < 1' }, [1]],
  ['one instead', { overrideMethod: 1, expression: '_Flow < 1' }, []],
  ['one beside it', { overrideMethod: 2, expression: '_Flow < 1' }, [1]],
  ['one instead that asks for it', { overrideMethod: 1, expression: '_level > 20' }, [1]],
])('takes an alarm for one about a data item with %s', (_, override, expected) => {
  const definitions = [{ alarmDefinitionId: 1, alarmExpression: { expression: '_Level > 10' } }];
  const overrides = override
    ? [{ alarmDefinitionId: 1, ...override, expression: { expression: override.expression } }]
    : [];
  const conditions = { definitions, overrides } as {
    definitions: alarmDefinitions.AlarmDefinition[];
    overrides: alarmDefinitions.AlarmOverride[];
  };
  const found = alarmsAbout([alarm(1)], conditions, [{ dataItemId: 7, label: 'Level' }]);
  expect(found.map(({ alarmDefinitionId }) => alarmDefinitionId)).toEqual(expected);
});
