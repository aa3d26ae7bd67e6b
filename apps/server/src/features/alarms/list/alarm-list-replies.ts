import type { alarmLists } from '@telltale/contract';
import { alarmFields } from '../alarm-replies.ts';
import type { AlarmState, AlarmTransition } from '../alarm-repository.ts';
import type { AssetFacts } from './asset-facts.ts';
import type { OpenAlarm } from './open-alarm-order.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

function lineOf(
  state: AlarmState,
  definition: Pick<AlarmTransition, 'name' | 'reason' | 'severity'>,
  asset: AssetFacts,
): alarmLists.ListedAlarm {
  return {
    ...alarmFields(state, definition),
    assetName: asset.name,
    assetDefinitionId: asset.assetDefinitionId,
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
