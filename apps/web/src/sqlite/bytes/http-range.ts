import { SqliteProblem } from '../problem.ts';
import type { RangeReader } from './byte-source.ts';

const LIMIT_MS = 60_000;
const WHY: Readonly<Record<number, string>> = {
  401: 'The session has ended. Log in again to read files of the portal.',
  403: 'Files of the portal take a permission that is missing.',
  404: 'There is no such file any more, or it is out of sight.',
};

/**
 * Reads a file of the portal part by part (spec 3 §14). The request is synchronous, since SQLite waits for what it reads; that is
 * possible in a worker alone.
 */
export function httpRange(address: string): RangeReader {
  return (start, end) => {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    request.timeout = LIMIT_MS;
    request.setRequestHeader('Range', `bytes=${start}-${end}`);
    try {
      request.send();
    } catch {
      throw new SqliteProblem('The portal does not answer. Check the connection and try again.');
    }
    return readPart(request, start, end);
  };
}

function readPart(request: XMLHttpRequest, start: number, end: number) {
  const { status } = request;
  const said = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(request.getResponseHeader('content-range') ?? '');
  const size = Number(said?.[2]);
  if (status === 416 && size === 0) return { bytes: new Uint8Array(0), size };
  if (status !== 206 || said === null || Number(said[1]) !== start) {
    throw new SqliteProblem(WHY[status] ?? `The portal did not hand out the file (${status}).`);
  }
  const bytes = new Uint8Array(request.response as ArrayBuffer);
  if (bytes.length !== Math.min(end, size - 1) - start + 1) {
    throw new SqliteProblem('The portal handed out less of the file than it said. Try again.');
  }
  return { bytes, size };
}
