/** More of a body is not shown but saved: a browser takes seconds to lay out megabytes of text. */
const SHOWN_BYTES = 200_000;
const TEXT_TYPE = /json|text|xml|javascript/;

/** What came back, or why nothing did. */
export interface CallOutcome {
  status: number;
  statusText: string;
  headers: readonly (readonly [name: string, value: string])[];
  milliseconds: number;
  bytes: number;
  /** Readable; undefined: it is no text. */
  text: string | undefined;
  isCut: boolean;
  content: Blob;
}

/**
 * Makes a call with the user's own session, as the page's own requests are made. Refusals are answers like others.
 * @throws TypeError when the portal cannot be reached
 */
export async function sendCall(method: string, address: string, body: string | undefined): Promise<CallOutcome> {
  const started = performance.now();
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: {
      'X-Requested-With': 'Telltale',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const content = await response.blob();
  const type = response.headers.get('content-type') ?? '';
  const isText = content.size === 0 || TEXT_TYPE.test(type);
  const text = isText ? await content.slice(0, SHOWN_BYTES).text() : undefined;
  const isCut = content.size > SHOWN_BYTES;
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].map(([name, value]) => [name, value] as const),
    milliseconds: Math.round(performance.now() - started),
    bytes: content.size,
    text: text !== undefined && !isCut && type.includes('json') ? indented(text) : text,
    isCut,
    content,
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
