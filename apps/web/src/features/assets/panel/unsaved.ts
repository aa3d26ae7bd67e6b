import { createContext, useContext, useEffect } from 'react';

/** Counts the forms of the panel in which something was typed that is not saved. */
export const UnsavedContext = createContext<(change: 1 | -1) => void>(() => undefined);

/** Tells the panel that what was typed in a form would be lost with it: it asks before it closes or shows another tab. */
export function useUnsaved(isUnsaved: boolean): void {
  const count = useContext(UnsavedContext);
  useEffect(() => {
    if (!isUnsaved) return;
    count(1);
    return () => count(-1);
  }, [isUnsaved, count]);
}
