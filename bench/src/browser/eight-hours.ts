/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** What the page holds after so many updates of each data item, garbage collected. */
export interface HeldMemory {
  updates: number;
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** Five values a second for eight hours. */
export const EIGHT_HOURS = 8 * 3_600 * 5;
const READINGS = 10;

interface Feeder {
  socket: WebSocket | undefined;
  /** A message of the hub as it came: its topic is used again. */
  topic: Uint8Array | undefined;
}

declare global {
  interface Window {
    hubFeed: Feeder;
  }
}

/**
 * Lets the benchmark hand messages to the page as if the hub had sent them. To be called before the page is opened.
 * Everything behind the socket is the page's own: decoding, checking, store, tiles and charts.
 */
export async function tapHub(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const feed: Feeder = { socket: undefined, topic: undefined };
    window.hubFeed = feed;
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        feed.socket = this;
        this.addEventListener('message', ({ data }) => {
          if (!(data instanceof ArrayBuffer)) return;
          const bytes = new Uint8Array(data);
          let at = 1;
          while (((bytes[at++] ?? 0) & 128) !== 0);
          const topic = bytes.subarray(at, at + 2 + (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)));
          const isBatch = (bytes[0] ?? 0) >> 4 === 3 && new TextDecoder().decode(topic).endsWith('/dataitems/batch');
          if (isBatch) feed.topic ??= topic.slice();
        });
      }
    };
  });
}

/**
 * Feeds the page with as many messages as eight hours bring, as fast as it takes them.
 * @param atOnce messages handed over before the page gets to draw
 * @param onReading hears what it held, first before any, then ten times along the way
 */
export async function feedEightHours(
  page: Page,
  assetId: number,
  items: ReadonlyMap<string, number>,
  atOnce: number,
  onReading: (held: HeldMemory) => void,
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  const read = async (updates: number) => {
    // What is freed late (finalizers, idle work) is freed by the second.
    for (let n = 0; n < 2; n++) {
      await page.waitForTimeout(1_000);
      await cdp.send('HeapProfiler.collectGarbage');
    }
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
    onReading({
      updates,
      heapMb: usedSize / 2 ** 20,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    });
  };
  await read(0);
  const step = EIGHT_HOURS / READINGS;
  for (let n = 1; n <= READINGS; n++) {
    await page.evaluate(feed, { assetId, items: [...items], from: (n - 1) * step, count: step, atOnce });
    await read(n * step);
  }
  await cdp.detach();
}

interface FeedOrder {
  assetId: number;
  items: [label: string, dataItemId: number][];
  from: number;
  count: number;
  atOnce: number;
}

/** Runs in the page. */
async function feed({ assetId, items, from, count, atOnce }: FeedOrder): Promise<void> {
  const { socket, topic } = window.hubFeed;
  if (!socket || !topic) throw new Error('The hub has sent nothing of the asset yet.');
  const encoder = new TextEncoder();
  for (let sent = 0; sent < count; sent++) {
    const nowMs = Date.now();
    const values = items.map(([label, dataItemId], index) => {
      const value = Math.round(1_000 * (300 + 200 * Math.sin((from + sent) / 40 + index))) / 1_000;
      return { assetId, dataItemId, label, value, timestamp: nowMs, quality: 192 };
    });
    const payload = encoder.encode(JSON.stringify(values));
    const length = topic.length + payload.length;
    const header = [0x30];
    for (let rest = length; ; rest >>= 7) {
      header.push(rest > 127 ? (rest & 127) | 128 : rest);
      if (rest <= 127) break;
    }
    const bytes = new Uint8Array(header.length + length);
    bytes.set(header);
    bytes.set(topic, header.length);
    bytes.set(payload, header.length + topic.length);
    socket.dispatchEvent(new MessageEvent('message', { data: bytes.buffer }));
    if (sent % atOnce === atOnce - 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}
