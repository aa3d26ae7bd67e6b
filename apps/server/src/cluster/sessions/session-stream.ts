import { DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { SessionOrder, SessionPlace } from '#broker/session-order.ts';
import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';
import type { Cluster } from '../open-cluster.ts';

const STREAM = 'telltale-sessions';
const SUBJECT = 'telltale.sessions';
/** A node that did not read for so long was ended long ago. */
const KEPT_MS = 600_000;
const KNOWN_AGAIN_MS = 10_000;
const RETRY_MS = 200;
/** An end that is not read back in this time is one that others could not hear of either. */
const MOVED_MS = 5_000;
/** Whoever knows more of a connection that is gone asks within this whether it has moved. */
const REMEMBERED_MS = 10_000;

/** What stands in the stream: a connection began, or its end is to be set against the beginnings of others. */
interface Told {
  clientId: string;
  place: string;
  isEnd?: true;
}

interface Place {
  readonly id: string;
  readonly clientId: string;
  readonly superseded: () => void;
  /** Its number in the stream; undefined: it is on its way there. */
  number: number | undefined;
  /** The highest number of others with the same client id. */
  later: number;
  /** Of others that came between its beginning and its end. */
  readonly end: PromiseWithResolvers<boolean>;
  hasLeft: boolean;
}

/**
 * Puts the connections of devices into one order for all nodes: each is a message of a stream before it is accepted, and
 * of two with one client id that with the higher number stays. Every node reads the stream, so whatever it misses
 * it reads later, and two that come at once are judged alike everywhere. Nothing looks up who has a session: what is in the
 * stream is forgotten after ten minutes.
 */
export class SessionStream implements SessionOrder {
  readonly #cluster: Pick<Cluster, 'connection' | 'nodes'>;
  readonly #log: Log;
  readonly #places = new Map<string, Map<string, Place>>();
  readonly #closing = new AbortController();
  #next = 1;
  #position = 0;
  #reading: Promise<void> = Promise.resolve();

  private constructor(cluster: Pick<Cluster, 'connection' | 'nodes'>, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  static async open(cluster: Pick<Cluster, 'connection' | 'nodes'>, log: Log): Promise<SessionStream> {
    const opened = new SessionStream(cluster, log);
    await opened.#begin();
    return opened;
  }

  async begin(clientId: string, superseded: () => void): Promise<SessionPlace> {
    const id = `${this.#cluster.nodes.me.id} ${this.#next++}`;
    const end = Promise.withResolvers<boolean>();
    const place: Place = { id, clientId, superseded, number: undefined, later: 0, end, hasLeft: false };
    const others = this.#places.get(clientId) ?? new Map<string, Place>();
    this.#places.set(clientId, others.set(id, place));
    try {
      place.number = await this.#tell({ clientId, place: id });
      if (place.later > place.number) throw new Error('the device has come to another node meanwhile');
    } catch (error) {
      this.#forget(place);
      throw error;
    }
    return {
      hasMoved: () => this.#hasMoved(place),
      leave: () => {
        place.hasLeft = true;
        setTimeout(() => this.#forget(place), REMEMBERED_MS).unref();
      },
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
  }

  async #begin(): Promise<void> {
    const { manager, replicas } = this.#cluster.connection;
    const settings = {
      subjects: [SUBJECT],
      max_age: nanos(KEPT_MS),
      duplicate_window: nanos(KNOWN_AGAIN_MS),
      discard: DiscardPolicy.Old,
      num_replicas: replicas,
    };
    const names = await manager.streams.names(SUBJECT).next();
    if (!names.includes(STREAM)) {
      // On disk: numbers that began anew would turn the order round.
      await manager.streams.add({
        name: STREAM,
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        ...settings,
      });
    }
    this.#position = (await manager.streams.info(STREAM)).state.last_seq;
    this.#reading = this.#read();
  }

  async #hasMoved(place: Place): Promise<boolean> {
    if (place.number === undefined || place.later > place.number) return true;
    const late = setTimeout(() => place.end.resolve(true), MOVED_MS);
    try {
      await this.#tell({ clientId: place.clientId, place: place.id, isEnd: true });
      return await place.end.promise;
    } catch (error) {
      this.#log.warn({ err: error }, 'whether a device has gone to another node is not known');
      return true;
    } finally {
      clearTimeout(late);
      this.#forget(place);
    }
  }

  async #tell(told: Told): Promise<number> {
    const { seq } = await this.#cluster.connection.jetstream.publish(SUBJECT, JSON.stringify(told));
    return seq;
  }

  async #read(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#readOn(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn({ err: error }, 'connections of devices to other nodes cannot be read');
      }
      await pause(RETRY_MS, signal);
    }
  }

  async #readOn(signal: AbortSignal): Promise<void> {
    const consumer = await this.#cluster.connection.jetstream.consumers.get(STREAM, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.#position + 1,
    });
    const messages = await consumer.consume();
    const stop = () => void messages.close();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      for await (const message of messages) {
        this.#hear(message.json<Told>(), message.seq);
        this.#position = message.seq;
        if (signal.aborted) return;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await messages.close();
    }
  }

  #hear({ clientId, place: id, isEnd }: Told, number: number): void {
    const places = this.#places.get(clientId);
    if (!places) return;
    if (isEnd) {
      const place = places.get(id);
      place?.end.resolve(place.later > (place.number ?? 0));
      return;
    }
    for (const place of [...places.values()]) {
      if (place.id === id) continue;
      const wasLast = place.number === undefined || place.later < place.number;
      place.later = Math.max(place.later, number);
      if (place.hasLeft || !wasLast || place.number === undefined) continue;
      if (number > place.number) place.superseded();
    }
  }

  #forget({ clientId, id }: Place): void {
    const places = this.#places.get(clientId);
    places?.delete(id);
    if (places?.size === 0) this.#places.delete(clientId);
  }
}
