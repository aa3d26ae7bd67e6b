import type { KV } from '@nats-io/kv';
import type { Log } from '#config/log.ts';
import type { LostNode, NodeHold } from '#db/hold/node-hold.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { ClockWatch } from './clock-watch.ts';
import { CLUSTER_TIMES, type ClusterNode, type ClusterTimes, type Lease, unheardNode } from './cluster-node.ts';
import { listLeases } from './list-leases.ts';
import { Listeners } from './listeners.ts';
import { OtherNodes } from './other-nodes.ts';
import { OwnLease } from './own-lease.ts';

const BUCKET = 'telltale-nodes';
const HEARD = 'telltale.nodes.heard';
const LEFT = 'telltale.nodes.left';
const SEES = 'telltale.nodes.sees';
const SEES_MS = 1_000;
/** So often in the time of one renewal it looks for silence, its own too. */
const LOOKS_A_RENEWAL = 4;

export interface NodeRegistryOptions {
  connection: ClusterConnection;
  hold: NodeHold;
  log: Log;
  node: { id: string; name: string; version: string; database: string };
  times?: ClusterTimes;
  /** Wall clock, ms. */
  now?: () => number;
}

/**
 * Which nodes live. Each puts down a lease each second, which a majority of the servers keeps, and tells the others that it
 * has. A node that cannot, answers nothing any more before the others end it: `isSound` is asked at each call. Whoever
 * has not been heard for a lease is ended at PostgreSQL by each node that finds it out, and has left only then.
 */
export class NodeRegistry {
  readonly #options: NodeRegistryOptions;
  readonly #times: ClusterTimes;
  readonly #clock: ClockWatch;
  readonly #others = new OtherNodes();
  readonly #joined = new Listeners<ClusterNode>();
  readonly #left = new Listeners<ClusterNode>();
  readonly #sound = new Listeners<boolean>();
  readonly #heard = new Listeners<void>();
  readonly #ends: (() => void)[] = [];
  readonly #sinceMs: number;
  #bucket: KV | undefined;
  #address = '';
  #hasDuty = false;
  #newsId = 0;
  #isServing = false;
  #notes: Readonly<Record<string, string | number>> = {};
  readonly #own: OwnLease;
  #wasSound = false;
  #whyBehind: () => string | undefined = () => undefined;
  #timers: readonly NodeJS.Timeout[] = [];
  /** Those under way: one whose answer went with a server must not keep the next from another one. */
  readonly #renewals = new Set<Promise<void>>();

  constructor(options: NodeRegistryOptions) {
    this.#options = options;
    this.#times = options.times ?? CLUSTER_TIMES;
    this.#own = new OwnLease(this.#times);
    const now = options.now ?? Date.now;
    this.#clock = new ClockWatch(options.hold, now, options.log);
    this.#sinceMs = now();
  }

  get me(): ClusterNode {
    const { database: _, newsId: __, isServing: ___, ...node } = this.#lease();
    return node;
  }

