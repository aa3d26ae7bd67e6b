import type { alarmDefinitions } from '@telltale/contract';
import { describe, expect, it, test } from 'vitest';
import { alarmBody, emptyAlarm, fieldsOfAlarm, foreignVariables, isSameAlarm } from './alarm-fields.ts';

const stored = {
  alarmDefinitionId: 4,
  assetDefinitionId: 2,
  name: 'High',
  reason: 'Too much',
  severity: 5,
  escalation: 60,
  expiration: 0,
  selfAck: 1,
  alarmExpression: { expression: '_Flow > 3 and _Gone > 1', variables: [{ DataItemId: 9, Variable: '_Gone' }] },
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
} as unknown as alarmDefinitions.AlarmDefinition;

describe('the fields of an alarm', () => {
  it('are those of the stored one, and changed when one differs', () => {
    const fields = fieldsOfAlarm(stored);
    expect(fields).toMatchObject({ name: 'High', severity: 5, selfAck: true, expression: '_Flow > 3 and _Gone > 1' });
    expect(isSameAlarm(fields, fieldsOfAlarm(stored))).toBe(true);
    expect(isSameAlarm(fields, { ...fields, severity: null })).toBe(false);
  });

  it('are sent with what their variables stand for; one that the definition lost keeps its data item', () => {
    const fields = { ...fieldsOfAlarm(stored), expression: '_Flow > 4 and _Gone > 1' };
    const body = alarmBody(fields, 2, stored, [{ dataItemId: 7, label: 'Flow' }]);
    expect(body).toMatchObject({ alarmDefinitionId: 4, assetDefinitionId: 2 });
    expect(JSON.parse(body.flee ?? '')).toEqual({
      expression: '_Flow > 4 and _Gone > 1',
      variables: [
        { DataItemId: 7, Variable: '_Flow' },
        { DataItemId: 9, Variable: '_Gone' },
      ],
    });
  });

  it('are sent as far as they were changed: what somebody else changes meanwhile stays', () => {
    const fields = { ...fieldsOfAlarm(stored), severity: null, selfAck: false };
    expect(alarmBody(fields, 2, stored, [])).toEqual({
      ...{ alarmDefinitionId: 4, assetDefinitionId: 2, severity: null, selfAck: 0 },
    });
  });

  it('of a new one have no id, and the defaults of the specification', () => {
    const body = alarmBody({ ...emptyAlarm, name: 'New' }, 2, undefined, []);
    expect(body).not.toHaveProperty('alarmDefinitionId');
    expect(body).toMatchObject({ reason: '', severity: 1, escalation: 0, expiration: 0, selfAck: 0, jobId: 0 });
  });

  test.each([
    ['_Flow > 1 and _Level > _Level', ['_Level']],
    ['_FLOW > 1', []],
    ['_Flow = "_Text"', []],
    ['', []],
  ])('variables of no data item in %j', (expression, names) => {
    expect(foreignVariables(expression, [{ variable: '_Flow' }])).toEqual(names);
  });
});
