import { useEffect, useRef } from 'react';

/** The second event, for what measures itself only after it was drawn (spec 1 §4). */
const AGAIN_MS = 25;

/** After a change of tab a window resize event fires at once and again 25 ms later. */
export function useResizeEventOn(tabId: string | undefined): void {
  const last = useRef(tabId);
  useEffect(() => {
    if (last.current === tabId) return;
    last.current = tabId;
    window.dispatchEvent(new Event('resize'));
    const timer = setTimeout(() => window.dispatchEvent(new Event('resize')), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [tabId]);
}
