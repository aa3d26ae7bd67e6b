import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';
import { type ClusterNodes, isSameRun, type NodeRun } from './cluster-nodes.ts';
import { HeldPartition } from './held-partition.ts';
import type { PartitionKeys } from './partition-keys.ts';
import { PARTITIONS } from './partition-of.ts';
import { shareOf } from './partition-share.ts';

/** What a node does with the partitions it has. */
export interface PartitionHost {
  /** Begins with a partition that was taken; what it does ends with the signal of it. Never rejects. */
  begin(held: HeldPartition): void;
  /** Resolves when nothing is done for the partition any more, and what it stored is noted. */
  end(held: HeldPartition): Promise<void>;
}

export interface PartitionOwnershipOptions {
  keys: PartitionKeys;
  nodes: ClusterNodes;
  host: PartitionHost;
  log: Log;
  /** Between two looks while nothing changes, ms. */
  lookEveryMs?: number;
}

const LOOK_EVERY_MS = 500;

/**
 * Takes and gives up partitions so that every one has an owner and all nodes have as many. A partition is taken from a
 * node only when that one no longer lives and nothing it does can count any more (the fence).
 */
export class PartitionOwnership {
  readonly #options: PartitionOwnershipOptions;
  readonly #held = new Map<number, HeldPartition>();
  /** Runs that can change nothing any more. */
  readonly #fenced = new Set<string>();
  /** Those for which that could not be done in this look. */
  readonly #unfenced = new Set<string>();
  readonly #closing = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: PartitionOwnershipOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.nodes.onChange(() => this.#wake.abort());
    this.#running = this.#run();
  }

  /** Those that this node has now, in no order. */
  held(): readonly HeldPartition[] {
    return [...this.#held.values()];
  }

  owns(partition: number): boolean {
    return this.#held.get(partition)?.signal.aborted === false;
  }

  /** Who owned a partition when it was last looked at. */
  ownerOf(partition: number): NodeRun | undefined {
    return this.#options.keys.entry(partition).owner;
  }

  /** How many partitions each node has, by its name; those of nobody are not among them. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const owner = this.ownerOf(partition);
      if (owner) counts.set(owner.node, (counts.get(owner.node) ?? 0) + 1);
    }
    return counts;
  }

  /** Gives up everything, so that others need not wait for this node's end. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake.abort();
    await this.#running;
    await Promise.all(this.held().map((held) => this.#giveUp(held)));
  }

  async #run(): Promise<void> {
    const { log, lookEveryMs = LOOK_EVERY_MS } = this.#options;
    while (!this.#closing.signal.aborted) {
      this.#wake = new AbortController();
      try {
        await this.#look();
        if (this.#isFailing) log.info('partitions can be looked at again');
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) log.error({ err: error }, 'partitions cannot be looked at; trying again');
        this.#isFailing = true;
      }
      if (!this.#closing.signal.aborted) await pause(lookEveryMs, this.#wake.signal);
    }
  }

  async #look(): Promise<void> {
    const { keys, nodes } = this.#options;
    const living = nodes.living();
    const { self } = nodes;
    if (!living.some((one) => isSameRun(one, self))) {
      // Others take what this node had; it waits for nobody.
      await Promise.all(this.held().map((held) => this.#drop(held)));
      // One whose clock is wrong still has to know whom to ask.
      if (nodes.isHearing) await keys.readAll();
      return;
    }
    await keys.readAll();
    for (const held of this.held()) {
      if (!isSameRun(keys.entry(held.partition).owner, self)) await this.#drop(held);
    }
    await this.#letGoOfLeftovers();
    const share = shareOf(self, living);
    const surplus = this.held().slice(Math.min(share, this.#held.size));
    await Promise.all(surplus.map((held) => this.#giveUp(held)));
    this.#unfenced.clear();
    for (const partition of this.#toTake(living)) {
      if (this.#held.size >= share || this.#closing.signal.aborted) break;
      await this.#take(partition);
    }
  }

  /** Keys that name this run though it no longer has the partition: giving it up did not come through. */
  async #letGoOfLeftovers(): Promise<void> {
    const { keys, nodes } = this.#options;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const { owner, stored, revision } = keys.entry(partition);
      if (this.#held.has(partition) || !isSameRun(owner, nodes.self)) continue;
      await keys.change(partition, { owner: undefined, stored }, revision);
    }
  }

  /** Partitions of nobody, or of nodes that no longer live; each node begins elsewhere, so that few want the same. */
  #toTake(living: readonly NodeRun[]): number[] {
    const { keys, nodes } = this.#options;
    const places = living.map(({ node }) => node).sort();
    const first = Math.floor((PARTITIONS * places.indexOf(nodes.self.node)) / Math.max(1, places.length));
    const inOrder = Array.from({ length: PARTITIONS }, (_, n) => (first + n) % PARTITIONS);
    return inOrder.filter((partition) => {
      const { owner } = keys.entry(partition);
      if (this.#held.has(partition)) return false;
      return owner === undefined || !living.some((one) => isSameRun(one, owner));
    });
  }

  async #take(partition: number): Promise<void> {
    const { keys, nodes, host, log } = this.#options;
    const { owner, stored, revision } = keys.entry(partition);
    if (owner !== undefined) {
      // It may have been heard of again while others were taken.
      if (nodes.living().some((one) => isSameRun(one, owner))) return;
      if (!(await this.#isFenced(owner))) return;
    }
    const taken = await keys.change(partition, { owner: nodes.self, stored }, revision);
    if (taken === undefined) return;
    log.debug({ partition, stored, from: owner?.node }, 'a partition was taken');
    const held = new HeldPartition(partition, nodes.self, keys, taken);
    this.#held.set(partition, held);
    host.begin(held);
  }

  /** What could not be fenced is tried again at the next look; partitions of others are taken all the same. */
  async #isFenced(owner: NodeRun): Promise<boolean> {
    const name = `${owner.node} ${owner.run}`;
    if (this.#fenced.has(name)) return true;
    if (this.#unfenced.has(name)) return false;
    try {
      await this.#options.nodes.fence(owner);
      this.#fenced.add(name);
      return true;
    } catch (error) {
      this.#unfenced.add(name);
      this.#options.log.warn({ err: error, node: owner.node }, 'a node that is not heard keeps its partitions for now');
      return false;
    }
  }

  /** It is another node's already. */
  async #drop(held: HeldPartition): Promise<void> {
    held.end();
    this.#held.delete(held.partition);
    this.#options.log.warn({ partition: held.partition }, 'a partition was lost');
    await this.#options.host.end(held);
  }

  async #giveUp(held: HeldPartition): Promise<void> {
    held.end();
    this.#held.delete(held.partition);
    await this.#options.host.end(held);
    try {
      await held.giveUp();
    } catch (error) {
      // Whoever finds it so takes it when this run has ended.
      this.#options.log.warn({ err: error, partition: held.partition }, 'a partition could not be given up');
    }
  }
}
