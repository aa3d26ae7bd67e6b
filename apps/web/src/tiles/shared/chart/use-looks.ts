import { useEffect, useState } from 'react';

/** A number that grows every so often while it is on: what moves on with time is looked at again with it. */
export function useLooks(isOn: boolean, everyMs: number): number {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setLooks((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
  return looks;
}
