import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alarms } from '@telltale/contract';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useIsPast } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import { withAlarm } from './use-alarms.ts';

type AlarmId = Pick<alarms.Alarm, 'assetId' | 'alarmDefinitionId'>;

export interface AlarmCloser {
  /** Empty: alarms can be closed. Else why not, in words. */
  readonly refusal: string;
  /** Whether this alarm is being closed. */
  isClosing(alarm: AlarmId): boolean;
  close(alarm: AlarmId): void;
}

/** Closes alarms for who may, while the dashboard is live. */
export function useCloseAlarm(): AlarmCloser {
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
  const { variables, isPending } = closing;
  return {
    refusal: isPast ? 'Alarms cannot be closed in the past.' : mayModify ? '' : 'You may not close alarms.',
    isClosing: ({ assetId, alarmDefinitionId }) =>
      isPending && variables?.assetId === assetId && variables.alarmDefinitionId === alarmDefinitionId,
    close: ({ assetId, alarmDefinitionId }) => closing.mutate({ assetId, alarmDefinitionId }),
  };
}
