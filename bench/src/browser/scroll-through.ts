/// <reference lib="dom" />
import type { Locator } from '@playwright/test';

/** Scrolls through what a place holds, from its beginning to its end. @returns how long each frame took, in order of length */
export function scrollThrough(place: Locator, lastsMs: number): Promise<number[]> {
  return place.evaluate(async (scroller, lasts) => {
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
    const times: number[] = [];
    const began = await frame();
    for (let last = began; last - began < lasts; ) {
      scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * (last - began)) / lasts;
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b);
  }, lastsMs);
}
