import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Config } from '#config/config.ts';
import { DATA_POLICY, securityHeaders } from '#http/protection/security-headers.ts';
import type { CertificateFiles } from './tls/certificate-files.ts';

/** What everybody may read; the log has the folder and the command. */
const NOTICE = 'The database of this portal is damaged. Its operator finds in the log what to do.';

export interface DamageNotice {
  readonly httpPort: number;
  close(): Promise<void>;
}

/**
 * Stands in for a portal whose database is damaged: answers 503 to every request, and nothing else. A process that
 * ended instead would be started again by its supervisor for ever, and users would see no reason (guarantees R13).
 * Devices find their port shut, so they keep what they measure.
 */
export async function serveDamageNotice(
  config: Pick<Config, 'host' | 'httpPort' | 'publicUrl' | 'tls'>,
  certificates: CertificateFiles | undefined,
): Promise<DamageNotice> {
  const headers = {
    ...securityHeaders(config),
    'Content-Security-Policy': DATA_POLICY,
    'Cache-Control': 'no-store',
  };
  const answer: RequestListener = (request, reply) => {
    request.resume();
    const path = (request.url ?? '').split('?')[0]?.toLowerCase() ?? '';
    const [type, body] =
      path === '/api/health'
        ? ['application/json; charset=utf-8', JSON.stringify({ status: 'failing', reason: NOTICE })]
        : path.startsWith('/api/')
          ? [
              'application/json; charset=utf-8',
              JSON.stringify({ error: { code: 'database-damaged', message: NOTICE } }),
            ]
          : ['text/plain; charset=utf-8', NOTICE];
    reply.writeHead(503, { ...headers, 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : body);
  };
  const server = certificates ? createSecureServer(certificates.forWeb, answer) : createServer(answer);
  server.listen({ port: config.httpPort, host: config.host });
  await once(server, 'listening');
  return {
    httpPort: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
