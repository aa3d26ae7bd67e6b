import { hostname } from 'node:os';
import type { Config } from '#config/config.ts';

/** Where people reach the portal, for links in mails: never taken from a request (guarantees A15). */
export class PublicAddress {
  readonly #config: Pick<Config, 'publicUrl' | 'host' | 'httpPort' | 'tls'>;
  #port: number;

  constructor(config: Pick<Config, 'publicUrl' | 'host' | 'httpPort' | 'tls'>) {
    this.#config = config;
    this.#port = config.httpPort;
  }

  /** The port that was taken, which may be another than the one asked for. */
  listensAt(port: number): void {
    this.#port = port;
  }

  /** Without a trailing slash. */
  get url(): string {
    const { publicUrl, host, tls } = this.#config;
    if (publicUrl !== undefined) return publicUrl;
    const name = ['0.0.0.0', '::'].includes(host) ? hostname() : host;
    return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${this.#port}`;
  }
}
