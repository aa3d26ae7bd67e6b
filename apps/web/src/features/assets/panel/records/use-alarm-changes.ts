import { useQueryClient } from '@tanstack/react-query';
import { alarms } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';

export interface AlarmChanges {
  /** The definition of the alarm that is being changed, or `all`. */
  readonly busyWith: number | 'all' | undefined;
  acknowledge(alarm: alarms.Alarm): Promise<void>;
  close(alarm: alarms.Alarm): Promise<void>;
  closeAll(count: number): Promise<void>;
}

/** Acknowledges and closes the alarms of one asset. */
export function useAlarmChanges(assetId: number): AlarmChanges {
  const client = useQueryClient();
  const [busyWith, setBusyWith] = useState<number | 'all'>();

  async function change(of: number | 'all', failure: string, make: () => Promise<unknown>): Promise<void> {
    setBusyWith(of);
    try {
      await make();
    } catch (error) {
      toast(`${failure} ${messageOf(error)}`, 'error');
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.assetAlarms(assetId) }),
        client.invalidateQueries({ queryKey: queryKeys.alarmTransitions(assetId) }),
      ]);
      setBusyWith(undefined);
    }
  }

  return {
    busyWith,
    acknowledge: ({ alarmDefinitionId }) =>
      change(alarmDefinitionId, 'The alarm could not be acknowledged.', () =>
        callApi(alarms.acknowledgeAlarm, { params: { assetId, alarmDefinitionId } }),
      ),
    close: ({ alarmDefinitionId }) =>
      change(alarmDefinitionId, 'The alarm could not be closed.', () =>
        callApi(alarms.closeAlarm, { params: { assetId, alarmDefinitionId } }),
      ),
    async closeAll(count) {
      const message = `All ${count} alarms of this asset will be closed. Are you sure?`;
      if (!(await confirm({ message, confirmLabel: 'Close all' }))) return;
      await change('all', 'The alarms could not be closed.', () =>
        callApi(alarms.closeAllAlarms, { params: { assetId } }),
      );
    },
  };
}
