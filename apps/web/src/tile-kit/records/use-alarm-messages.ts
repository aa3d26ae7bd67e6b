import type { LiveChannel } from '@telltale/contract';
import { useEffect, useRef } from 'react';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';

interface RecordListener {
  /** Something of an asset changed. */
  message: (assetId: number, payload: unknown) => void;
  /** The connection hears of an asset again: what happened in between was missed. */
  subscribed?: (assetId: number) => void;
}

/** Hears what the live hub says of the alarms of the dashboard's asset, or of those in a system's slots. */
export function useAlarmMessages(isWanted: boolean, listener: RecordListener): void {
  useAssetMessages('alarms', isWanted, listener);
}

/** The same of its other records: events, commands, files. */
export function useRecordMessages(isWanted: boolean, listener: RecordListener): void {
  useAssetMessages('records', isWanted, listener);
}

function useAssetMessages(wantedChannel: LiveChannel, isWanted: boolean, listener: RecordListener): void {
  const { members } = useDashboardScope();
  const { connection } = useLive();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (!isWanted) return;
    const wanted = new Set(members.map(({ assetId }) => assetId));
    const silence = connection.listen({
      subscribed: (assetId) => {
        if (wanted.has(assetId)) latest.current.subscribed?.(assetId);
      },
      message: (assetId, channel, payload) => {
        if (wanted.has(assetId) && channel === wantedChannel) latest.current.message(assetId, payload);
      },
    });
    const unwatch = [...wanted].map((assetId) => connection.watch(assetId));
    return () => {
      silence();
      for (const end of unwatch) end();
    };
  }, [connection, members, wantedChannel, isWanted]);
}
