import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { CertificateFiles } from './certificate-files.ts';
import { hostOf, sendOn } from './send-on.ts';

/** A name of a host: one that begins with a dot would stand for all names below it. */
const DOTTED_WORDS = /^[\w-]+(\.[\w-]+)*\.?$/;
/** Whoever connects and says nothing is not waited for, nor is one who says it slowly. */
const REQUEST_MS = 10_000;
const LOOK_MS = 2_000;
/** What browsers leave out of an address. */
const HTTPS_PORT = 443;
/** Everybody may connect here, and nobody is to take the portal's own connections that way. */
const MOST_CONNECTIONS = 256;

export interface RedirectPort {
  /** Undefined: it could not be opened. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

/**
 * Listens at the port that people come to who type `http://`, and sends pages on to where the portal is served over https.
 * Where the port cannot be opened the portal serves all the same, and the log says why.
 * @param httpsPort at which the portal is served
 */
export async function openRedirectPort(
  { host, publicUrl, tls }: Pick<Config, 'host' | 'publicUrl' | 'tls'>,
  certificates: Pick<CertificateFiles, 'certificate'>,
  httpsPort: number,
  log: Log,
): Promise<RedirectPort | undefined> {
  if (tls?.redirectPort === undefined) return undefined;
  const ownAddress = publicUrl?.startsWith('https:') ? publicUrl : undefined;
  const limits = { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: LOOK_MS };
  const server = createServer(limits, (request, reply) =>
    sendOn(request, reply, ownAddress ?? addressOf(request, certificates, httpsPort)),
  );
  server.maxRequestsPerSocket = 1;
  server.maxConnections = MOST_CONNECTIONS;
  server.listen({ port: tls.redirectPort, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    log.error({ err: error }, `who types http:// is not sent on to https: ${whyClosed(tls.redirectPort)}`);
    return { port: undefined, close: async () => undefined };
  }
  server.on('error', (error) => log.warn({ err: error }, 'the port that sends on to https has a fault'));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Anyone may read it. */
export const whyClosed = (port: number) => `port ${port} (TELLTALE_REDIRECT_PORT) could not be opened.`;

/**
 * Where the portal is by the name that was asked for. That name comes from whoever asks: it is one of the certificate's, or
 * the address that the connection came to, or nobody is sent anywhere.
 */
function addressOf(
  request: IncomingMessage,
  { certificate }: Pick<CertificateFiles, 'certificate'>,
  httpsPort: number,
): string | undefined {
  const name = hostOf(request)?.replace(/:\d+$/, '');
  if (name === undefined) return undefined;
  if (!isOwnName(name.replace(/^\[|\]$/g, ''), request, certificate)) return undefined;
  return `https://${name}${httpsPort === HTTPS_PORT ? '' : `:${httpsPort}`}`;
}

function isOwnName(name: string, { socket }: IncomingMessage, certificate: X509Certificate): boolean {
  if (isIP(name) === 0) return DOTTED_WORDS.test(name) && certificate.checkHost(name) !== undefined;
  return name === socket.localAddress?.replace(/^::ffff:/i, '') || certificate.checkIP(name) !== undefined;
}
