import { useQueryClient } from '@tanstack/react-query';
import type { LiveState } from '@telltale/contract';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { LiveStates } from './live-states.ts';

export const LiveStatesContext = createContext<LiveStates | undefined>(undefined);

/** The live states of the list around; undefined until the live client has been loaded, after the list itself. */
export function useLiveStates(): LiveStates | undefined {
  const records = useQueryClient();
  const [states, setStates] = useState<LiveStates>();
  useEffect(() => {
    let isOver = false;
    let made: LiveStates | undefined;
    void import('#live/portal-live.ts').then(({ portalLive }) => {
      if (isOver) return;
      made = new LiveStates(portalLive(records).connection);
      setStates(made);
    });
    return () => {
      isOver = true;
      made?.close();
    };
  }, [records]);
  return states;
}

/** What the live hub says of one asset; undefined while it says nothing. */
export function useLiveState(assetId: number): LiveState | undefined {
  const states = useContext(LiveStatesContext);
  const subscribe = useCallback(
    (listener: () => void) => states?.subscribe(assetId, listener) ?? (() => undefined),
    [states, assetId],
  );
  return useSyncExternalStore(subscribe, () => states?.read(assetId));
}
