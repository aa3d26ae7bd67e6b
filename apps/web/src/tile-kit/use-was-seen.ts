import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something counts as seen: it is ready when it scrolls in. */
const AHEAD = '200px';

/** Whether an element was ever in (or near) the window; it stays true. */
export function useWasSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setWasSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || wasSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setWasSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, wasSeen]);
  return wasSeen;
}
