import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in URLs, cookies and MQTT user names. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a random token is stored: it has enough entropy that a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
