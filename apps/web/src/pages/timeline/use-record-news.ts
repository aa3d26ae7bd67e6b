import { useEffect, useRef } from 'react';
import { useLive } from '#live/use-live.ts';

/** Channels that tell of records of an asset: each is something that a timeline shows. */
const CHANNELS: ReadonlySet<string> = new Set(['records', 'alarms']);
/** What comes at once is told once. */
const SETTLE_MS = 300;
/** Going offline and coming back are written down within a second, and heard of at once. */
const WRITTEN_MS = 1_500;

/** Hears that there are other records of an asset, and that some may have been missed. */
export function useRecordNews(assetId: number, tell: () => void): void {
  const { connection } = useLive();
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasSubscribed = false;
    let wasConnected: unknown;
    const later = (delayMs = SETTLE_MS) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, delayMs);
    };
    const silence = connection.listen({
      subscribed: (about) => {
        if (about !== assetId) return;
        // The first answer was asked for as the page opened; what happened during a gap was missed.
        if (wasSubscribed) later();
        wasSubscribed = true;
      },
      message: (about, channel, payload) => {
        if (about !== assetId) return;
        if (CHANNELS.has(channel)) later();
        if (channel !== 'state') return;
        const connected = (payload as { connected?: unknown } | null)?.connected;
        if (wasConnected !== undefined && wasConnected !== connected) later(WRITTEN_MS);
        wasConnected = connected;
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
