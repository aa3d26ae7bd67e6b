import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, type TLSSocket } from 'node:tls';
import type { Log } from '#config/log.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import type { DeviceOrigin } from './device-connection.ts';

export interface PortOptions {
  host: string;
  /** Of MQTT over TCP. 0: any free port. Undefined: none. */
  port: number | undefined;
  /** Of MQTT over TLS; undefined: none. */
  secure?: { port: number; certificates: CertificateFiles } | undefined;
}

/** Connections that may wait to be accepted: after a restart all devices come back at once. */
const BACKLOG = 4_096;
/** A device that vanished without a word, and without a keepalive, is found by TCP itself. */
const TCP_KEEPALIVE_MS = 60_000;
/** For the keys of a connection; a slow line of a field takes seconds. */
const HANDSHAKE_MS = 30_000;
const TICKET_KEY_BYTES = 48;

/** The ports at which devices connect, in the clear and over TLS. */
export class DevicePorts {
  readonly #options: PortOptions;
  readonly #log: Log;
  readonly #plain: Server | undefined;
  readonly #secure: Server | undefined;

  constructor(
    options: PortOptions,
    maxConnections: number,
    log: Log,
    accept: (socket: Socket, origin: DeviceOrigin) => void,
  ) {
    this.#options = options;
    this.#log = log;
    if (options.port !== undefined) {
      this.#plain = createServer((socket) => accept(ready(socket), { address: addressOf(socket), isClear: true }));
      this.#plain.maxConnections = maxConnections;
    }
    if (options.secure) {
      this.#secure = this.#secureServer(options.secure.certificates, accept);
      this.#secure.maxConnections = maxConnections;
    }
  }

  get port(): number | undefined {
    return portOf(this.#plain);
  }

  get securePort(): number | undefined {
    return portOf(this.#secure);
  }

  async open(): Promise<void> {
    const { host, port, secure } = this.#options;
    await Promise.all([listen(this.#plain, host, port), listen(this.#secure, host, secure?.port)]);
  }

  /** Takes no more connections; resolves when those that there are have ended. */
  async close(): Promise<void> {
    const ends = [this.#plain, this.#secure].map(
      (server) => new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve())),
    );
    await Promise.all(ends);
  }

  #secureServer(certificates: CertificateFiles, accept: (socket: Socket, origin: DeviceOrigin) => void): Server {
    const options = {
      ...certificates.forDevices,
      handshakeTimeout: HANDSHAKE_MS,
      // Whoever shows none comes with a token; one that is shown is looked at below.
      requestCert: certificates.takesDeviceCertificates,
      rejectUnauthorized: false,
    };
    const server = createSecureServer(options, (socket) => {
      const shown = socket.getPeerX509Certificate();
      if (shown && !socket.authorized) {
        const reason = String(socket.authorizationError);
        this.#log.warn({ address: addressOf(socket), reason }, 'the certificate of a device was refused');
        socket.destroy();
        return;
      }
      const certificateName = shown && commonNameOf(socket);
      accept(ready(socket), { address: addressOf(socket), isClear: false, certificateName });
    });
    // What is no TLS at all, or too old, ends with its connection.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    certificates.onChanged(() => {
      server.setSecureContext(certificates.forDevices);
      // A session that is resumed would bring along that a certificate was good which no longer is.
      server.setTicketKeys(randomBytes(TICKET_KEY_BYTES));
    });
    return server;
  }
}

async function listen(server: Server | undefined, host: string, port: number | undefined): Promise<void> {
  if (!server) return;
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
}

const portOf = (server: Server | undefined) => (server?.address() as AddressInfo | null | undefined)?.port;
const addressOf = (socket: Socket) => socket.remoteAddress ?? '';

function ready(socket: Socket): Socket {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
  return socket;
}

function commonNameOf(socket: TLSSocket): string | undefined {
  const { CN: name } = socket.getPeerCertificate().subject ?? {};
  return Array.isArray(name) ? name[0] : name;
}
