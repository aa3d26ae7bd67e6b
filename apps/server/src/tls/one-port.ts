import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Config } from '#config/config.ts';
import type { CertificateFiles } from './certificate-files.ts';

/** The first byte of a TLS connection (RFC 8446 §5.1: ContentType handshake). */
const HANDSHAKE = 0x16;
/** Whoever connects and says nothing is not waited for. */
const FIRST_BYTE_MS = 10_000;
const SAFE = new Set(['GET', 'HEAD']);
const HOST_FORM = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Keeps a server at the certificate of the files, and answers who comes without TLS.
 * @returns ends the connections that have not said yet what they speak
 */
export function serveSecurely(
  server: HttpsServer,
  certificates: CertificateFiles,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): () => void {
  certificates.onChanged(() => server.setSecureContext(certificates.forWeb));
  return answerPlainHttp(server, publicUrl?.startsWith('https:') ? publicUrl : undefined);
}

/**
 * Lets the port of a server that speaks TLS answer plain HTTP too, which is what people type: pages are sent on to https
 * at the same port, everything else is refused before anybody reads a password out of it (guarantee I2).
 * @param server one that takes TLS
 * @param ownAddress where the portal is, when it was told; undefined: at the name that was asked for
 * @returns ends the connections that have not said yet what they speak
 */
function answerPlainHttp(server: HttpsServer, ownAddress: string | undefined): () => void {
  const plain = createServer((request, reply) => sendOn(request, reply, ownAddress));
  plain.maxRequestsPerSocket = 1;
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    const end = () => socket.destroy();
    const timer = setTimeout(end, FIRST_BYTE_MS);
    socket.on('error', end);
    const settle = () => {
      clearTimeout(timer);
      silent.delete(socket);
    };
    socket.once('close', settle);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1);
      if (first === null) return;
      settle();
      socket.off('error', end);
      socket.off('close', settle);
      socket.unshift(first);
      if (first[0] === HANDSHAKE) for (const listener of listeners) listener.call(server, socket);
      else plain.emit('connection', socket);
    });
  });
  return () => {
    for (const socket of silent) socket.destroy();
    plain.closeAllConnections();
  };
}

function sendOn(request: IncomingMessage, reply: ServerResponse, ownAddress: string | undefined): void {
  request.resume();
  const host = request.headers.host ?? '';
  const to = ownAddress ?? (HOST_FORM.test(host) ? `https://${host}` : undefined);
  const isPage = SAFE.has(request.method ?? '') && !request.url?.toLowerCase().startsWith('/api/');
  if (isPage && to !== undefined && request.url?.startsWith('/')) {
    reply.writeHead(308, { Location: `${to}${request.url}`, Connection: 'close', 'Content-Length': 0 }).end();
    return;
  }
  const message = 'This portal is served over https only.';
  const body = JSON.stringify({ error: { code: 'https-only', message } });
  reply.writeHead(403, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' }).end(body);
}
