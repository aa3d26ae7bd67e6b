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
}

/** A visit by address in a browser that has never seen the portal, but has a session. */
export async function visitCold(browser: Browser, { url, cookie, viewport, isComplete }: Visit): Promise<ColdVisit> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
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
  const requests = [...began.values()].sort((a, b) => a.startMs - b.startMs);
  const zeroMs = requests[0]?.startMs ?? 0;
  for (const request of requests) {
    request.startMs -= zeroMs;
    request.endMs -= zeroMs;
  }
  await context.close();
  return { requests, waves: countWaves(requests), completeMs };
}

/**
 * How often the network was idle before more was asked for, and one: what is asked for together, or while something is
 * still on its way, is one wave. The icon of the page is the browser's own matter.
 * @param requests in order of their beginning
 */
export function countWaves(requests: readonly Pick<VisitRequest, 'path' | 'startMs' | 'endMs'>[]): number {
  let waves = 0;
  let busyUntilMs = Number.NEGATIVE_INFINITY;
  for (const { path, startMs, endMs } of requests) {
    if (path === '/favicon.svg') continue;
    if (startMs >= busyUntilMs) waves++;
    busyUntilMs = Math.max(busyUntilMs, endMs);
  }
  return waves;
}
