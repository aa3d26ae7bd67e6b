import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alarmLists, alarms } from '@telltale/contract';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useIsPast } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import { askAgain } from './ask-again.ts';
import { withAlarm } from './use-alarms.ts';

export type ActedAlarm = Pick<alarms.Alarm, 'assetId' | 'alarmDefinitionId' | 'name' | 'raised' | 'shelved'>;
type AlarmId = Pick<alarms.Alarm, 'assetId' | 'alarmDefinitionId'>;

/** What can be done with an open alarm besides closing it. */
export type TileAct =
  | { readonly act: 'acknowledge' | 'unshelve' }
  | { readonly act: 'shelve' /** ISO 8601. */; readonly until: string; readonly note: string };

export interface AlarmActs {
  /** Empty: alarms can be changed. Else why not, in words. */
  readonly refusal: string;
  /** Whether something is being done with this alarm. */
  isActing(alarm: AlarmId): boolean;
  close(alarm: AlarmId): void;
  run(alarm: ActedAlarm, act: TileAct): void;
}

const DONE: Readonly<Record<TileAct['act'], string>> = {
  acknowledge: 'acknowledged',
  shelve: 'shelved',
  unshelve: 'brought back',
};

/** Closes, acknowledges and shelves alarms for who may, while the dashboard is live. */
export function useAlarmActs(): AlarmActs {
  const client = useQueryClient();
  const mayModify = useMay('Alarms', 'Modify');
  const isPast = useIsPast();
  const closing = useMutation({
    mutationFn: ({ assetId, alarmDefinitionId }: AlarmId) =>
      callApi(alarms.closeAlarm, { params: { assetId, alarmDefinitionId } }),
    onSuccess: ({ assetId, alarmDefinitionId }) =>
      client.setQueryData(
        assetAlarmsQuery(assetId).queryKey,
        (list) => list && withAlarm(list, { assetId, alarmDefinitionId, alarm: null }),
      ),
    onError: (error) => toast(`The alarm could not be closed. ${messageOf(error)}`, 'error'),
  });
  const acting = useMutation({
    mutationFn: ({
      alarm: { assetId, alarmDefinitionId, raised, shelved },
      act,
    }: {
      alarm: ActedAlarm;
      act: TileAct;
    }) =>
      callApi(alarmLists.actOnAlarms, {
        body: { ...act, alarms: [{ assetId, alarmDefinitionId, raised, isShelved: shelved !== null }] },
      }),
    onSuccess: ([answer], { alarm, act }) => {
      const words = outcomeWords(alarm.name, act.act, answer);
      if (words !== '') toast(words);
      // The live hub tells it too, and may be away.
      void askAgain(client, assetAlarmsQuery(alarm.assetId).queryKey);
      return client.invalidateQueries({ queryKey: queryKeys.alarmLists });
    },
    onError: (error, { alarm, act }) =>
      toast(`${alarm.name} could not be ${DONE[act.act]}. ${messageOf(error)}`, 'error'),
  });
  const isSame = (one: AlarmId | undefined, { assetId, alarmDefinitionId }: AlarmId) =>
    one?.assetId === assetId && one.alarmDefinitionId === alarmDefinitionId;
  return {
    refusal: isPast ? 'Alarms cannot be closed in the past.' : mayModify ? '' : 'You may not close alarms.',
    isActing: (alarm) =>
      (closing.isPending && isSame(closing.variables, alarm)) ||
      (acting.isPending && isSame(acting.variables?.alarm, alarm)),
    close: ({ assetId, alarmDefinitionId }) => closing.mutate({ assetId, alarmDefinitionId }),
    run: (alarm, act) => acting.mutate({ alarm, act }),
  };
}

/** What is to be said where somebody else was first; empty where what was asked for was done. */
function outcomeWords(
  name: string,
  act: TileAct['act'],
  answer: { readonly outcome: alarmLists.ActOutcome; readonly by: string } | undefined,
): string {
  const by = answer?.by ? ` by ${answer.by}` : '';
  if (answer?.outcome === 'already') return `${name}: ${DONE[act]} already${by}.`;
  if (answer?.outcome === 'gone') return `${name}: not there any more${by === '' ? '' : `, last changed${by}`}.`;
  return '';
}
