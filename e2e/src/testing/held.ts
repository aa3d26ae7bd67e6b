import type { Browser, Locator, Page } from '@playwright/test';
import { expect, logIn, test } from './journey.ts';
import type { Portal } from './portal.ts';

const HELD = {
  tablet: { viewport: { width: 820, height: 1_180 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const;

export type Held = keyof typeof HELD;

/** A page of somebody who holds a tablet, and then of somebody who holds a phone, each logged in on a browser of its own. */
export async function whereverHeld(
  browser: Browser,
  portal: Portal,
  does: (page: Page, held: Held) => Promise<void>,
): Promise<void> {
  // Twice a long way, on machines without a graphics card and with much else to do.
  test.setTimeout(240_000);
  for (const held of Object.keys(HELD) as Held[]) {
    const context = await browser.newContext({
      ...HELD[held],
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await logIn(page, portal);
    await does(page, held);
    await context.close();
  }
}

/** Chooses an entry of a list, or of a menu, with a finger. */
export async function pick(page: Page, opener: Locator, entry: string | RegExp): Promise<void> {
  await opener.tap();
  const found = page.getByRole('option', { name: entry }).or(page.getByRole('menuitem', { name: entry }));
  await found.first().tap();
}

/**
 * Holds what is shown, the topmost dialog or else the page, to this: it is within the width, and nothing cuts a word or a
 * button of it. What scrolls is looked at as far as it begins; a text that says by an ellipsis that it goes on may do so.
 */
export async function expectWhole(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(faults), { message: where, timeout: 15_000 }).toEqual([]);
}

/** So large is what a finger presses, at the least: that of a line of a table is a little smaller than the others. */
const FINGER_PX = 40;

/** Holds what is pressed or drawn along in a part of the page to the size of a finger. */
export async function expectFingerSized(part: Locator, where: string): Promise<void> {
  const small = () =>
    part.locator('button, a[href], select, input').evaluateAll(
      (all, least) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          const name = one.getAttribute('aria-label') ?? one.textContent;
          return Math.min(width, height) < least ? [`${name}: ${Math.round(width)} × ${Math.round(height)} px`] : [];
        }),
      FINGER_PX,
    );
  await expect.poll(small, { message: where, timeout: 15_000 }).toEqual([]);
}

function faults(): string[] {
  const over = document.documentElement.scrollWidth - window.innerWidth;
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility());
  const root = dialogs.at(-1) ?? document.querySelector('main') ?? document.body;
  const CONTROLS = 'button, a[href], [role="tab"]';
  const SAID = `${CONTROLS}, label, h1, h2, h3, th`;

  const isCut = ({ left, right, top, bottom, width }: DOMRect, first: Element | null, mayGoOn: boolean): boolean => {
    if (width <= 1) return false;
    for (let at = first; at !== null; at = at.parentElement) {
      const { overflowX, clipPath, textOverflow, visibility } = getComputedStyle(at);
      const room = at.getBoundingClientRect();
      // Said to screen readers only; and a map ends somewhere.
      if (clipPath !== 'none' || visibility === 'hidden' || room.width <= 1 || at.matches('.maplibregl-map'))
        return false;
      if (at.matches('button, [role="tab"]') && (top < room.top - 2 || bottom > room.bottom + 2)) return true;
      if (overflowX === 'visible') continue;
      if (overflowX === 'auto' || overflowX === 'scroll') return false;
      if (textOverflow === 'ellipsis' && mayGoOn) return false;
      if (left < room.left - 1 || right > room.right + 1) return true;
    }
    return left < -1 || right > window.innerWidth + 1;
  };

  const found: string[] = over > 0 ? [`hangs ${over} px over its edge`] : [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const { parentElement } = text;
    if (text.data.trim() === '' || !parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const mayGoOn = parentElement.closest(SAID)?.matches('a') !== false;
    if (isCut(range.getBoundingClientRect(), parentElement, mayGoOn)) found.push(`cut: ${text.data.trim()}`);
  }
  for (const control of root.querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility() || !isCut(control.getBoundingClientRect(), control.parentElement, false)) continue;
    found.push(`cut: ${control.getAttribute('aria-label') ?? control.textContent}`);
  }
  return found;
}
