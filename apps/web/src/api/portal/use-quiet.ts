import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const LOOK_MS = 250;

/**
 * Whether the page stands: nothing was asked of the portal for so long. For what is said beside what a page shows, and must
 * take nothing from it, on slow machines either.
 * @param latestMs by when it is taken to stand, where something is asked for again and again
 */
export function useQuiet(quietMs: number, latestMs: number): boolean {
  const client = useQueryClient();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let quiet = 0;
    let waited = 0;
    const timer = setInterval(() => {
      quiet = client.isFetching() === 0 ? quiet + LOOK_MS : 0;
      waited += LOOK_MS;
      if (quiet < quietMs && waited < latestMs) return;
      clearInterval(timer);
      setQuiet(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [client, quietMs, latestMs]);
  return isQuiet;
}
