import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Call } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compressBytes, compressStream, isCompressibleType } from './compression.ts';
import { Answer } from './route.ts';

/** A weak validator of a body: the same JSON has the same tag, compressed or not. */
export function etagOf(bytes: Buffer | string): string {
  return `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}

/**
 * Sends what a handler answered: JSON of the reply schema, or an Answer with its own status, headers and body (text,
 * bytes, a stream, or a value for JSON). A GET that reads answers an ETag, and 304 to whoever has it already.
 */
export async function sendReply(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  const answer = result instanceof Answer ? result : new Answer(200, result);
  reply.code(answer.status);
  if (!reply.hasHeader('content-type')) reply.type(call.replyType ?? 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  const type = String(reply.getHeader('content-type'));
  // What answers a secret is never compressed together with text that another may choose (BREACH).
  const encoding =
    call.changesState || !isCompressibleType(type) ? undefined : acceptedEncoding(request.headers['accept-encoding']);

  if (answer.body instanceof Readable) {
    if (encoding === undefined) return reply.send(answer.body);
    reply.header('Content-Encoding', encoding).header('Vary', 'Accept-Encoding').removeHeader('content-length');
    return reply.send(compressStream(answer.body, encoding));
  }

  const bytes = toBytes(answer.body);
  if (call.method === 'GET' && !call.changesState && answer.status === 200) {
    const etag = (reply.getHeader('etag') as string | undefined) ?? etagOf(bytes);
    reply.header('ETag', etag);
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send();
  }
  const compressed = encoding === undefined ? undefined : await compressBytes(bytes, encoding);
  if (encoding === undefined || compressed === undefined) return reply.send(bytes);
  return reply.header('Content-Encoding', encoding).header('Vary', 'Accept-Encoding').send(compressed);
}

function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body === undefined ? '' : JSON.stringify(body));
}
