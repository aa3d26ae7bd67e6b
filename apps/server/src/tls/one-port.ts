import { createServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Config } from '#config/config.ts';
import type { CertificateFiles } from './certificate-files.ts';
import { hostOf, sendOn } from './send-on.ts';

/** The first byte of a TLS connection (RFC 8446 §5.1: ContentType handshake). */
const HANDSHAKE = 0x16;
/** Whoever connects and says nothing is not waited for. */
const FIRST_BYTE_MS = 10_000;

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
  const plain = createServer((request, reply) => {
    const host = hostOf(request);
    sendOn(request, reply, ownAddress ?? (host && `https://${host}`));
  });
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
