import type { IncomingMessage } from 'node:http';
import { offeredProtocols } from '#http/upgrades.ts';

const LIVE_PATH = '/mqtt';

export interface UpgradeOptions {
  publicUrl: string | undefined;
  /** Whether the portal may be called by this Host header: else a name that was pointed at this machine would do. */
  isOwnName: (host: string) => boolean;
}

export function isLivePath(path: string): boolean {
  return path === LIVE_PATH;
}

/** Why an upgrade is refused, as an HTTP status; undefined: it may go on. */
export function refusalOf(request: IncomingMessage, options: UpgradeOptions): 403 | 426 | undefined {
  if (!isOwnOrigin(request, options)) return 403;
  return offeredProtocols(request).includes('mqtt') ? undefined : 426;
}

/**
 * Only the portal's own pages may open the live feed: a browser says where a page comes from, and the token alone must
 * not be enough for a page of another site (guarantee C14). Without an Origin it is refused (spec 3 §13).
 */
function isOwnOrigin(request: IncomingMessage, { publicUrl, isOwnName }: UpgradeOptions): boolean {
  const { origin, host } = request.headers;
  const from = origin === undefined ? null : URL.parse(origin);
  if (from === null || (from.protocol !== 'http:' && from.protocol !== 'https:')) return false;
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true;
  return host !== undefined && isOwnName(host) && from.host === URL.parse(`${from.protocol}//${host}`)?.host;
}
