import { badRequest } from '#http/errors.ts';

export interface BasicCredentials {
  username: string;
  password: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Reads `Authorization: Basic …` (RFC 7617, UTF-8); the password may contain colons.
 * @returns undefined when the header is absent or of another scheme
 * @throws HttpError 400 when it is malformed
 */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic(?:\s+(.*))?$/i.exec(header ?? '');
  if (!encoded) return undefined;
  const text = decode(encoded[1]?.trim() ?? '');
  const colon = text.indexOf(':');
  if (colon < 1 || CONTROL_CHARACTER.test(text)) throw malformed();
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(encoded: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw malformed();
  try {
    return decoder.decode(Buffer.from(encoded, 'base64'));
  } catch {
    throw malformed();
  }
}

const malformed = () => badRequest('The Authorization header is malformed.');
