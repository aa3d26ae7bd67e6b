import type { KV } from '@nats-io/kv';
import type { Log } from '#config/log.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { CLUSTER_TIMES, type ClusterTimes } from '../nodes/cluster-node.ts';
import type { NodeRegistry } from '../nodes/node-registry.ts';

const BUCKET = 'telltale-duty';
const KEY = 'holder';

export interface DutyOptions {
  connection: ClusterConnection;
  nodes: NodeRegistry;
  log: Log;
  times?: ClusterTimes | undefined;
}

/**
 * Which node does what the portal does once: retention, alerts, exports, backups. One has the duty until it leaves or is ended
 * at PostgreSQL, and another takes it by the revision of its key only then: what the first one still tries comes to nothing.
 */
export class Duty {
  readonly #options: DutyOptions;
  readonly #times: ClusterTimes;
  readonly #taken = new Set<() => void>();
  #bucket: KV | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isHeld = false;
  /** Who has it and is not heard of, and since when. */
  #unheard: { id: string; sinceMs: number } | undefined;

  constructor(options: DutyOptions) {
    this.#options = options;
    this.#times = options.times ?? CLUSTER_TIMES;
  }

  /** Whether it is this node's, and this node may act. */
  get isMine(): boolean {
    return this.#isHeld && this.#options.nodes.isSound;
  }

  /** Told when this node has it from now on; at once if it has it already. */
  onTaken(listener: () => void): void {
    this.#taken.add(listener);
    if (this.#isHeld) listener();
  }

  async start(): Promise<void> {
    const { connection, nodes } = this.#options;
    this.#bucket = await connection.bucket(BUCKET);
    await this.#lookOnce();
    nodes.onLeft(() => void this.#lookOnce());
    this.#timer = setInterval(() => void this.#lookOnce(), this.#times.renewMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isHeld = false;
    await this.#looking;
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'who has the duty could not be looked up'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { nodes } = this.#options;
    const bucket = this.#bucket;
    if (!bucket || this.#isHeld || !nodes.isSound) return;
    const entry = await bucket.get(KEY);
    const own = nodes.me.id;
    if (entry === null) {
      await bucket.create(KEY, own);
      return this.#take();
    }
    const holder = entry.string();
    if (holder === own) return this.#take();
    if (nodes.living().some(({ id }) => id === holder)) {
      this.#unheard = undefined;
      return;
    }
    // One that has left is ended already. One that was never heard of may be about to be heard.
    if (!nodes.others.hasLeft(holder) && !this.#isUnheardForLong(holder)) return;
    await nodes.fence(holder);
    await bucket.update(KEY, own, entry.revision);
    this.#take();
  }

  #isUnheardForLong(id: string): boolean {
    const nowMs = performance.now();
    if (this.#unheard?.id !== id) this.#unheard = { id, sinceMs: nowMs };
    return nowMs - this.#unheard.sinceMs > this.#times.leaseMs;
  }

  #take(): void {
    this.#isHeld = true;
    this.#unheard = undefined;
    this.#options.nodes.takesDuty(true);
    this.#options.log.info('this node does what the portal does once');
    for (const listener of this.#taken) listener();
  }
}
