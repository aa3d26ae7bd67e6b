import { useMemo } from 'react';
import { create } from 'zustand';
import { useSessionStore } from '#session/session-store.ts';

const useStore = create<{ shown: ReadonlySet<string> }>()(() => ({ shown: new Set() }));

/** Which commands were shown word for word to the user of this session, who agreed to them: forgotten with the page. */
export function useShownCommands() {
  const authId = useSessionStore((session) => session.authId);
  return useMemo(
    () => ({
      wasShown: (command: string) => useStore.getState().shown.has(`${authId} ${command}`),
      remember: (command: string) =>
        useStore.setState(({ shown }) => ({ shown: new Set([...shown, `${authId} ${command}`]) })),
    }),
    [authId],
  );
}
