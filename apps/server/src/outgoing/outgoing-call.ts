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

/** What is asked of an address that the operator has named. */
export interface OutgoingQuestion {
  url: string;
  timeoutMs: number;
  /** Bytes of the answer that are read. */
  mostRead: number;
  /** The kinds of answer that are asked for; JSON when it is not said. */
  accept?: string;
}

const TIMEOUT_MS = 10_000;
/** Of an answer nobody needs more; the rest is not read. */
const MOST_READ = 16_384;

const OF_USERS = { timeoutMs: TIMEOUT_MS, mostRead: MOST_READ };

interface Answer {
  readonly status: number;
  readonly text: string;
  /** There was more than is read of an answer. */
  readonly isCut: boolean;
  readonly retryAfter?: string;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly timeoutMs: number;
  readonly mostRead: number;
}

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
): Promise<Answer> {
  const { body } = request;
  const headers = { ...request.headers, 'Content-Length': String(Buffer.byteLength(body)) };
  return call(request.url, { method: 'POST', headers, body, ...OF_USERS }, isReachable, resolve);
}

/**
 * Makes a GET in the same way.
 * @throws NotReachableError
 */
export async function getFrom(
  { url, accept = 'application/json', ...limits }: OutgoingQuestion,
  isReachable: IsReachable,
  resolve: Resolve = resolveByDns,
): Promise<Answer> {
  return call(url, { method: 'GET', headers: { Accept: accept }, body: '', ...limits }, isReachable, resolve);
}

async function call(address: string, sent: Sent, isReachable: IsReachable, resolve: Resolve): Promise<Answer> {
  const endsAt = AbortSignal.timeout(sent.timeoutMs);
  const url = new URL(address);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(hostname) === 0 ? await withTimeout(resolve(hostname), endsAt) : [hostname];
  const [found] = addresses;
  if (found === undefined) throw new Error(`${hostname} has no address.`);
  // One of several that must not be reached is as good as all: the next answer may begin with it.
  if (!addresses.every(isReachable)) {
    throw new NotReachableError(`${hostname} is not a public address. The operator of the portal may allow it.`);
  }
  return send(url, found, sent, endsAt);
}

function send(
  url: URL,
  address: string,
  { method, body, headers, mostRead }: Sent,
  signal: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const family = isIP(address);
  const options: https.RequestOptions = {
    method,
    headers,
    agent: false,
    signal,
    lookup: (_hostname, { all }, done) => {
      if (all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
  };
  const made = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => {
      const text = Buffer.concat(chunks).subarray(0, mostRead).toString();
      const { 'retry-after': retryAfter } = answer.headers;
      const isCut = length > mostRead;
      resolve({ status: answer.statusCode ?? 0, text, isCut, ...(retryAfter === undefined ? {} : { retryAfter }) });
      made.destroy();
    };
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostRead) end();
    });
    answer.on('end', end);
    answer.on('error', reject);
  });
  made.on('error', reject);
  made.end(body);
  return promise;
}

/** A name server that does not answer must not keep anybody waiting either. */
async function withTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onEnd = () => reject(new Error('The name could not be resolved in time.'));
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onEnd);
  }
}
