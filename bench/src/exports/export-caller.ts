import { request } from 'node:http';
import type { exportJobs } from '@telltale/contract';
import type { DevicePortal, YearOfHistory } from '../ingest/device-portal.ts';

export type Wanted = Pick<exportJobs.ExportRequestInput, 'Format'> & { Compress: boolean; series?: number };

/** Asks a portal for exports, as a script does. */
export class ExportCaller {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #history: YearOfHistory;

  private constructor(url: string, cookie: string, history: YearOfHistory) {
    this.#url = url;
    this.#headers = { 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json', Cookie: cookie };
    this.#history = history;
  }

  static async logIn({ url, authorization }: DevicePortal, history: YearOfHistory): Promise<ExportCaller> {
    const headers = { 'X-Requested-With': 'Telltale', Authorization: authorization };
    const reply = await fetch(`${url}/api/ef/auth/login`, { headers });
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new Error(`The login was answered ${reply.status}.`);
    return new ExportCaller(url, cookie, history);
  }

  /** Asks for a file; answers the id of its job. */
  async ask(wanted: Wanted): Promise<string> {
    const body = JSON.stringify(this.#requestOf(wanted, 'File'));
    const reply = await fetch(`${this.#url}/api/HistoricalDataItems`, { method: 'POST', headers: this.#headers, body });
    if (!reply.ok) throw new Error(`An export was answered ${reply.status}: ${await reply.text()}`);
    return ((await reply.json()) as { jobId: string }).jobId;
  }

  async jobOf(jobId: string): Promise<exportJobs.ExportJob> {
    const reply = await fetch(`${this.#url}/api/exports`, { headers: this.#headers });
    const job = ((await reply.json()) as exportJobs.ExportJob[]).find((one) => one.jobId === jobId);
    if (job === undefined) throw new Error('The export is not in the list.');
    return job;
  }

  /** Cancels a job or removes its file: answered when all that it held is free. */
  async drop(jobId: string): Promise<void> {
    await fetch(`${this.#url}/api/exports/${jobId}`, { method: 'DELETE', headers: this.#headers });
  }

  /** Asks for the file as the answer, and leaves at its first byte; answers the milliseconds until then. */
  firstByte(wanted: Wanted): Promise<number> {
    const startMs = performance.now();
    return new Promise((resolve, reject) => {
      const url = `${this.#url}/api/HistoricalDataItems`;
      const sent = request(url, { method: 'POST', headers: this.#headers }, (reply) => {
        reply.once('data', () => {
          sent.destroy();
          resolve(performance.now() - startMs);
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(this.#requestOf(wanted, 'Respond')));
    });
  }

  #requestOf({ Format, Compress, series }: Wanted, Method: 'File' | 'Respond'): exportJobs.ExportRequestInput {
    const { assetId, dataItemIds, startMs, endMs } = this.#history;
    return {
      DataItems: dataItemIds
        .slice(0, series)
        .map((dataItemId) => ({ assetId: assetId as never, dataItemId: dataItemId as never })),
      StartTime: new Date(startMs).toISOString(),
      EndTime: new Date(endMs).toISOString(),
      Format,
      OutputSettings: { Method, Compress },
    };
  }
}
