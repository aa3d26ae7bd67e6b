import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far outside the window something counts as seen: it is ready when it scrolls in. */
const AHEAD_PX = 200;

/** Whether an element was ever in (or near) the window; it stays true. */
export function useWasSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setWasSeen] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || wasSeen) return;
    // What is in the window at once is drawn at once; the observer answers only after a frame without it.
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > top && bottom > -AHEAD_PX && top < window.innerHeight + AHEAD_PX) {
      setWasSeen(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setWasSeen(true);
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, wasSeen]);
  return wasSeen;
}
