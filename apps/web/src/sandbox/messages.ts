/** How long a page below /sandbox/, or a worker in it, may take until it stands: a busy machine takes seconds. */
export const START_LIMIT_MS = 10_000;

/** A script to run on some data; `id` is given back with the answer. */
export interface ScriptJob {
  id: number;
  code: string;
  input: unknown;
  limitMs: number;
}

/** The result as JSON text, so that it can be nothing but data; or why there is none. */
export type ScriptAnswer = { id: number; json: string } | { id: number; error: string };

/** A request without the viewer's session. */
export interface RequestJob {
  id: number;
  url: string;
  method: 'GET' | 'POST';
  headers: [string, string][];
  body: string | null;
  maxBytes: number;
  limitMs: number;
}

export type RequestAnswer =
  | { id: number; status: number; contentType: string; bytes: ArrayBuffer }
  | { id: number; error: string };

/** What the HTML frame is told: a document once per edit, then texts as values change. */
export type HtmlMessage =
  | { kind: 'show'; html: string; style: string; fonts: { family: string; bytes: ArrayBuffer }[] }
  | { kind: 'texts'; texts: Record<string, HtmlText> }
  | { kind: 'style'; style: string };

export interface HtmlText {
  text: string;
  /** Not empty: why the value is in doubt, in words. */
  doubt: string;
}
