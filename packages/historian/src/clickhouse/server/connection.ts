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
/** What goes through all of history may take as long as it takes, while the server says that it is at it. */
const SIGN_OF_LIFE_WITHIN_MS = 300_000;
const SIGNS_EVERY_MS = 60_000;
const MOST_CONNECTIONS = 16;
/** The server's own limit, 256 KB, is that of some fourteen thousand series. */
const MOST_QUERY_BYTES = 64 * 2 ** 20;
/** A line for people: more of what the server says is its own concern. */
const MOST_MESSAGE_LENGTH = 300;

/** Speaks to the server by the official client, in columns. */
export class Connection {
  readonly #client: ClickHouseClient;
  readonly #patient: ClickHouseClient;

  private constructor(client: ClickHouseClient, patient: ClickHouseClient) {
    this.#client = client;
    this.#patient = patient;
  }

  /** Nothing is sent yet. The client is loaded by whoever needs it only. */
  static async to(
    { url, username, password, database }: HistoryTarget,
    withinMs = ANSWER_WITHIN_MS,
  ): Promise<Connection> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const common = {
      url,
      username,
      password,
      database,
      application: 'telltale',
      max_open_connections: MOST_CONNECTIONS,
      // What fails is told by its error.
      log: { level: ClickHouseLogLevel.OFF },
    };
    const settings = {
      // An answer is held back until it is whole, so that a failure in the middle of it is told as one.
      wait_end_of_query: 1 as const,
      // Nobody waits any more for what a connection that is gone had asked.
      cancel_http_readonly_queries_on_client_close: 1 as const,
      // A question may name every series of the portal.
      max_query_size: String(MOST_QUERY_BYTES),
    };
    const client = createClient({
      ...common,
      request_timeout: withinMs,
      // The server does not go on with what nobody waits for.
      clickhouse_settings: { ...settings, max_execution_time: Math.ceil(withinMs / 1000) },
    });
    const patient = createClient({
      ...common,
      request_timeout: SIGN_OF_LIFE_WITHIN_MS,
      clickhouse_settings: {
        ...settings,
        send_progress_in_http_headers: 1,
        http_headers_progress_interval_ms: String(SIGNS_EVERY_MS),
      },
    });
    return new Connection(client, patient);
  }

  /**
   * @throws HistoryUnavailableError when the server cannot be reached or answers half; ServerRefusedError; the signal's
   * own reason when it is aborted
   */
  async select(sql: string, signal?: AbortSignal): Promise<NativeTable> {
    return this.#asOurs(signal, async () => {
      const bytes = await this.#ask(this.#client, `${sql}\nFORMAT Native`, signal);
      return decodeNative(bytes);
    });
  }

  /** `select` of what may take minutes. */
  async selectLong(sql: string, signal?: AbortSignal): Promise<NativeTable> {
    return this.#asOurs(signal, async () =>
      decodeNative(await this.#ask(this.#patient, `${sql}\nFORMAT Native`, signal)),
    );
  }

  /** What a statement answers that takes no format. */
  async text(sql: string): Promise<string> {
    return this.#asOurs(undefined, async () => (await this.#ask(this.#client, sql, undefined)).toString().trim());
  }

  /** Runs a statement that answers nothing. */
  async command(sql: string, signal?: AbortSignal): Promise<void> {
    await this.#asOurs(signal, () => this.#ask(this.#client, sql, signal));
  }

  /**
   * Runs a statement that may take minutes.
   * @param id while a statement of this name is under way the server begins no second one: it may go on there when the
   * connection has ended
   */
  async commandLong(sql: string, id: string, signal?: AbortSignal): Promise<void> {
    await this.#asOurs(signal, () => this.#ask(this.#patient, sql, signal, { query_id: id }));
  }

  /** Sends a block of rows; `sql` ends where the format is named. */
  async insert(sql: string, block: Buffer, signal?: AbortSignal): Promise<void> {
    const values = Readable.from([block], { objectMode: false });
    await this.#asOurs(signal, () => this.#ask(this.#client, `${sql} FORMAT Native`, signal, { values }));
  }

  async #ask(
    client: ClickHouseClient,
    query: string,
    signal: AbortSignal | undefined,
    more: { values?: Readable; query_id?: string } = {},
  ): Promise<Buffer> {
    const { stream } = await client.exec({ query, ...(signal === undefined ? {} : { abort_signal: signal }), ...more });
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

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#patient.close()]);
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** ClickHouse is too busy, out of memory or of room, or its servers do not agree yet, or it is at it already: worth trying again later. */
const PASSING: ReadonlySet<number> = new Set([159, 202, 209, 210, 216, 225, 241, 242, 243, 252, 285, 319, 999]);

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
