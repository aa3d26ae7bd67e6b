import {
  type BodyInput,
  type Call,
  type ParamsInput,
  PROOF_NEEDED,
  type QueryInput,
  type ReplyOf,
  views,
} from '@telltale/contract';
import { ApiError } from './api-error.ts';
import { leaveView, viewMark } from './portal/view-mark.ts';

/** `{ key: T }` where the call takes such an input; nothing where it takes none. */
type Part<Key extends string, T> = [T] extends [undefined] ? { [K in Key]?: undefined } : PartOf<Key, T>;
type PartOf<Key extends string, T> = Record<never, never> extends T ? { [K in Key]?: T } : { [K in Key]: T };

export type CallInput<C> = Part<'params', ParamsInput<C>> &
  Part<'query', QueryInput<C>> &
  Part<'body', BodyInput<C>> & { signal?: AbortSignal | undefined; headers?: Readonly<Record<string, string>> };

type LooseInput = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
};

let tellOfRefusal: () => void = () => undefined;

/** Who ends the session in this browser when the portal answers that it knows of none. The last one to ask is told. */
export function whenSessionIsRefused(listener: () => void): void {
  tellOfRefusal = listener;
}

let askForProof: () => Promise<boolean> = async () => false;

/** Who asks the user to prove anew who they are, and answers whether they did. The last one to say so is asked. */
export function whenProofIsNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask;
}

/**
 * The address of a call: path parameters filled in and escaped, query appended without its undefined entries; in a tab that
 * views as another user, with the mark of the view.
 */
export function callUrl(call: Pick<Call, 'path'>, input: Pick<LooseInput, 'params' | 'query'> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new TypeError(`${call.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.append(name, String(value));
  }
  return inView(query.size > 0 ? `${path}?${query}` : path);
}

/** An address of the portal as this tab asks for it: where it views as another user, as that user. */
export function inView(address: string): string {
  const mark = viewMark();
  if (mark === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${views.VIEW_PARAM}=${mark}`;
}

/**
 * Makes a call of the contract's table and answers its reply. The reply's shape is trusted: client and portal are one
 * release. Throws `ApiError`; an abort is thrown on as it is. A 401 is told to `whenSessionIsRefused`; where the portal wants
 * a fresh proof, `whenProofIsNeeded` asks for it, and the call goes on.
 */
export async function callApi<C extends Call>(
  call: C,
  ...[input]: Record<never, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
): Promise<ReplyOf<C>> {
  const response = await sendCall(call, (input ?? {}) as LooseInput);
  return (await readBody(response)) as ReplyOf<C>;
}

/** A reply with the ETag it came under. */
export interface Versioned<Reply> {
  readonly reply: Reply;
  readonly etag: string | null;
}

/**
 * As `callApi` for a list with an ETag: when the portal says that nothing changed, `before` itself is answered. The
 * browser's own cache cannot do this, because answers of the API are never stored (no-store).
 * @param read makes what is kept of the reply
 */
export async function callIfChanged<C extends Call, Reply = ReplyOf<C>>(
  call: C,
  input: CallInput<C>,
  before: Versioned<Reply> | undefined,
  read: (reply: ReplyOf<C>) => Reply = (reply) => reply as Reply,
): Promise<Versioned<Reply>> {
  const headers = before?.etag ? { 'If-None-Match': before.etag } : {};
  const response = await sendCall(call, { ...(input as LooseInput), headers });
  if (response.status === 304 && before) return before;
  return { reply: read((await readBody(response)) as ReplyOf<C>), etag: response.headers.get('etag') };
}

/** Makes a call and answers the raw response, for what is not JSON (downloads, Arrow). Throws as `callApi` does. */
export async function sendCall(call: Call, input: LooseInput = {}, wasProved = false): Promise<Response> {
  // A form names its own content type, with the mark between its parts.
  const form = input.body instanceof FormData ? input.body : undefined;
  const hasBody = input.body !== undefined && form === undefined;
  const request: RequestInit = {
    method: call.method,
    headers: {
      Accept: 'application/json',
      // Says that the request comes from this client and not from another site (spec 3 §13).
      'X-Requested-With': 'Telltale',
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...input.headers,
    },
    credentials: 'same-origin',
    ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    ...(form ? { body: form } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  };
  const isChange = call.method !== 'GET' || call.changesState === true;
  const response = await fetchOrExplain(callUrl(call, input), request, isChange ? PERHAPS_DONE : UNREACHABLE);
  if (response.ok || response.status === 304) return response;
  const error = await readRefusal(response);
  // A public call (login, logout) answers 401 about its own credentials.
  if (error.status === 401 && call.access.kind !== 'public') tellOfRefusal();
  if (error.code === views.VIEW_OVER) return leaveView();
  // A proof counts for ten minutes: asked once for a call, the answer cannot be the same again.
  if (error.code === PROOF_NEEDED && !wasProved && (await askForProof())) return sendCall(call, input, true);
  throw error;
}

/** No answer says nothing of whether the portal had got as far as to do it. */
const UNREACHABLE = 'The portal does not answer. Check the connection and try again.';
const PERHAPS_DONE =
  'The portal does not answer. This may have been done or not: check the connection, and look before you do it again.';

async function fetchOrExplain(url: string, request: RequestInit, why: string): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', why);
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? response.json() : response.text();
}

/** A refusal is `{error: {code, message, details?}}`, or plain text (login, spec 3 §4). */
async function readRefusal(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const { status } = response;
  try {
    const body = JSON.parse(text) as { error?: { code?: unknown; message?: unknown; details?: unknown } };
    const message = typeof body.error?.message === 'string' ? body.error.message : fallbackMessage(status);
    const code = typeof body.error?.code === 'string' ? body.error.code : 'unknown';
    return new ApiError(status, code, message, body.error?.details);
  } catch {
    const isPlain = (response.headers.get('content-type') ?? '').startsWith('text/plain') && text !== '';
    const code = response.headers.get('x-refusal-code') ?? 'unknown';
    return new ApiError(status, code, isPlain ? text : fallbackMessage(status));
  }
}

function fallbackMessage(status: number): string {
  if (status === 429) return 'Too many requests. Wait a moment and try again.';
  if (status >= 500) return `The portal could not do this (${status}). Try again; if it stays, tell an administrator.`;
  return `The portal refused this (${status}).`;
}
