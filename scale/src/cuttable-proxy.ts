import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server and does to their connections what networks do. */
export class CuttableProxy {
  readonly #server: Server;
  readonly #target: () => number;
  readonly #sockets = new Set<Socket>();
  /** Connections made from now on are ended at once. */
  refuses = false;
  /** Bytes wait so long on their way to the server. */
  delayMs = 0;
  /** So many bytes more go to the server; then every connection ends. */
  bytesLeft = Number.POSITIVE_INFINITY;
  /** Bytes that went to the server. */
  passed = 0;
  /** What the server answers to such requests gets lost, and the connection ends. */
  losesAnswersTo: RegExp | null = null;

  private constructor(target: () => number) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(target: () => number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #join(client: Socket): void {
    this.#hold(client);
    if (this.refuses) {
      client.destroy();
      return;
    }
    const server = connect(this.#target(), '127.0.0.1');
    this.#hold(server);
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    let isLost = false;
    client.on('close', end).on('data', (bytes) => {
      isLost ||= this.losesAnswersTo?.test(bytes.toString('latin1')) ?? false;
      const passed = bytes.subarray(0, Math.min(bytes.length, this.bytesLeft));
      this.bytesLeft -= passed.length;
      this.passed += passed.length;
      setTimeout(() => server.write(passed), this.delayMs);
      if (passed.length < bytes.length) end();
    });
    server.on('close', end).on('data', (bytes) => {
      if (isLost) end();
      else client.write(bytes);
    });
  }

  #hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }

  /** Ends what there is. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
