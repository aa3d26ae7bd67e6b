import type { alarmLists, ReplyOf } from '@telltale/contract';

export type Outcomes = ReplyOf<typeof alarmLists.actOnAlarms>;

const words: Readonly<Record<alarmLists.AlarmAct, string>> = {
  acknowledge: 'acknowledged',
  close: 'closed',
  shelve: 'shelved',
  unshelve: 'brought back',
  comment: 'commented',
};

/** What came of an act, and whose deed stands where somebody else was first. */
export function outcomeText(
  act: alarmLists.AlarmAct,
  outcomes: Outcomes,
  lines: readonly Pick<alarmLists.ListedAlarm, 'name' | 'assetName'>[],
): string {
  const count = (outcome: alarmLists.ActOutcome) => outcomes.filter((one) => one.outcome === outcome).length;
  const by = (outcome: alarmLists.ActOutcome) => {
    const names = [...new Set(outcomes.filter((one) => one.outcome === outcome && one.by !== '').map((one) => one.by))];
    return names.length === 0 ? '' : ` by ${names.join(', ')}`;
  };
  const [first] = lines;
  const done = count('done');
  const one = lines.length === 1 && first ? `${first.name} of ${first.assetName}` : undefined;
  const parts = [
    done === 0 ? '' : one ? `${one}: ${words[act]}.` : `${alarms(done)} ${words[act]}.`,
    count('already') === 0 ? '' : `${one ?? alarms(count('already'))}: ${words[act]} already${by('already')}.`,
    count('gone') === 0
      ? ''
      : `${one ?? alarms(count('gone'))}: not there any more${by('gone') && `, last changed${by('gone')}`}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

function alarms(count: number): string {
  return count === 1 ? '1 alarm' : `${count.toLocaleString('en')} alarms`;
}
