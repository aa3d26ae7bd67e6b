import type { Log } from '#config/log.ts';
import { inTime, pause } from '#pause.ts';
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
  /** A look that takes longer is given up, ms. */
  lookWithinMs?: number;
}

const LOOK_EVERY_MS = 500;
const TAKEN_AT_ONCE = 8;
/** All that a look asks for is answered or fails in time by itself; this is for what does neither. */
const LOOK_WITHIN_MS = 30_000;

/**
 * Takes and gives up partitions so that every one has an owner and all nodes have as many. A partition is taken from a
 * node only when that one no longer lives and nothing it does can count any more (the fence).
 */
export class PartitionOwnership {
  readonly #options: PartitionOwnershipOptions;
  readonly #held = new Map<number, HeldPartition>();
  /** Runs that can change nothing any more. */
  readonly #fenced = new Set<string>();
  /** Whether that could be done, asked once in a look. */
  readonly #fencing = new Map<string, Promise<boolean>>();
  /** Those that this node has no longer, whose work comes to its end: nobody has them until it has. */
  readonly #ending = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  /** When a look succeeded last, or the first one began. */
  #lookedMs = Number.POSITIVE_INFINITY;
  #isFailing = false;

  constructor(options: PartitionOwnershipOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.nodes.onChange(() => this.#wake.abort());
    this.#lookedMs = performance.now();
    this.#running = this.#run();
  }

  /** What keeps this node from its share of the partitions; undefined: nothing. */
  get fault(): string | undefined {
    const { lookWithinMs = LOOK_WITHIN_MS } = this.#options;
    if (this.#closing.signal.aborted || performance.now() - this.#lookedMs < lookWithinMs / 2) return undefined;
    return 'This node cannot look at which assets are its own. What devices send is kept, and may wait.';
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
    for (const held of this.held()) this.#giveUp(held);
    await Promise.all(this.#ending.values());
  }

  async #run(): Promise<void> {
    const { log, lookEveryMs = LOOK_EVERY_MS, lookWithinMs = LOOK_WITHIN_MS } = this.#options;
    const late = () => new Error(`a look at the partitions took more than ${lookWithinMs} ms and was given up`);
    while (!this.#closing.signal.aborted) {
      this.#wake = new AbortController();
      const look = new AbortController();
      try {
        await inTime(this.#look(look.signal), lookWithinMs, late);
        this.#lookedMs = performance.now();
        if (this.#isFailing) log.info('partitions can be looked at again');
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) log.error({ err: error }, 'partitions cannot be looked at; trying again');
        this.#isFailing = true;
        // Should what it waits for be answered yet, it does nothing more: the next one is under way.
        look.abort();
      }
      if (!this.#closing.signal.aborted) await pause(lookEveryMs, this.#wake.signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { keys, nodes } = this.#options;
    const living = nodes.living();
    const { self } = nodes;
    if (!living.some((one) => isSameRun(one, self))) {
      // Others take what this node had; it waits for nobody.
      for (const held of this.held()) this.#drop(held);
      // One whose clock is wrong still has to know whom to ask.
      if (nodes.isHearing) await keys.readAll();
      return;
    }
    await keys.readAll();
    if (signal.aborted) return;
    for (const held of this.held()) {
      // One that found out by itself that it was lost is no longer worked for, whatever the key says by now.
      if (held.signal.aborted || !isSameRun(keys.entry(held.partition).owner, self)) this.#drop(held);
    }
    await this.#letGoOfLeftovers(signal);
    if (signal.aborted) return;
    const share = shareOf(self, living);
    for (const held of this.held().slice(Math.min(share, this.#held.size))) this.#giveUp(held);
    this.#fencing.clear();
    const wanted = this.#toTake(living);
    while (wanted.length > 0 && this.#held.size < share && !signal.aborted && !this.#closing.signal.aborted) {
      const some = wanted.splice(0, Math.min(TAKEN_AT_ONCE, share - this.#held.size));
      // What another one of them fails for is taken all the same.
      const taken = await Promise.allSettled(some.map((partition) => this.#take(partition, signal)));
      const failed = taken.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  /** Keys that name this run though it no longer has the partition: giving it up did not come through. */
  async #letGoOfLeftovers(signal: AbortSignal): Promise<void> {
    const { keys, nodes } = this.#options;
    for (let partition = 0; partition < PARTITIONS && !signal.aborted; partition++) {
      const { owner, stored, revision } = keys.entry(partition);
      if (this.#has(partition) || !isSameRun(owner, nodes.self)) continue;
      await keys.change(partition, { owner: undefined, stored }, revision);
    }
  }

  #has(partition: number): boolean {
    return this.#held.has(partition) || this.#ending.has(partition);
  }

  /** Partitions of nobody, or of nodes that no longer live; each node begins elsewhere, so that few want the same. */
  #toTake(living: readonly NodeRun[]): number[] {
    const { keys, nodes } = this.#options;
    const places = living.map(({ node }) => node).sort();
    const first = Math.floor((PARTITIONS * places.indexOf(nodes.self.node)) / Math.max(1, places.length));
    const inOrder = Array.from({ length: PARTITIONS }, (_, n) => (first + n) % PARTITIONS);
    return inOrder.filter((partition) => {
      const { owner } = keys.entry(partition);
      if (this.#has(partition)) return false;
      return owner === undefined || !living.some((one) => isSameRun(one, owner));
    });
  }

  async #take(partition: number, signal: AbortSignal): Promise<void> {
    const { keys, nodes, host, log } = this.#options;
    const { owner, stored, revision } = keys.entry(partition);
    if (owner !== undefined) {
      // It may have been heard of again while others were taken.
      if (nodes.living().some((one) => isSameRun(one, owner))) return;
      if (!(await this.#isFenced(owner)) || signal.aborted) return;
    }
    const taken = await keys.change(partition, { owner: nodes.self, stored }, revision);
    // What a look took that was given up meanwhile is let go of by the next one.
    if (taken === undefined || signal.aborted) return;
    log.debug({ partition, stored, from: owner?.node }, 'a partition was taken');
    const held = new HeldPartition(partition, nodes.self, keys, taken);
    this.#held.set(partition, held);
    host.begin(held);
  }

  /** What could not be fenced is tried again at the next look; partitions of others are taken all the same. */
  #isFenced(owner: NodeRun): Promise<boolean> {
    const name = `${owner.node} ${owner.run}`;
    const fencing = this.#fencing.get(name) ?? this.#fence(owner, name);
    this.#fencing.set(name, fencing);
    return fencing;
  }

  async #fence(owner: NodeRun, name: string): Promise<boolean> {
    if (this.#fenced.has(name)) return true;
    try {
      await this.#options.nodes.fence(owner);
      this.#fenced.add(name);
      return true;
    } catch (error) {
      this.#options.log.warn({ err: error, node: owner.node }, 'a node that is not heard keeps its partitions for now');
      return false;
    }
  }

  /** It is another node's already. */
  #drop(held: HeldPartition): void {
    this.#options.log.warn({ partition: held.partition }, 'a partition was lost');
    this.#end(held, async () => undefined);
  }

  #giveUp(held: HeldPartition): void {
    this.#end(held, () => held.giveUp());
  }

  /** No look waits for it: what is under way may wait for a history that is away. */
  #end(held: HeldPartition, andThen: () => Promise<void>): void {
    const { partition } = held;
    held.end();
    this.#held.delete(partition);
    const ended = this.#options.host
      .end(held)
      .then(andThen)
      // Whoever finds it so takes it when this run has ended.
      .catch((error: unknown) => this.#options.log.warn({ err: error, partition }, 'a partition could not be given up'))
      .finally(() => this.#ending.delete(partition));
    this.#ending.set(partition, ended);
  }
}
