import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Paths that carry a secret: the device's token, and the id of a reset link, an identity provider's answer (guarantees I3). */
const secretInUrl = [
  { pattern: /(\/api\/v1\/)[^/?#]+/gi, replacement: '$1***' },
  { pattern: /(\/api\/calendars\/)[^/?#]+/gi, replacement: '$1***' },
  { pattern: /(\/api\/auth\/(?:submit|link)\/)[^/?#]+/gi, replacement: '$1***' },
  { pattern: /([?&](?:changeId|code|state|token|access_token|refreshToken)=)[^&#]*/gi, replacement: '$1***' },
];

/** A URL as it may stand in a log. */
export function maskUrl(url: string): string {
  return secretInUrl.reduce((text, { pattern, replacement }) => text.replace(pattern, replacement), url);
}

/**
 * The structured log: one JSON object per line on stdout. Values under names that hold secrets are removed, whoever
 * logs them.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const secretNames = ['password', 'authorization', 'cookie', 'token', 'accessToken', 'brokerToken', 'authJWT'];
  const options = {
    level,
    base: null,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '***',
    },
    serializers: {
      req: (request: { method: string; url: string; ip: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: maskUrl(request.url),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
