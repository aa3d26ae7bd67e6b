import { useEffect, useRef } from 'react';
import { useLive } from '#live/use-live.ts';

/** Channels that tell of records of an asset: each is something that a timeline shows. */
const CHANNELS: ReadonlySet<string> = new Set(['records', 'alarms', 'state']);
/** What comes at once is told once. */
const SETTLE_MS = 300;

/** Hears that there are other records of an asset, and that some may have been missed. */
export function useRecordNews(assetId: number, tell: () => void): void {
  const { connection } = useLive();
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasSubscribed = false;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, SETTLE_MS);
    };
    const silence = connection.listen({
      subscribed: (about) => {
        if (about !== assetId) return;
        // The first answer was asked for as the page opened; what happened during a gap was missed.
        if (wasSubscribed) later();
        wasSubscribed = true;
      },
      message: (about, channel) => {
        if (about === assetId && CHANNELS.has(channel)) later();
      },
    });
    const unwatch = connection.watch(assetId);
    return () => {
      clearTimeout(timer);
      silence();
      unwatch();
    };
  }, [connection, assetId]);
}
