import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ownNames } from '#http/host-check.ts';
import type { LiveHub } from './live-hub.ts';
import { refusalOf } from './upgrade.ts';

/** Lets browsers open the live feed at /mqtt of the HTTP server; every other upgrade is refused. */
export function serveLiveHub(
  server: Server,
  hub: LiveHub,
  config: { publicUrl: string | undefined; host: string },
): void {
  const options = { publicUrl: config.publicUrl, isOwnName: ownNames(config) };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const status = refusalOf(request, options);
    if (status === undefined) {
      hub.accept(request, socket, head);
      return;
    }
    hub.refused();
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}
