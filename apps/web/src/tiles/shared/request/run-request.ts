import type { RequestAnswer, RequestJob, ScriptAnswer, ScriptJob } from '#sandbox/messages.ts';
import { fillTemplate, placeOfBody, type ReadPathText } from './fill-template.ts';
import { isConfigured, type TileRequest } from './request-settings.ts';

export const REQUEST_LIMIT_MS = 30_000;
/** Guarantee E13: a script that does not end is stopped within two seconds. */
export const SCRIPT_LIMIT_MS = 1_500;
export const MAX_ANSWER_BYTES = 20_000_000;

/** Why a tile's request gave nothing; the message is for the screen. */
export class TileRequestError extends Error {}

/** The three ways out of a tile; the real ones are frames without an origin, and the portal itself for reading. */
export interface RequestPorts {
  /** The portal's own address, e.g. `https://portal.example`. */
  readonly origin: string;
  /** Sends without the viewer's session. */
  send(job: Omit<RequestJob, 'id'>, signal: AbortSignal): Promise<RequestAnswer>;
  /** Reads from the portal, as the viewer. */
  read(url: string, headers: [string, string][], signal: AbortSignal): Promise<Response>;
  runScript(job: Omit<ScriptJob, 'id'>, signal: AbortSignal): Promise<ScriptAnswer>;
}

export interface RequestAnswerBytes {
  bytes: ArrayBuffer;
  contentType: string;
}

/**
 * Sends a request that a tile's author configured, and answers what came back as it is.
 * @throws TileRequestError in words for the screen
 */
export async function sendTileRequest(
  request: TileRequest,
  readPath: ReadPathText,
  ports: RequestPorts,
  signal: AbortSignal,
): Promise<RequestAnswerBytes> {
  const url = addressOf(fillTemplate(request.url.trim(), 'url', readPath), ports.origin);
  const headers = request.headers
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }): [string, string] => [name.trim(), fillTemplate(value, 'header', readPath)]);
  if (url.origin === ports.origin) return readOwn(url, request, headers, ports, signal);

  const body = request.method === 'POST' ? fillTemplate(request.body, placeOfBody(request.body), readPath) : null;
  const limits = { maxBytes: MAX_ANSWER_BYTES, limitMs: REQUEST_LIMIT_MS };
  const answer = await ports.send({ url: url.href, method: request.method, headers, body, ...limits }, signal);
  if ('error' in answer) throw new TileRequestError(answer.error);
  if (answer.status < 200 || answer.status > 299) throw refused(url, answer.status);
  return answer;
}

/**
 * The data of a tile: the answer as text or JSON, through the parsing script when there is one.
 * @throws TileRequestError in words for the screen
 */
export async function fetchTileData(
  request: TileRequest,
  readPath: ReadPathText,
  ports: RequestPorts,
  signal: AbortSignal,
): Promise<unknown> {
  if (!isConfigured(request)) throw new TileRequestError('No Fetch configured');
  const input = request.url.trim() === '' ? null : await fetchInput(request, readPath, ports, signal);
  if (request.parsing.trim() === '') return input;
  const answer = await ports.runScript({ code: request.parsing, input, limitMs: SCRIPT_LIMIT_MS }, signal);
  if ('error' in answer) throw new TileRequestError(`Parsing failed: ${answer.error}`);
  return JSON.parse(answer.json);
}

async function fetchInput(request: TileRequest, readPath: ReadPathText, ports: RequestPorts, signal: AbortSignal) {
  const { bytes } = await sendTileRequest(request, readPath, ports, signal);
  const text = new TextDecoder().decode(bytes);
  if (request.parse === 'text') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TileRequestError(`The answer is not JSON. It begins with: ${text.slice(0, 80) || '(nothing)'}`);
  }
}

function addressOf(text: string, origin: string): URL {
  const url = URL.parse(text, origin);
  if (url === null) throw new TileRequestError(`This is not an address: ${text}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TileRequestError('Only addresses that begin with http:// or https:// can be requested.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TileRequestError('The address must not carry a user name or password.');
  }
  return url;
}

/** Headers that only choose the form of an answer; the portal takes no other from a tile. */
const HARMLESS = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'];

async function readOwn(
  url: URL,
  request: TileRequest,
  headers: [string, string][],
  ports: RequestPorts,
  signal: AbortSignal,
): Promise<RequestAnswerBytes> {
  // It knows the table of all calls, which only tiles that ask the portal need.
  const { isReadingCall } = await import('./reading-calls.ts');
  signal.throwIfAborted();
  if (request.method !== 'GET' || !isReadingCall(url.pathname)) {
    throw new TileRequestError('A tile can only read from the portal: GET calls of its API that change nothing.');
  }
  const harmless = headers.filter(([name]) => HARMLESS.includes(name.toLowerCase()));
  const response = await ports.read(url.pathname + url.search, harmless, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    console.warn(error);
    throw new TileRequestError('The portal does not answer. Check the connection and try again.');
  });
  if (!response.ok) throw refused(url, response.status);
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MAX_ANSWER_BYTES) {
    throw new TileRequestError(`The answer is larger than ${MAX_ANSWER_BYTES / 1_000_000} MB.`);
  }
  return { bytes, contentType: response.headers.get('content-type') ?? '' };
}

function refused(url: URL, status: number): TileRequestError {
  const why: Record<number, string> = {
    401: 'it wants a login, and tiles send none',
    403: 'it does not allow this',
    404: 'there is nothing at this address',
    429: 'it was asked too often',
  };
  const words = why[status] ?? (status >= 500 ? 'it has a problem of its own' : 'it refused the request');
  return new TileRequestError(`${url.host} answered ${status}: ${words}.`);
}

/** What to show of anything that a request threw. */
export function requestErrorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}
