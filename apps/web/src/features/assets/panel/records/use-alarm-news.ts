import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '#api/query-keys.ts';
import { useLive } from '#live/use-live.ts';

/** Asks for the alarms of an asset again whenever the live hub says that one of them changed. */
export function useAlarmNews(assetId: number): void {
  const client = useQueryClient();
  const { connection } = useLive();
  useEffect(() => {
    const ask = () => {
      void client.invalidateQueries({ queryKey: queryKeys.assetAlarms(assetId) });
      void client.invalidateQueries({ queryKey: queryKeys.alarmTransitions(assetId) });
    };
    const silence = connection.listen({
      // What happened before it listened was missed.
      subscribed: (about) => {
        if (about === assetId) ask();
      },
      message: (about, channel) => {
        if (about === assetId && channel === 'alarms') ask();
      },
    });
    const unwatch = connection.watch(assetId);
    return () => {
      silence();
      unwatch();
    };
  }, [client, connection, assetId]);
}
