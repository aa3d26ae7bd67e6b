import type { alarmLists } from '@telltale/contract';

/** An open alarm of Pump 7 that nobody has acted on, raised as many seconds after noon as its definition's number says. */
export const aListedAlarm = (
  alarmDefinitionId: number,
  more: Partial<alarmLists.ListedAlarm> = {},
): alarmLists.ListedAlarm => {
  const raised = `2026-11-20T12:00:0${alarmDefinitionId}.000Z`;
  return {
    alarmDefinitionId,
    assetId: 7,
    assetName: 'Pump 7',
    assetDefinitionId: 1,
    name: `Alarm ${alarmDefinitionId}`,
    reason: '',
    cause: '',
    raised,
    lastRaised: raised,
    severity: 5,
    count: 1,
    alarmStatus: 1,
    active: true,
    shelved: null,
    acknowledged: null,
    ended: null,
    ...more,
  } as alarmLists.ListedAlarm;
};
