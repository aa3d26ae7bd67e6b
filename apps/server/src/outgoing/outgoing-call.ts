import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { IsReachable } from './reachable.ts';

/** The portal does not connect there: it is not a public address, and nobody allowed it. */
export class NotReachableError extends Error {
  override readonly name = 'NotReachableError';
}

export interface OutgoingRequest {
  url: string;
  body: string | Buffer;
  headers: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 10_000;
/** Of an answer nobody needs more; the rest is not read. */
const MOST_READ = 16_384;

/** Resolves a name to addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const resolveByDns: Resolve = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Makes a POST to an address that a user has named. The name is resolved first and the connection made to what was found, so
 * that it cannot change in between; a redirect is an answer like any other, and never followed.
 * @throws NotReachableError
 */
export async function postTo(
  request: OutgoingRequest,
  isReachable: IsReachable,
  resolve: Resolve = resolveByDns,
): Promise<{ status: number; text: string }> {
  const url = new URL(request.url);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(hostname) === 0 ? await withTimeout(resolve(hostname)) : [hostname];
  const [address] = addresses;
  if (address === undefined) throw new Error(`${hostname} has no address.`);
  // One of several that must not be reached is as good as all: the next answer may begin with it.
  if (!addresses.every(isReachable)) {
    throw new NotReachableError(`${hostname} is not a public address. The operator of the portal may allow it.`);
  }
  return send(url, address, request);
}

function send(
  url: URL,
  address: string,
  { body, headers }: OutgoingRequest,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const family = isIP(address);
  const options: https.RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    lookup: (_hostname, { all }, done) => {
      if (all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
  };
  const made = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => {
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).subarray(0, MOST_READ).toString() });
      made.destroy();
    };
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_READ) end();
    });
    answer.on('end', end);
    answer.on('error', reject);
  });
  made.on('error', reject);
  made.end(body);
  return promise;
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The name could not be resolved in time.')), TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
