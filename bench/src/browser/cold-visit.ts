import type { Browser, BrowserContext } from '@playwright/test';

/** One request of a visit, times in milliseconds since the visit began. */
export interface VisitRequest {
  path: string;
  kind: string;
  startMs: number;
  endMs: number;
  /** Bytes on the wire, headers included. */
  bytes: number;
  /** Bytes of the body once it is unpacked. */
  plainBytes: number;
}

export interface ColdVisit {
  requests: VisitRequest[];
  waves: number;
  /** From the address until what is asked for is on the screen. */
  completeMs: number;
}

interface Visit {
  url: string;
  cookie: Parameters<BrowserContext['addCookies']>[0][number];
  viewport: { width: number; height: number };
  /** Source of an expression that is true once the page is complete. */
  isComplete: string;
  /** How far away the portal is: each answer comes so much later. */
  latencyMs?: number;
}

/** The icon of the page is the browser's own matter; the others come by themselves once the dashboard stands, and nothing waits for them. */
const isLate = /^\/favicon|^\/assets\/(?:bell|marks)-|\/alarms$/;

/** A visit by address in a browser that has never seen the portal, but has a session. */
export async function visitCold(browser: Browser, visit: Visit): Promise<ColdVisit> {
  const { url, cookie, viewport, isComplete, latencyMs: latency = 0 } = visit;
  const context = await browser.newContext({ viewport });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  if (latency > 0) await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
  const began = new Map<string, VisitRequest>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    if (!/^(https?|wss?):/.test(request.url)) return;
    const { pathname, search } = new URL(request.url);
    const startMs = timestamp * 1_000;
    began.set(requestId, {
      path: pathname + search,
      kind: type ?? '',
      startMs,
      endMs: Infinity,
      bytes: 0,
      plainBytes: 0,
    });
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const request = began.get(requestId);
    if (request) request.plainBytes += dataLength;
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = began.get(requestId);
    if (request) Object.assign(request, { endMs: timestamp * 1_000, bytes: encodedDataLength });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const completeMs = await page.evaluate(async (condition) => {
    const isDone = new Function(`return ${condition}`) as () => boolean;
    while (!isDone()) {
      if (performance.now() > 60_000) throw new Error('The page was not complete after a minute.');
      await new Promise((done) => requestAnimationFrame(done));
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now();
  }, isComplete);
  // What waits for the answers that are still on their way belongs to the visit as well.
  if (latency > 0) await page.waitForLoadState('networkidle');
  const requests = [...began.values()].sort((a, b) => a.startMs - b.startMs);
  const zeroMs = requests[0]?.startMs ?? 0;
  for (const request of requests) {
    request.startMs -= zeroMs;
    request.endMs -= zeroMs;
  }
  await context.close();
  const waves = countWaves(requests.filter(({ path }) => !isLate.test(path)));
  return { requests, waves, completeMs };
}

/**
 * How many answers one after the other the last request waited for, and itself: it may have waited for all that had come when it was
 * made. That says what waits for what only where answers take longer than the page takes to ask: of a portal on the
 * same machine one of two calls of a turn is answered before the other is made.
 * @param requests in order of their beginning
 */
function countWaves(requests: readonly VisitRequest[]): number {
  const waves: number[] = [];
  for (const { startMs } of requests) {
    const before = waves.filter((_, n) => (requests[n]?.endMs ?? Infinity) <= startMs);
    waves.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...waves);
}
