import type { RequestAnswer, RequestJob } from './messages.ts';

/**
 * Sends requests from a frame that has no origin: no cookie and no token of the viewer can go along, whatever the
 * address (spec 3 §11). The other side has to allow requests from anywhere.
 */
export function serveRequests(port: MessagePort): void {
  port.onmessage = ({ data }: MessageEvent<RequestJob>) => {
    send(data).then(
      ({ status, contentType, bytes }) =>
        port.postMessage({ id: data.id, status, contentType, bytes } satisfies RequestAnswer, [bytes]),
      (error: unknown) => port.postMessage({ id: data.id, error: explain(error, data) } satisfies RequestAnswer),
    );
  };
}

async function send({ url, method, headers, body, maxBytes, limitMs }: RequestJob) {
  const response = await fetch(url, {
    method,
    headers,
    body: method === 'POST' ? body : null,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(limitMs),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    bytes: await readAtMost(response, maxBytes),
  };
}

class TooLarge extends Error {}

/** @throws TooLarge as soon as more than `maxBytes` have come */
export async function readAtMost(response: Response, maxBytes: number): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    length += next.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new TooLarge();
    }
    parts.push(next.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).arrayBuffer();
}

function explain(error: unknown, { url, maxBytes, limitMs }: RequestJob): string {
  if (error instanceof TooLarge) return `The answer is larger than ${maxBytes / 1_000_000} MB.`;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `No answer from ${hostOf(url)} within ${limitMs / 1000} seconds.`;
  }
  return `${hostOf(url)} cannot be reached, or does not allow requests from other sites.`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
