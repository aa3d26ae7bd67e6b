import type { KV } from '@nats-io/kv';
import type { Log } from '#config/log.ts';
import type { NodeHold } from '#db/hold/node-hold.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { CLUSTER_TIMES, type ClusterNode, type ClusterTimes, type Lease } from './cluster-node.ts';

const BUCKET = 'telltale-nodes';
const HEARD = 'telltale.nodes.heard';
const LEFT = 'telltale.nodes.left';
const SEES = 'telltale.nodes.sees';
const SEES_MS = 1_000;
const CLOCK_LOOK_MS = 10_000;
/** From here on it cannot be said any more what a node that owns something would write at which time. */
const CLOCK_LIMIT_MS = 60_000;

export interface NodeRegistryOptions {
  connection: ClusterConnection;
  hold: NodeHold;
  log: Log;
  node: { id: string; name: string; version: string; database: string };
  times?: ClusterTimes;
  /** Wall clock, ms. */
  now?: () => number;
}

interface Known {
  node: ClusterNode;
  newsId: number;
  isServing: boolean;
  /** On the clock of this process that nobody sets, ms. */
  heardMs: number;
  isEnding: boolean;
}

/**
 * Which nodes live. Each puts down a lease each second, which a majority of the servers keeps, and tells the others that it
 * has. A node that cannot, answers nothing any more before the others end it: `isSound` is asked at each call. Whoever
 * has not been heard for a lease is ended at PostgreSQL by each node that finds it out, and has left only then.
 */
