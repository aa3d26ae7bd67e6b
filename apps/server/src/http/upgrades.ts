import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A path at which the HTTP server becomes something else. */
export interface UpgradeTarget {
  serves(path: string): boolean;
  /** Why the request may not be upgraded, as an HTTP status; undefined: it may. */
  refusalOf(request: IncomingMessage): number | undefined;
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A request was refused. */
  refused(): void;
}

const PATH = /^[^?]*/;

/** Lets the targets upgrade requests for their paths; every other upgrade is refused. */
export function serveUpgrades(server: Server, targets: readonly UpgradeTarget[]): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = (PATH.exec(request.url ?? '')?.[0] ?? '').replace(/\/$/, '').toLowerCase();
    const target = targets.find((one) => one.serves(path));
    const status = target ? target.refusalOf(request) : 404;
    if (target && status === undefined) {
      target.accept(request, socket, head);
      return;
    }
    target?.refused();
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status ?? 0]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}

/** The subprotocols that an upgrade offers. */
export function offeredProtocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}
