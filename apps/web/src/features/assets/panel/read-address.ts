import type { RequestAnswer, RequestJob } from '#sandbox/messages.ts';
import { SandboxFrame } from '#sandbox/sandbox-frame.ts';

/** More than a camera makes of one picture; the portal keeps a small one of it. */
const MAX_BYTES = 20_000_000;
const LIMIT_MS = 20_000;

const requests = new SandboxFrame<RequestJob, RequestAnswer>('/sandbox/send-request.html');

/**
 * The picture behind an address that was dropped. The browser asks for it, in a frame without the portal's origin: the
 * page's own policy lets it ask no other site, and the portal's server asks for no address that a user names.
 * @throws when the address is none of the web, cannot be reached, or its site does not let others read it
 */
export async function readAddress(address: string): Promise<Blob> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('The address is none of the web.');
  const limits = { maxBytes: MAX_BYTES, limitMs: LIMIT_MS };
  const answer = await requests.ask({ url: url.href, method: 'GET', headers: [], body: null, ...limits });
  if ('error' in answer) throw new Error(answer.error);
  if (answer.status < 200 || answer.status > 299) throw new Error(`The address answers ${answer.status}.`);
  return new Blob([answer.bytes], { type: answer.contentType });
}
