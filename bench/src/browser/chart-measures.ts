/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** Milliseconds between frames, sorted, and how long the main thread worked for each of them on average. */
export interface FrameTimes {
  frames: number[];
  workMs: number;
}

const GESTURE_S = 6;

/** Runs a gesture in the page, one step a frame, and reads the frame times and the main thread's work. */
async function measureGesture(page: Page, step: string): Promise<FrameTimes> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const taskS = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await taskS();
  const frames = await page.evaluate(
    async ({ source, durationMs }) => {
      const act = new Function('frame', source) as (frame: number) => void;
      const between: number[] = [];
      let last = performance.now();
      let count = 0;
      const endMs = last + durationMs;
      await new Promise<void>((done) => {
        const next = (now: number) => {
          between.push(now - last);
          last = now;
          act(count++);
          if (now < endMs) requestAnimationFrame(next);
          else done();
        };
        requestAnimationFrame(next);
      });
      return between.slice(5);
    },
    { source: step, durationMs: GESTURE_S * 1_000 },
  );
  const workMs = (1_000 * ((await taskS()) - before)) / Math.max(1, frames.length);
  await cdp.detach();
  return { frames: frames.sort((a, b) => a - b), workMs };
}

/** In and out again, about a point that is not the middle. */
const ZOOM_FRAMES = 40;

/** A user's gestures on the portal's chart: the wheel with Ctrl, and a sideways wheel. */
export async function measureChart(page: Page): Promise<{ zoom: FrameTimes; pan: FrameTimes }> {
  const wheel = (fields: string) => `
    const over = document.querySelector('.u-over');
    const { left, top, width, height } = over.getBoundingClientRect();
    over.dispatchEvent(new WheelEvent('wheel', {
      bubbles: true, cancelable: true, clientX: left + width * 0.4, clientY: top + height / 2, ${fields}
    }));`;
  const zoom = await measureGesture(
    page,
    wheel(`ctrlKey: true, deltaY: (frame / ${ZOOM_FRAMES} | 0) % 2 === 0 ? -100 : 100`),
  );
  // Half of the points in sight, moved to and fro.
  await page.keyboard.press('Escape');
  await page.locator('.u-over').dblclick();
  await page.waitForTimeout(1_500);
  for (let n = 0; n < 4; n++) await page.evaluate(wheel('ctrlKey: true, deltaY: -100'));
  await page.waitForTimeout(1_500);
  const pan = await measureGesture(page, wheel(`deltaX: (frame / ${ZOOM_FRAMES} | 0) % 2 === 0 ? 12 : -12`));
  return { zoom, pan };
}

/**
 * The same gestures on a page with nothing but uPlot, as its own demos draw: the same number of points, size and lines,
 * its own path builder, scales set at each frame.
 */
export async function measureBareUplot(
  page: Page,
  series: number,
  points: number,
): Promise<{ zoom: FrameTimes; pan: FrameTimes }> {
  const file = createRequire(import.meta.url).resolve('uplot/dist/uPlot.iife.min.js');
  await page.setContent('<!doctype html><body style="margin:0;background:#171d24"><div id="plot"></div></body>');
  await page.addScriptTag({ content: readFileSync(file, 'utf8') });
  await page.evaluate(
    ({ count, rows }) => {
      const times = Array.from({ length: rows }, (_, at) => 1_700_000_000 + at);
      const columns = Array.from({ length: count }, (_, index) =>
        times.map((_time, at) => {
          const noise = Math.sin(at * 12.9898 + index * 78.233) * 43758.5453;
          return 100 * index + 80 * Math.sin(at / 3_000 + index) + 30 * (noise - Math.floor(noise));
        }),
      );
      const colours = ['#5fb3d9', '#e0a05c', '#93c47d', '#c78ad4', '#e06c75', '#56b6c2', '#d7ba7d', '#9aa7b4'];
      const options = {
        width: innerWidth,
        height: innerHeight - 120,
        legend: { show: false },
        cursor: { drag: { x: true, y: false } },
        series: [{}, ...columns.map((_, index) => ({ stroke: colours[index % colours.length], width: 1.5 }))],
        axes: [{ stroke: '#9aa7b4' }, { stroke: '#9aa7b4' }],
      };
      Object.assign(window, {
        // biome-ignore lint/suspicious/noExplicitAny: the page's own script
        plot: new (window as any).uPlot(options, [times, ...columns], document.querySelector('#plot')),
        first: times[0],
        last: times.at(-1),
      });
    },
    { count: series, rows: points },
  );
  await page.waitForTimeout(1_500);
  const zoom = await measureGesture(
    page,
    `const { min, max } = plot.scales.x;
     const factor = (frame / ${ZOOM_FRAMES} | 0) % 2 === 0 ? 1 / 1.2 : 1.2;
     const about = min + 0.4 * (max - min);
     plot.setScale('x', { min: about - 0.4 * (max - min) * factor, max: about + 0.6 * (max - min) * factor });`,
  );
  await page.evaluate(`plot.setScale('x', { min: first + 0.2 * (last - first), max: first + 0.7 * (last - first) })`);
  const pan = await measureGesture(
    page,
    `const { min, max } = plot.scales.x;
     const by = ((frame / ${ZOOM_FRAMES} | 0) % 2 === 0 ? 12 : -12) * (max - min) / plot.over.clientWidth;
     plot.setScale('x', { min: min + by, max: max + by });`,
  );
  return { zoom, pan };
}

/** Milliseconds from the click on an asset until each of so many tiles is there and each chart has drawn its series. */
export async function measureOpening(page: Page, assetId: number, tiles: number, charts: number): Promise<number> {
  return page.evaluate(
    async ({ path, tileCount, chartCount }) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`);
      if (!link) throw new Error(`There is no link to ${path}.`);
      const began = performance.now();
      link.click();
      const isComplete = () => {
        const legends = [...document.querySelectorAll('ul[aria-label="Series"]')];
        return (
          document.querySelectorAll('[role="group"][aria-label]').length >= tileCount &&
          document.querySelectorAll('.u-over').length >= chartCount &&
          legends.every((legend) => !legend.textContent?.includes('- -')) &&
          ![...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent === 'Loading')
        );
      };
      while (!isComplete()) {
        if (performance.now() - began > 60_000) throw new Error('The dashboard was not complete after a minute.');
        await new Promise((done) => requestAnimationFrame(done));
      }
      // The frame that shows it has been painted when the next one begins.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - began;
    },
    { path: `/assets/${assetId}/dashboard`, tileCount: tiles, chartCount: charts },
  );
}

/** Milliseconds between frames while a dashboard scrolls, sorted. */
export async function measureDashboardScrolling(page: Page): Promise<FrameTimes> {
  return measureGesture(
    page,
    `const box = window.scroller ??= [...document.querySelectorAll('*')].find(
       (element) => element.scrollHeight > element.clientHeight + 400 && /auto|scroll/.test(getComputedStyle(element).overflowY),
     ) ?? document.scrollingElement;
     const end = box.scrollHeight - box.clientHeight;
     const at = (frame * 30) % (2 * end);
     box.scrollTop = at < end ? at : 2 * end - at;`,
  );
}
