import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { HistoryUnavailableError } from '../../port.ts';
import type { HistoryTarget } from './history-url.ts';
import { decodeNative, NativeFormatError, type NativeTable } from './native-format.ts';

/** The server understood and said no; `code` is ClickHouse's own. */
export class ServerRefusedError extends Error {
  override readonly name = 'ServerRefusedError';
  readonly code: number;

  constructor(code: number, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Past this nobody waits for an answer; what the server does meanwhile it does for nobody. */
const ANSWER_WITHIN_MS = 30_000;
const MOST_CONNECTIONS = 16;
/** The server's own limit, 256 KB, is that of some fourteen thousand series. */
const MOST_QUERY_BYTES = 64 * 2 ** 20;
/** A line for people: more of what the server says is its own concern. */
const MOST_MESSAGE_LENGTH = 300;

/** Speaks to the server by the official client, in columns. */
export class Connection {
  readonly #client: ClickHouseClient;

  private constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  /** Nothing is sent yet. The client is loaded by whoever needs it only. */
  static async to(
    { url, username, password, database }: HistoryTarget,
    withinMs = ANSWER_WITHIN_MS,
  ): Promise<Connection> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const client = createClient({
      url,
      username,
      password,
      database,
      application: 'telltale',
      request_timeout: withinMs,
      max_open_connections: MOST_CONNECTIONS,
      // What fails is told by its error.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        // An answer is held back until it is whole, so that a failure in the middle of it is told as one.
        wait_end_of_query: 1,
        // Nobody waits any more for what a connection that is gone had asked.
        cancel_http_readonly_queries_on_client_close: 1,
        // A question may name every series of the portal.
        max_query_size: String(MOST_QUERY_BYTES),
      },
    });
    return new Connection(client);
  }

  /**
   * @throws HistoryUnavailableError when the server cannot be reached or answers half; ServerRefusedError; the signal's
   * own reason when it is aborted
   */
  async select(sql: string, signal?: AbortSignal): Promise<NativeTable> {
    return this.#asOurs(signal, async () => {
      const bytes = await this.#run(`${sql}\nFORMAT Native`, undefined, signal);
      return decodeNative(bytes);
    });
  }

  /** Runs a statement that answers nothing. */
  async command(sql: string, signal?: AbortSignal): Promise<void> {
    await this.#asOurs(signal, () => this.#run(sql, undefined, signal));
  }

  /** Sends a block of rows; `sql` ends where the format is named. */
  async insert(sql: string, block: Buffer, signal?: AbortSignal): Promise<void> {
    await this.#asOurs(signal, () => this.#run(`${sql} FORMAT Native`, block, signal));
  }

  async #run(query: string, body: Buffer | undefined, signal: AbortSignal | undefined): Promise<Buffer> {
    const request = { query, ...(signal === undefined ? {} : { abort_signal: signal }) };
    const { stream } = await this.#client.exec(
      body === undefined ? request : { ...request, values: Readable.from([body], { objectMode: false }) },
    );
    return readAll(stream);
  }

  async #asOurs<Answer>(signal: AbortSignal | undefined, ask: () => Promise<Answer>): Promise<Answer> {
    signal?.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      throw ours(error);
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** ClickHouse is too busy, out of memory or of room, or its servers do not agree yet: worth trying again later. */
const PASSING: ReadonlySet<number> = new Set([159, 202, 209, 210, 225, 241, 242, 243, 252, 285, 319, 999]);

function ours(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error ? error.code : undefined;
  const isServers = 'type' in error && typeof code === 'string' && /^\d+$/.test(code);
  if (isServers && !PASSING.has(Number(code))) return new ServerRefusedError(Number(code), lineOf(error), error);
  if (isServers || typeof code === 'string' || error instanceof NativeFormatError || isOfTheConnection(error)) {
    return new HistoryUnavailableError(`the history's server does not answer: ${lineOf(error)}`, {
      isAway: true,
      cause: error,
    });
  }
  return error;
}

/** What Node and the client say, without a code, when a connection ends too early. */
function isOfTheConnection({ message }: Error): boolean {
  return /timeout|socket hang up|aborted|terminated|premature close|connection/i.test(message);
}

export function lineOf(error: Error): string {
  const text =
    error instanceof AggregateError && error.message === '' ? error.errors.map(String).join('; ') : error.message;
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > MOST_MESSAGE_LENGTH ? `${line.slice(0, MOST_MESSAGE_LENGTH)}…` : line;
}
