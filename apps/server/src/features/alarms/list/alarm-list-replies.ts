import type { alarmLists } from '@telltale/contract';
import type { AlarmState, AlarmTransition } from '../alarm-repository.ts';
import type { AssetFacts } from './asset-facts.ts';
import type { OpenAlarm } from './open-alarm-order.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

function lineOf(
  state: AlarmState,
  { name, reason, severity }: Pick<AlarmTransition, 'name' | 'reason' | 'severity'>,
  asset: AssetFacts,
): alarmLists.ListedAlarm {
  return {
    alarmDefinitionId: state.alarmDefinitionId,
    assetId: state.assetId,
    assetName: asset.name,
    assetDefinitionId: asset.assetDefinitionId,
    name,
    reason,
    cause: state.cause,
    raised: iso(state.raisedMs),
    lastRaised: iso(state.lastRaisedMs),
    severity,
    count: state.count,
    alarmStatus: state.status,
    active: state.active,
    shelved:
      state.shelvedUntilMs === null
        ? null
        : { until: iso(state.shelvedUntilMs), note: state.shelvedNote, user: state.shelvedBy },
    acknowledged:
      state.acknowledgedMs === null ? null : { user: state.acknowledgedBy, time: iso(state.acknowledgedMs) },
    ended: null,
  };
}

export function toOpenLine({ state, definition, asset }: OpenAlarm): alarmLists.ListedAlarm {
  return lineOf(state, definition, asset);
}

/** An alarm that has ended, by what ended it. */
export function toPastLine(end: AlarmTransition, asset: AssetFacts): alarmLists.ListedAlarm {
  const kind = end.kind === 'expired' ? 'expired' : 'closed';
  const ended = { time: iso(end.timeMs), kind, user: end.user, note: end.note } as const;
  return { ...lineOf(end, end, asset), active: false, shelved: null, ended };
}
