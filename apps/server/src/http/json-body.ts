import type { FastifyRequest } from 'fastify';
import { badRequest, HttpError } from './errors.ts';

/** Deeper JSON is nobody's record, and each level costs stack somewhere (guarantees G5). */
const MAX_DEPTH = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a request body; undefined for an empty one.
 * @throws HttpError 400 for anything that is not UTF-8 JSON, is nested too deep, or would touch a prototype
 */
export function parseJsonBody(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  refuseTraps(value);
  return value;
}

function refuseTraps(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw badRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__') || isConstructorTrap(value)) {
        throw badRequest('The body has a key that is not allowed.');
      }
      for (const child of Array.isArray(value) ? value : Object.values(value)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
}

function isConstructorTrap(value: object): boolean {
  if (!Object.hasOwn(value, 'constructor')) return false;
  const inner = (value as { constructor: unknown }).constructor;
  return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype');
}

/**
 * Refuses what the JSON parser would have to guess about: other charsets, encoded bodies.
 * @throws HttpError 415
 */
export function refuseOddEncoding(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  const encoding = request.headers['content-encoding'];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw unsupported('Only UTF-8 is understood.');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported('Compressed bodies are not understood.');
  }
}

const unsupported = (message: string) => new HttpError(415, 'unsupported-media-type', message);
