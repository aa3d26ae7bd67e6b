import type { Locator } from '@playwright/test';

/** Numbers of a tile that something cuts, to the left or to the right. What scrolls is looked at as far as it begins. */
export function cutNumbers(tile: Locator): Promise<string[]> {
  return tile.evaluate((frame) => {
    const isCut = (text: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width <= 1) return false;
      for (let at = text.parentElement; at !== null; at = at === frame ? null : at.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(at);
        // Said to screen readers only.
        if (clipPath !== 'none') return false;
        if (overflowX === 'visible' && at !== frame) continue;
        const room = at.getBoundingClientRect();
        if (left < room.left - 1 || right > room.right + 1) return true;
      }
      return false;
    };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const isOfNextSeries = (text: Text) => text.parentElement?.closest('ul[aria-label=Series] > li:not(:first-child)');
    return texts
      .filter((text) => /^-?\d/.test(text.data) && !isOfNextSeries(text) && isCut(text))
      .map(({ data }) => data);
  });
}
