import { Agent, request } from 'node:http';
import type { DevicePortal } from '../ingest/device-portal.ts';

export interface HttpReply {
  status: number;
  text: string;
}

/** Calls the portal as a browser does, one connection for each reader. */
export class HttpReader {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #cookie: string;
  readonly brokerToken: string;

  private constructor(url: string, cookie: string, brokerToken: string) {
    this.#url = url;
    this.#cookie = cookie;
    this.brokerToken = brokerToken;
  }

  static async logIn({ url, authorization }: DevicePortal): Promise<HttpReader> {
    const headers = { 'X-Requested-With': 'Telltale', Authorization: authorization };
    const reply = await fetch(`${url}/api/ef/auth/login`, { headers });
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new Error(`The login was answered ${reply.status}.`);
    const { brokerToken } = (await reply.json()) as { brokerToken: string };
    return new HttpReader(url, cookie, brokerToken);
  }

  /** Another reader in the same session. */
  another(): HttpReader {
    return new HttpReader(this.#url, this.#cookie, this.brokerToken);
  }

  get(path: string, signal?: AbortSignal): Promise<HttpReply> {
    const headers = { 'X-Requested-With': 'Telltale', Cookie: this.#cookie };
    const options = signal === undefined ? {} : { signal };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, { agent: this.#agent, headers, ...options }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
        reply.on('error', reject);
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  /** Every point of some series. */
  history(
    assetId: number,
    dataItemIds: readonly number[],
    fromMs: number,
    toMs: number,
    signal?: AbortSignal,
  ): Promise<HttpReply> {
    const query = new URLSearchParams({
      columnar: 'true',
      threshold: '-1',
      dataItems: dataItemIds.map((id) => `${assetId}-${id}`).join(),
      startTime: new Date(fromMs).toISOString(),
      endTime: new Date(toMs).toISOString(),
    });
    return this.get(`/api/historicaldata?${query}`, signal);
  }

  close(): void {
    this.#agent.destroy();
  }
}
