import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to send what it sends. */
export interface ArrivalLimits {
  /** For the headers of a request. */
  headersMs: number;
  /** For a whole request. */
  requestMs: number;
  /** Instead of that for an upload that was allowed: between two bytes of it, up to twice as long. */
  idleMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = { headersMs: 60_000, requestMs: 300_000, idleMs: 60_000 };

/**
 * Cuts off requests that take too long to arrive, so that nobody can hold connections by sending a byte now and then
 * (guarantees F12, I10). Node's own limit is one for all requests; a file may take hours over a slow line, if it comes
 * on.
 */
export class Arrival {
  readonly #request: IncomingMessage;
  readonly #reply: ServerResponse;
  readonly #limits: ArrivalLimits;
  #timer: NodeJS.Timeout;

  /** Watches a request from its headers on. */
  constructor(request: IncomingMessage, reply: ServerResponse, limits: ArrivalLimits) {
    this.#request = request;
    this.#reply = reply;
    this.#limits = limits;
    this.#timer = setTimeout(() => this.#cut(), limits.requestMs);
    request.once('close', () => clearTimeout(this.#timer));
  }

  /** From now on it may take as long as it likes, if only it goes on. */
  allowUpload(): void {
    clearTimeout(this.#timer);
    const { socket } = this.#request;
    let seen = socket.bytesRead;
    this.#timer = setInterval(() => {
      // What has come and was not taken yet keeps more from coming: then it is not the client that is slow.
      const isOurs = socket.isPaused() || this.#request.readableLength > 0;
      if (socket.bytesRead === seen && !isOurs) this.#cut();
      seen = socket.bytesRead;
    }, this.#limits.idleMs);
  }

  #cut(): void {
    if (this.#request.complete) return;
    clearTimeout(this.#timer);
    const { socket } = this.#request;
    if (!this.#reply.headersSent) refuseOn(socket, '408 Request Timeout');
    socket.destroySoon();
  }
}

/** Writes a refusal straight to a connection, for what never becomes a request or never comes to its end. */
export function refuseOn(socket: Socket, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