  /** Those that live, this one among them, by id. */
  living(): readonly ClusterNode[] {
    return [this.me, ...this.#others.list()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What is known of the others. */
  get others(): Pick<OtherNodes, 'serving' | 'followedBy' | 'newestHeard' | 'hasLeft'> {
    return this.#others;
  }

  /** Whether it may answer and own: it could say that it lives a moment ago, and has followed the news. */
  get isSound(): boolean {
    return !this.#options.hold.isTaken && this.#own.isSound && this.#whyBehind() === undefined;
  }

  /** What keeps it from answering, for whoever watches; undefined: nothing. */
  get fault(): string | undefined {
    if (this.isSound) return undefined;
    const { connection, hold } = this.#options;
    if (hold.isTaken) return 'The other nodes have ended this one.';
    const away = connection.isConnected ? 'have no majority' : 'cannot be reached';
    return this.#whyBehind() ?? `The servers between the nodes ${away}.`;
  }

  get mayOwn(): boolean {
    return this.#clock.isRightEnough;
  }

  onJoined(listener: (node: ClusterNode) => void): () => void {
    return this.#joined.add(listener);
  }

  /** Told once the node's sessions at PostgreSQL are ended: it can write nothing any more. */
  onLeft(listener: (node: ClusterNode) => void): () => void {
    return this.#left.add(listener);
  }

  onSound(listener: (isSound: boolean) => void): () => void {
    return this.#sound.add(listener);
  }

  /** Told when something new is known of another node. */
  onHeard(listener: () => void): () => void {
    return this.#heard.add(listener);
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
    if (this.#timers.length > 0) this.#options.connection.publish(HEARD, this.#lease());
  }

  note(key: string, value: string | number): void {
    this.#notes = { ...this.#notes, [key]: value };
  }

  /** Nodes that are gone without having said so, and that are not back. */
  async lost(): Promise<LostNode[]> {
    const living = new Set(this.living().map(({ name }) => name));
    return (await this.#options.hold.lost()).filter(({ name }) => !living.has(name));
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
      if (id === this.#options.node.id) continue;
      this.#others.hear(unheardNode(id, name, version), { newsId: 0, isServing: false });
    }
    await this.#renew();
    if (!this.isSound) throw new Error('The lease of this node could not be put down.');
    this.#timers = [
      setInterval(() => this.#renewBeside(), this.#times.renewMs).unref(),
      setInterval(() => this.#look(), this.#times.renewMs / LOOKS_A_RENEWAL).unref(),
    ];
  }

  /** Answers calls from now on. Resolves when every other node that lives knows it, and waits for this one with its answers. */
  async serve(): Promise<void> {
    this.#isServing = true;
    const { connection, log } = this.#options;
    const seenBy = new Set<string>();
    for (;;) {
      const unaware = this.#others.list().filter(({ id }) => !seenBy.has(id));
      if (unaware.length === 0) return;
      for (const { id } of unaware) {
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

  /** The leases that are there at a start, of other portals too. */
  async leases(): Promise<Lease[]> {
    return this.#bucket ? listLeases(this.#options.connection.manager, this.#bucket, BUCKET) : [];
  }

  /** Whether a node has a lease. To list all of them may wait for ever, when the server that lists them is gone. */
  async hasLease(id: string): Promise<boolean> {
    return (await this.#bucket?.get(id))?.operation === 'PUT';
  }

  /** Says no more that it lives; what it has at PostgreSQL is the caller's to end, before. */
  async leave(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    for (const end of this.#ends) end();
    await Promise.all(this.#renewals);
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
      clockOffsetMs: this.#clock.offsetMs,
      mayOwn: this.mayOwn,
      hasDuty: this.#hasDuty,
      notes: this.#notes,
      newsId: this.#newsId,
      isServing: this.#isServing,
    };
  }

  #renewBeside(): void {
    const renewal = this.#renew().finally(() => this.#renewals.delete(renewal));
    this.#renewals.add(renewal);
  }

  #look(): void {
    void this.#endSilent();
    this.#tellSound();
  }

  async #renew(): Promise<void> {
    const { connection, log, node } = this.#options;
    if (this.#whyBehind() !== undefined || this.#options.hold.isTaken) return;
    const beganMs = performance.now();
    try {
      await this.#clock.look();
      await this.#bucket?.put(node.id, JSON.stringify(this.#lease()));
    } catch (error) {
      log.debug({ err: error }, 'the lease of this node was not renewed');
      return;
    }
    this.#own.renewed(beganMs);
    connection.publish(HEARD, this.#lease());
  }

  #tellSound(): void {
    const { isSound } = this;
    if (isSound === this.#wasSound) return;
    this.#wasSound = isSound;
    this.#options.log.warn({ isSound, fault: this.fault }, isSound ? 'this node answers' : 'this node answers nothing');
    this.#sound.tell(isSound);
  }

  #hear({ database, newsId, isServing, ...node }: Lease): void {
    const { node: own, log } = this.#options;
    if (node.id === own.id || database !== own.database) return;
    if (this.#others.hear(node, { newsId, isServing })) {
      log.info({ node: node.name, address: node.address }, 'a node has joined');
      this.#joined.tell(node);
    }
    this.#heard.tell();
  }

  async #endSilent(): Promise<void> {
    if (!this.isSound || !this.#own.knowsSilence) return;
    for (const id of this.#others.silentFor(this.#times.leaseMs)) await this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const node = this.#others.beginToEnd(id);
    if (!node) return;
    try {
      await this.fence(id);
    } catch (error) {
      this.#options.log.error({ err: error, node: node.name }, 'a node that is gone could not be ended');
      setTimeout(() => this.#others.ended(id, false), this.#times.renewMs).unref();
      return;
    }
    this.#others.ended(id, true);
    this.#options.log.warn({ node: node.name }, 'a node has left');
    this.#left.tell(node);
    this.#heard.tell();
  }
}
