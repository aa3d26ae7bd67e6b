import type { Readable } from 'node:stream';
import { HttpError } from '#http/errors.ts';
import { Answer } from '#http/route.ts';
import type { FileRecord } from './file-repository.ts';

/** Bytes of a content, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a content that `Range: bytes=…` asks for [RFC 9110 §14]. Undefined: all of it, because nothing is asked
 * for, or nothing that is understood, or several parts at once.
 * @throws HttpError 416 for a part that is not there
 */
export function readRange(header: string | undefined, length: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (start >= length || (first === '' && Number(last) === 0)) {
    throw new HttpError(416, 'no-such-range', `The file has ${length} bytes.`, {
      headers: { 'Content-Range': `bytes */${length}` },
    });
  }
  return { start, end };
}

/** Answers a file, or the part of it that is asked for, unless who asks has it (spec 3 §14). */
export function answerFile(
  { file, read }: { file: FileRecord; read: (range?: ByteRange) => Readable },
  asked: Readonly<Record<string, string | string[] | undefined>>,
  headers: Readonly<Record<string, string>>,
): Answer {
  const header = (name: string) => (typeof asked[name] === 'string' ? asked[name] : undefined);
  const etag = `"${file.sha256}"`;
  const common = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (
    header('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim() === etag)
  ) {
    return new Answer(304, '', { ETag: etag });
  }
  const isSame = header('if-range') === undefined || header('if-range')?.trim() === etag;
  const range = isSame ? readRange(header('range'), file.length) : undefined;
  if (!range) return new Answer(200, read(), { ...common, 'Content-Length': String(file.length) });
  return new Answer(206, read(range), {
    ...common,
    'Content-Length': String(range.end - range.start + 1),
    'Content-Range': `bytes ${range.start}-${range.end}/${file.length}`,
  });
}