export class NodeRegistry {
  readonly #options: NodeRegistryOptions;
  readonly #times: ClusterTimes;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  /** One that was ended and goes on for a moment is nobody that is waited for. */
  readonly #gone = new Set<string>();
  readonly #joined = new Set<(node: ClusterNode) => void>();
  readonly #left = new Set<(node: ClusterNode) => void>();
  readonly #sound = new Set<(isSound: boolean) => void>();
  readonly #heard = new Set<() => void>();
  readonly #ends: (() => void)[] = [];
  readonly #sinceMs: number;
  #bucket: KV | undefined;
  #address = '';
  #hasDuty = false;
  #newsId = 0;
  #isServing = false;
  #clockOffsetMs = 0;
  #clockLookedMs = Number.NEGATIVE_INFINITY;
  #notes: Readonly<Record<string, string | number>> = {};
  /** When the last renewal that succeeded began, and since when one followed the other. */
  #renewedMs = Number.NEGATIVE_INFINITY;
  #soundSinceMs = Number.POSITIVE_INFINITY;
  #wasSound = false;
  #whyBehind: () => string | undefined = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  constructor(options: NodeRegistryOptions) {
    this.#options = options;
    this.#times = options.times ?? CLUSTER_TIMES;
    this.#now = options.now ?? Date.now;
    this.#sinceMs = this.#now();
  }

  get me(): ClusterNode {
    const { database: _, newsId: __, isServing: ___, ...node } = this.#lease();
    return node;
  }

  /** Those that live, this one among them, by id. */
  living(): readonly ClusterNode[] {
    const others = [...this.#known.values()].map(({ node }) => node);
    return [this.me, ...others].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The others that answer calls. */
  serving(): readonly ClusterNode[] {
    return [...this.#known.values()].filter(({ isServing }) => isServing).map(({ node }) => node);
  }

  /** The newest piece of news that any of the others has followed. */
  get newestHeard(): number {
    return Math.max(0, ...[...this.#known.values()].map(({ newsId }) => newsId));
  }

  /** Up to which piece of news another node has followed; undefined: it has left. */
  followedBy(id: string): number | undefined {
    return this.#known.get(id)?.newsId;
  }

  /** Whether it may answer and own: it could say that it lives a moment ago, and has followed the news. */
  get isSound(): boolean {
    return performance.now() - this.#renewedMs < this.#times.soundMs && this.#whyBehind() === undefined;
  }

  /** What keeps it from answering, for whoever watches; undefined: nothing. */
  get fault(): string | undefined {
    if (this.isSound) return undefined;
    const why = this.#whyBehind();
    if (why !== undefined) return why;
    return this.#options.connection.isConnected
      ? 'The servers between the nodes have no majority.'
      : 'The servers between the nodes cannot be reached.';
  }

  get mayOwn(): boolean {
    return Math.abs(this.#clockOffsetMs) <= CLOCK_LIMIT_MS;
  }

  onJoined(listener: (node: ClusterNode) => void): () => void {
    return added(this.#joined, listener);
  }

  /** Told once the node's sessions at PostgreSQL are ended: it can write nothing any more. */
  onLeft(listener: (node: ClusterNode) => void): () => void {
    return added(this.#left, listener);
  }

  onSound(listener: (isSound: boolean) => void): () => void {
    return added(this.#sound, listener);
  }

  /** Told when something new is known of another node. */
  onHeard(listener: () => void): () => void {
    return added(this.#heard, listener);
  }

  /** What keeps this node from following the news, asked whenever it matters. */
  watchBehind(why: () => string | undefined): void {
    this.#whyBehind = why;
  }

  listensAt(address: string): void {
    this.#address = address;
  }

  takesDuty(hasDuty: boolean): void {
    this.#hasDuty = hasDuty;
  }

  /** Told to the others at once: somebody waits for it. */
  followed(newsId: number): void {
    if (newsId <= this.#newsId) return;
    this.#newsId = newsId;
    if (this.#timer) this.#options.connection.publish(HEARD, this.#lease());
  }

  note(key: string, value: string | number): void {
    this.#notes = { ...this.#notes, [key]: value };
  }

  /** Ends what another node has at PostgreSQL, for good. */
  async fence(id: string): Promise<void> {
    await this.#options.hold.end(id);
  }

  /** Puts down the first lease and gets to know the nodes that are there. */
  async start(): Promise<void> {
    const { connection, hold } = this.#options;
    this.#bucket = await connection.bucket(BUCKET, { ttlMs: this.#times.leaseMs });
    this.#ends.push(
      connection.subscribe(HEARD, (data) => this.#hear(data as Lease)),
      connection.answer(`${SEES}.${this.#options.node.id}`, (data) => {
        this.#hear(data as Lease);
        return this.#lease();
      }),
      connection.subscribe(LEFT, (data) => this.#end((data as { id: string }).id)),
    );
    // Who holds the database and is never heard is ended like one that falls silent.
    for (const { id, name, version } of await hold.living()) {
      const unheard = {
        id,
        name,
        version,
        address: '',
        sinceMs: 0,
        clockOffsetMs: 0,
        mayOwn: true,
        hasDuty: false,
        notes: {},
      };
      if (id !== this.#options.node.id) this.#know(unheard, { newsId: 0, isServing: false });
    }
    await this.#renew();
    if (!this.isSound) throw new Error('The lease of this node could not be put down.');
    this.#timer = setInterval(() => this.#tick(), this.#times.renewMs);
    this.#timer.unref();
  }

  /** Answers calls from now on. Resolves when every other node that lives knows it, and waits for this one with its answers. */
  async serve(): Promise<void> {
    this.#isServing = true;
    const { connection, log } = this.#options;
    const seenBy = new Set<string>();
    for (;;) {
      const unaware = [...this.#known.keys()].filter((id) => !seenBy.has(id));
      if (unaware.length === 0) return;
      for (const id of unaware) {
        try {
          this.#hear(await connection.ask<Lease>(`${SEES}.${id}`, this.#lease(), { timeoutMs: SEES_MS }));
          seenBy.add(id);
        } catch (error) {
          // It answers the next time, or is ended for its silence.
          log.debug({ err: error, id }, 'a node did not answer that it sees this one');
          await new Promise((resolve) => setTimeout(resolve, this.#times.renewMs));
        }
      }
    }
  }

  /** The leases that are there, of other portals too. */
  async leases(): Promise<Lease[]> {
    const bucket = this.#bucket;
    if (!bucket) return [];
    const leases: Lease[] = [];
    for await (const key of await bucket.keys()) {
      const entry = await bucket.get(key);
      if (entry?.operation === 'PUT') leases.push(entry.json<Lease>());
    }
    return leases;
  }

  /** Says no more that it lives; what it has at PostgreSQL is the caller's to end, before. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const end of this.#ends) end();
    await this.#renewing;
    const { connection, node } = this.#options;
    if (!connection.isConnected) return;
    connection.publish(LEFT, { id: node.id });
    await this.#bucket?.delete(node.id).catch(() => undefined);
  }

  #lease(): Lease {
    const { id, name, version, database } = this.#options.node;
    return {
      ...{ id, name, version, database },
      address: this.#address,
      sinceMs: this.#sinceMs,
      clockOffsetMs: Math.round(this.#clockOffsetMs),
      mayOwn: this.mayOwn,
      hasDuty: this.#hasDuty,
      notes: this.#notes,
      newsId: this.#newsId,
      isServing: this.#isServing,
    };
  }

  #tick(): void {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    void this.#endSilent();
    this.#tellSound();
  }

  async #renew(): Promise<void> {
    const { connection, log, node } = this.#options;
    if (this.#whyBehind() !== undefined || this.#options.hold.isTaken) return;
    const beganMs = performance.now();
    try {
      await this.#lookAtClock();
      await this.#bucket?.put(node.id, JSON.stringify(this.#lease()));
    } catch (error) {
      log.debug({ err: error }, 'the lease of this node was not renewed');
      return;
    }
    if (beganMs - this.#renewedMs > this.#times.soundMs) this.#soundSinceMs = performance.now();
    this.#renewedMs = beganMs;
    connection.publish(HEARD, this.#lease());
    this.#tellSound();
  }

  /** What PostgreSQL does not answer is no reason against the lease: it is asked again the next time. */
  async #lookAtClock(): Promise<void> {
    if (performance.now() - this.#clockLookedMs < CLOCK_LOOK_MS) return;
    this.#clockLookedMs = performance.now();
    await this.#options.hold.clockAheadOf(this.#now).then(
      (aheadMs) => {
        this.#clockOffsetMs = -aheadMs;
      },
      (error: unknown) => this.#options.log.debug({ err: error }, "PostgreSQL's clock could not be asked"),
    );
  }

  #tellSound(): void {
    const { isSound } = this;
    if (isSound === this.#wasSound) return;
    this.#wasSound = isSound;
    this.#options.log.warn({ isSound, fault: this.fault }, isSound ? 'this node answers' : 'this node answers nothing');
    for (const listener of this.#sound) listener(isSound);
  }

  #hear({ database, newsId, isServing, ...node }: Lease): void {
    if (node.id === this.#options.node.id || this.#gone.has(node.id)) return;
    if (database !== this.#options.node.database) return;
    const isNew = !this.#known.has(node.id);
    this.#know(node, { newsId, isServing });
    if (isNew) {
      this.#options.log.info({ node: node.name, address: node.address }, 'a node has joined');
      for (const listener of this.#joined) listener(node);
    }
    for (const listener of this.#heard) listener();
  }

  #know(node: ClusterNode, { newsId, isServing }: { newsId: number; isServing: boolean }): void {
    const known = this.#known.get(node.id);
    if (known?.isEnding || this.#gone.has(node.id)) return;
    const followed = Math.max(newsId, known?.newsId ?? 0);
    this.#known.set(node.id, { node, isServing, newsId: followed, heardMs: performance.now(), isEnding: false });
  }

  /** Only a node that has been sound for a lease itself can tell silence of others from its own deafness. */
  async #endSilent(): Promise<void> {
    const nowMs = performance.now();
    const { leaseMs } = this.#times;
    if (!this.isSound || nowMs - this.#soundSinceMs < leaseMs) return;
    const silent = [...this.#known].filter(([, { heardMs }]) => nowMs - heardMs > leaseMs);
    for (const [id] of silent) await this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const known = this.#known.get(id);
    if (!known || known.isEnding) return;
    known.isEnding = true;
    try {
      await this.fence(id);
    } catch (error) {
      known.isEnding = false;
      this.#options.log.error({ err: error, node: known.node.name }, 'a node that is gone could not be ended');
      return;
    }
    this.#known.delete(id);
    this.#gone.add(id);
    this.#options.log.warn({ node: known.node.name }, 'a node has left');
    for (const listener of this.#left) listener(known.node);
    for (const listener of this.#heard) listener();
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
