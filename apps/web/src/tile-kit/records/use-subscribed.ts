import { useEffect, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';

/** Where the hub does not answer in time, what is asked of the portal does not wait for it. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Whether the live hub is heard of all that the dashboard is about, or is not going to be soon: what is asked then lacks
 * nothing, and need not be asked again when the subscription comes.
 */
export function useSubscribed(isWanted: boolean): boolean {
  const { members } = useDashboardScope();
  const { connection } = useLive();
  const [heard, setHeard] = useState<string>();
  const wanted = members.map(({ assetId }) => assetId).join();
  useEffect(() => {
    if (!isWanted) return;
    const assetIds = wanted === '' ? [] : wanted.split(',').map(Number);
    const unwatch = assetIds.map((assetId) => connection.watch(assetId));
    const coming = new Set(assetIds.filter((assetId) => connection.isSubscribing(assetId)));
    const settle = () => setHeard(wanted);
    const silence = connection.listen({
      subscribed: (assetId) => {
        if (coming.delete(assetId) && coming.size === 0) settle();
      },
      statusChanged: (status) => {
        if (status !== 'open' && status !== 'connecting') settle();
      },
    });
    const timer = setTimeout(settle, LONGEST_WAIT_MS);
    if (coming.size === 0) settle();
    return () => {
      clearTimeout(timer);
      silence();
      for (const end of unwatch) end();
    };
  }, [connection, wanted, isWanted]);
  return !isWanted || heard === wanted;
}
