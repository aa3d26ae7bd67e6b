import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import uPlot from 'uplot';
import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_FRAME } from '#readings/series.ts';
import { FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { TimeChart } from '../draw/time-chart.ts';
import { chartSettingsSchema } from '../model/chart-settings.ts';
import { chartSpec } from '../model/chart-spec.ts';
import type { ChartLook } from '../model/history-chart.ts';

const TAB_CHANGES = 200;
const KEY = 'life of charts';
const frame = (value: number) => ({ times: [1, 2, 3], columns: [[1, value, 3]] });

const settings = chartSettingsSchema.parse({ series: [{ dataItem: 1 }] });
const look: ChartLook = {
  spec: chartSpec({ settings, names: [{ name: 'Current', unit: 'A' }], palette: ['#123456'], zone: 'UTC' }),
  colours: { text: '#000000', grid: '#cccccc', background: '#ffffff' },
  crosshairKey: KEY,
};

/** Elements that observers of a kind look at. */
function countObserved(name: 'ResizeObserver' | 'IntersectionObserver'): Set<Element> {
  const observed = new Set<Element>();
  class Counting {
    readonly #own = new Set<Element>();
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      queueMicrotask(() => callback([{ isIntersecting: true }]));
    }
    observe(element: Element) {
      this.#own.add(element);
      observed.add(element);
    }
    disconnect() {
      for (const element of this.#own) observed.delete(element);
    }
  }
  vi.stubGlobal(name, Counting);
  return observed;
}

/** Listeners on the window and the document that are there still. */
function countGlobalListeners(): () => number {
  const all = new Map<string, AbortSignal | undefined>();
  const ids = new Map<unknown, number>();
  const idOf = (listener: unknown) => {
    if (!ids.has(listener)) ids.set(listener, ids.size);
    return ids.get(listener);
  };
  for (const target of [window, document]) {
    const name = target === window ? 'window' : 'document';
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
      const signal = (options as AddEventListenerOptions | undefined)?.signal;
      all.set(`${name} ${type} ${idOf(listener)}`, signal);
      add(type, listener as EventListener, options as AddEventListenerOptions);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
      all.delete(`${name} ${type} ${idOf(listener)}`);
      remove(type, listener as EventListener, options as EventListenerOptions);
    });
  }
  return () => [...all.values()].filter((signal) => signal?.aborted !== true).length;
}

const frames: FrameRequestCallback[] = [];
const drawFrames = () => {
  for (const draw of frames.splice(0)) draw(0);
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test(`a chart is made once, and ${TAB_CHANGES} changes of the tab leave nothing behind`, async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  const observed = [countObserved('ResizeObserver'), countObserved('IntersectionObserver')];
  const listeners = countGlobalListeners();
  const group = uPlot.sync(KEY);
  const events = {
    onZoom: () => undefined,
    onSpan: () => undefined,
    onNote: () => undefined,
    onError: expect.unreachable,
  };
  const series = new FixedSeries(frame(2));
  const ofLibrary = listeners();

  for (let change = 0; change < TAB_CHANGES; change++) {
    const places = { plot: document.createElement('div'), legend: document.createElement('div') };
    document.body.append(places.plot, places.legend);
    const chart = new TimeChart(places, events);
    chart.setLook(look);
    chart.setFeed(series.open(), () => ({ from: 1, to: 3 }), true);
    await Promise.resolve();
    drawFrames();
    const plot = places.plot.querySelector('.uplot');
    expect(plot).not.toBeNull();
    expect(group.plots).toHaveLength(1);
    series.set(frame(change));
    chart.setMarks([]);
    chart.setAlarms({ spans: [{ from: 1, to: null, severity: 1, colour: 'red', label: 'High' }], thresholds: [] });
    drawFrames();
    expect(places.plot.querySelector('.uplot')).toBe(plot);

    chart.destroy();
    expect(places.plot.childElementCount + places.legend.childElementCount).toBe(0);
    places.plot.remove();
    places.legend.remove();
  }
  expect(series.listeners).toBe(0);
  expect(group.plots).toHaveLength(0);
  expect(observed.map(({ size }) => size)).toEqual([0, 0]);
  expect(listeners()).toBe(ofLibrary);
});

test('the history of a long window is drawn in the next frame, though its new points wait for each other', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  const places = { plot: document.createElement('div'), legend: document.createElement('div') };
  document.body.append(places.plot, places.legend);
  const events = {
    onZoom: () => undefined,
    onSpan: () => undefined,
    onNote: () => undefined,
    onError: expect.unreachable,
  };
  const series = new FixedSeries(EMPTY_FRAME, { state: 'loading', droppedSamples: 0 });
  const chart = new TimeChart(places, events);
  chart.setLook(look);
  chart.setFeed(series.open(), () => ({ from: 0, to: 21_600 }), true);
  await Promise.resolve();
  drawFrames();
  expect(places.legend.textContent).toContain('Current- -');

  series.set(frame(2), { state: 'ready', droppedSamples: 0 });
  drawFrames();
  expect(places.legend.textContent).toContain('Current3');

  series.set({ times: [1, 2, 3, 4], columns: [[1, 2, 3, 7]] });
  expect(frames).toHaveLength(0);
  chart.destroy();
  places.plot.remove();
  places.legend.remove();
});
