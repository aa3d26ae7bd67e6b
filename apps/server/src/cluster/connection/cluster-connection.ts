import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { ClusterAddress } from '#config/cluster-settings.ts';
import type { Log } from '#config/log.ts';
import { HttpError } from '#http/errors.ts';
import { AskError, ClusterError, COPIES, whyNoJetStream } from './cluster-error.ts';
import { connectToCluster } from './connect.ts';

/** Without a majority of its servers JetStream answers nothing. */
const JETSTREAM_MS = 5_000;

export interface BucketOptions {
  /** A key that is not written for so long is gone. */
  ttlMs?: number;
}

/** What the asked node answers with. */
type Answer = { done: unknown } | { refused: { message: string; status: number } };

/**
 * The way from this node to the others. Core NATS carries what may be lost (wakings, live values, questions), JetStream
 * what may not. It reconnects for ever: what is lost meanwhile each user of it makes good by itself.
 */
export class ClusterConnection {
  readonly nats: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** How many servers keep what JetStream has: three where they are a cluster. */
  readonly replicas: 1 | 3;
  readonly #log: Log;
  #isConnected = true;

  private constructor(nats: NatsConnection, manager: JetStreamManager, log: Log) {
    this.nats = nats;
    this.manager = manager;
    this.jetstream = jetstream(nats, { timeout: JETSTREAM_MS });
    this.replicas = nats.info?.cluster === undefined ? 1 : COPIES;
    this.#log = log;
    void this.#watch();
  }

  /** @throws ClusterError when the cluster cannot be used, in one line */
  static async open(address: ClusterAddress, name: string, log: Log): Promise<ClusterConnection> {
    const nats = await connectToCluster(address, name);
    try {
      const manager = await jetstreamManager(nats, { timeout: JETSTREAM_MS });
      return new ClusterConnection(nats, manager, log);
    } catch (error) {
      await nats.close();
      throw new ClusterError(whyNoJetStream(error), { cause: error });
    }
  }

  /** False: no server can be reached now. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** A key-value store on as many servers as there are copies; it is made where it is missing. */
  async bucket(name: string, { ttlMs }: BucketOptions = {}): Promise<KV> {
    try {
      return await new Kvm(this.jetstream).create(name, {
        replicas: this.replicas,
        history: 1,
        ...(ttlMs !== undefined && { ttl: ttlMs }),
        timeout: JETSTREAM_MS,
        // What is read decides who owns what: only the leader knows what was written last.
        allow_direct: false,
      });
    } catch (error) {
      throw new ClusterError(whyNoJetStream(error), { cause: error });
    }
  }

  publish(subject: string, data: unknown): void {
    this.nats.publish(subject, JSON.stringify(data));
  }

  /** Answers a function that ends it. What a listener throws is logged. */
  subscribe(subject: string, listener: (data: unknown, subject: string) => unknown): () => void {
    return this.#listen(subject, async (message) => {
      await listener(message.json(), message.subject);
    });
  }

  /** Answers what other nodes ask under the subject; an HttpError reaches them with its status. */
  answer(subject: string, handler: (data: unknown, subject: string) => unknown): () => void {
    return this.#listen(subject, async (message) => {
      let answer: Answer;
      try {
        answer = { done: await handler(message.json(), message.subject) };
      } catch (error) {
        if (!(error instanceof HttpError))
          this.#log.error({ err: error, subject }, 'a question of another node failed');
        const [text, status] = error instanceof HttpError ? [error.message, error.status] : ['The node failed.', 500];
        answer = { refused: { message: text, status } };
      }
      message.respond(JSON.stringify(answer));
    });
  }

  /** @throws AskError with the other's refusal, or 503 when nobody answered in time */
  async ask<T>(subject: string, data: unknown, { timeoutMs }: { timeoutMs: number }): Promise<T> {
    let reply: Msg;
    try {
      reply = await this.nats.request(subject, JSON.stringify(data), { timeout: timeoutMs });
    } catch (error) {
      const isUnheard = error instanceof errors.RequestError && error.isNoResponders();
      throw new AskError('Another node of the portal does not answer.', 503, { cause: error, isUnheard });
    }
    const answer = reply.json<Answer>();
    if ('refused' in answer) throw new AskError(answer.refused.message, answer.refused.status);
    return answer.done as T;
  }

  async close(): Promise<void> {
    // What was published last still goes out, unless there is nobody who would take it.
    if (this.#isConnected) await this.nats.flush().catch(() => undefined);
    await this.nats.close();
  }

  #listen(subject: string, take: (message: Msg) => Promise<void>): () => void {
    const subscription = this.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#log.warn({ err: error, subject }, 'a subscription of the cluster failed');
        else
          take(message).catch((reason: unknown) =>
            this.#log.error({ err: reason, subject }, 'news of another node failed'),
          );
      },
    });
    return () => subscription.unsubscribe();
  }

  async #watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') {
        this.#isConnected = false;
        this.#log.warn({ server: status.server }, 'the way to the other nodes is cut');
      } else if (status.type === 'reconnect') {
        this.#isConnected = true;
        this.#log.info({ server: status.server }, 'the way to the other nodes is there again');
      } else if (status.type === 'error') {
        this.#log.warn({ err: status.error }, 'nats-server refused something');
      }
    }
  }
}
