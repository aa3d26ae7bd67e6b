import type { FrameSite } from '@telltale/contract';
import type { Config } from '#config/config.ts';

/**
 * Headers of every answer (guarantees D8).
 * @param sites to which a tile may lend the camera or the microphone; nobody else gets them (E11)
 */
export function securityHeaders(
  { publicUrl, tls }: Pick<Config, 'publicUrl' | 'tls'>,
  sites: readonly FrameSite[] = [],
): Record<string, string> {
  const isHttps = tls !== undefined || publicUrl?.startsWith('https:');
  const lent = (device: 'camera' | 'microphone') => {
    const origins = sites.filter((site) => site[device]).map(({ origin }) => `"${origin}"`);
    return origins.length === 0 ? `${device}=()` : `${device}=(self ${origins.join(' ')})`;
  };
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'SAMEORIGIN',
    'Permissions-Policy': `${lent('camera')}, ${lent('microphone')}, geolocation=(self), payment=(), usb=()`,
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** Data is never a document: nothing in it may run, and nobody may frame it. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/**
 * The policy of the web client. Scripts come from the portal only; styles are also written by the components (a tile's
 * colours and sizes), which is why 'unsafe-inline' stands there and nowhere else.
 * @param mapOrigins where maps may load pictures and shapes from
 * @param frameOrigins of the sites that tiles may show
 */
export function pagePolicy(mapOrigins: readonly string[], frameOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...mapOrigins].join(' '),
    "worker-src 'self' blob:",
    ["frame-src 'self'", ...frameOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
