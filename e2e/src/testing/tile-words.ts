import type { Page } from '@playwright/test';

const FRAME_LOOK_EVERY_MS = 50;
const FRAME_DEADLINE_MS = 10_000;

/** What the tiles of a dashboard say, by tile, and under `frame` what stands in the author's own frame. */
export type Words = Readonly<Record<string, string>>;

/** A text that a tile, or an element within it, must hold before a moment counts as drawn. */
export interface Drawn {
  readonly tile: string;
  readonly within?: string;
  readonly text: string;
}

interface Reading {
  readonly ids: readonly string[];
  /** Tiles whose points are to be shown as a table: pictures have no words. */
  readonly charts: readonly string[];
}

interface Still extends Reading {
  readonly drawn: readonly Drawn[];
  /** When values of the data item of the tiles of hours were published. */
  readonly publishedMs: readonly number[];
}

interface Expected extends Reading {
  readonly words: Words;
}

interface TileWords {
  whenStill(still: Still): Promise<{ atMs: number; words: Words }>;
  whenEqual(expected: Expected): Promise<Words>;
}

declare global {
  interface Window {
    tileWords: TileWords;
  }
}

/** Runs in the page: waiting there costs a moment what it takes, and not a journey of every look. */
function install(): void {
  const LOOK_EVERY_MS = 100;
  const STILL_MS = 300;
  const DEADLINE_MS = 30_000;
  /** A value that was stored after its minute was over stands in the tiles of hours a minute later. */
  const DRAWN_DEADLINE_MS = DEADLINE_MS + 60_000;
  const MINUTE_MS = 60_000;
  const HOUR_MS = 3_600_000;

  const tileOf = (id: string) => document.querySelector<HTMLElement>(`[data-tile-id="${id}"]`);
  const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

  /** What each tile says in words, and where its links lead, at one moment. */
  function read(ids: readonly string[]): Words {
    const texts = ids.map((id) => {
      const tile = tileOf(id);
      const links = [...(tile?.querySelectorAll('a') ?? [])].map(({ href }) => href);
      // Which names of countries fit on a map depends on where it was last moved to.
      const ownWords = [...(tile?.querySelectorAll<HTMLElement>('button[aria-label*="onnected"], dl') ?? [])].map(
        (element) => element.ariaLabel ?? element.innerText,
      );
      const all = (id === 'map' ? ownWords : [tile?.innerText ?? '', ...links]).join(' ');
      return [id, all.replaceAll(/\s+/g, ' ').trim()];
    });
    return Object.fromEntries(texts);
  }

  /** One press towards tables of points and the map's bubble; whether all of them are there. */
  function isOpen(charts: readonly string[]): boolean {
    const closed = charts.map(tileOf).find((tile) => tile?.querySelector('[role="grid"]') === null);
    if (closed) {
      const entries = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
      const entry = entries.find(({ textContent }) => textContent === 'Show as table');
      (entry ?? closed.querySelector<HTMLElement>('button[aria-label="Chart menu"]'))?.click();
      return false;
    }
    // While a past moment is asked for neither marker nor bubble is there.
    const map = tileOf('map');
    if (map?.querySelector('dl')) return true;
    map?.querySelector<HTMLElement>('button[aria-label^="PLAYBACK"]')?.click();
    return false;
  }

  const isDrawn = ({ tile, within, text }: Drawn) => {
    const found = tileOf(tile);
    const elements = within === undefined ? [found] : [...(found?.querySelectorAll(within) ?? [])];
    return elements.some((element) => element?.textContent?.includes(text));
  };

  /** What the tiles of hours show at a moment: all that was published in the newest hour up to the minute's beginning. */
  function drawnOfHours(publishedMs: readonly number[], atMs: number): Drawn[] {
    const over = publishedMs.filter((ms) => ms < Math.floor(atMs / MINUTE_MS) * MINUTE_MS);
    const hour = Math.floor(Math.max(...over) / HOUR_MS);
    const points = over.filter((ms) => Math.floor(ms / HOUR_MS) === hour).length;
    const none = 'No values in these hours';
    if (points === 0) return ['heat', 'boxes'].map((tile) => ({ tile, text: none }));
    const cell = tileOf('heat')?.querySelector(`td[title$=", ${points} points"]`);
    const mean = /mean ([\d.]+)/.exec(cell?.getAttribute('title') ?? '')?.[1];
    return [
      { tile: 'heat', within: `td[title$=", ${points} points"]`, text: '' },
      { tile: 'boxes', within: 'td', text: mean ?? none },
    ];
  }

  window.tileWords = {
    /** The words once everything is drawn and they stand still, and a moment at which they did. */
    async whenStill({ ids, charts, drawn, publishedMs }) {
      const missing = (atMs: number) => [...drawn, ...drawnOfHours(publishedMs, atMs)].filter((one) => !isDrawn(one));
      const deadline = performance.now() + DRAWN_DEADLINE_MS;
      let before = '';
      let sinceMs = performance.now();
      for (;;) {
        const atMs = Date.now();
        if (isOpen(charts) && missing(atMs).length === 0) {
          const words = read(ids);
          const now = JSON.stringify(words);
          if (now !== before) sinceMs = performance.now();
          else if (performance.now() - sinceMs >= STILL_MS) return { atMs, words };
          before = now;
        } else before = '';
        if (performance.now() > deadline) {
          throw new Error(`Not drawn, or not still: ${JSON.stringify(missing(atMs))}`);
        }
        await pause();
      }
    },
    /** The words once they are these; at the end what they are instead. */
    async whenEqual({ ids, charts, words }) {
      const wanted = JSON.stringify(words);
      const deadline = performance.now() + DEADLINE_MS;
      for (;;) {
        const now = isOpen(charts) ? read(ids) : {};
        if (JSON.stringify(now) === wanted) return now;
        if (performance.now() > deadline) return read(ids);
        await pause();
      }
    },
  };
}

/** Once for a page, before it goes anywhere. */
export async function installTileWords(page: Page): Promise<void> {
  await page.addInitScript(install);
}

/** The text within the author's own frame, which the page itself cannot read. */
async function framedText(page: Page): Promise<string> {
  const frame = page.frames().find((one) => one.url().endsWith('/sandbox/show-html.html'));
  return ((await frame?.evaluate(() => document.body.innerText)) ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** The words of a live dashboard that has drawn all of `drawn` and stands still; `framed` is in the author's frame. */
export async function wordsWhenStill(
  page: Page,
  still: Still,
  framed: string,
): Promise<{ atMs: number; words: Words }> {
  for (;;) {
    const { atMs, words } = await page.evaluate((one) => window.tileWords.whenStill(one), still);
    const frame = await framedText(page);
    if (frame.includes(framed)) return { atMs, words: { ...words, frame } };
  }
}

/** The words of a dashboard that goes back to a moment: `expected` as soon as it shows them, or what it says instead. */
export async function wordsWhenEqual(page: Page, expected: Expected): Promise<Words> {
  const { frame: framed, ...words } = expected.words;
  const shown = await page.evaluate((one) => window.tileWords.whenEqual(one), { ...expected, words });
  const deadline = Date.now() + FRAME_DEADLINE_MS;
  for (;;) {
    const frame = await framedText(page);
    if (frame === framed || Date.now() > deadline) return { ...shown, frame };
    await page.waitForTimeout(FRAME_LOOK_EVERY_MS);
  }
}
