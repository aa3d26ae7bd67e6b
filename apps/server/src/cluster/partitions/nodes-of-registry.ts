import type { ClusterTimes } from '../nodes/cluster-node.ts';
import type { NodeRegistry } from '../nodes/node-registry.ts';
import type { ClusterNodes, NodeRun } from './cluster-nodes.ts';

type Registry = Pick<
  NodeRegistry,
  'me' | 'living' | 'isSound' | 'hasLease' | 'fence' | 'onJoined' | 'onLeft' | 'onSound'
>;

/** The owner of a partition has a lease: it lives, though it may not have been heard here yet, and nothing is taken from it. */
export class NodeLivesError extends Error {
  constructor({ node }: NodeRun) {
    super(`the node ${node} lives`);
    this.name = 'NodeLivesError';
  }
}

/**
 * The nodes of the registry as partitions see them. Who is heard and may own shares in; a node that is not heard is taken for
 * dead only if its lease is gone too, as a node that has heard of others for a lease itself can tell.
 */
export class NodesOfRegistry implements ClusterNodes {
  readonly self: NodeRun;
  readonly #registry: Registry;
  readonly #leaseMs: number;
  readonly #left = new Set<string>();
  #soundSinceMs: number;

  constructor(registry: Registry, { leaseMs }: ClusterTimes) {
    this.#registry = registry;
    this.#leaseMs = leaseMs;
    this.#soundSinceMs = registry.isSound ? performance.now() : Number.POSITIVE_INFINITY;
    this.self = { node: registry.me.name, run: registry.me.id };
    registry.onLeft(({ id }) => this.#left.add(id));
    registry.onSound((isSound) => {
      this.#soundSinceMs = isSound ? performance.now() : Number.POSITIVE_INFINITY;
    });
  }

  get isHearing(): boolean {
    return this.#registry.isSound;
  }

  living(): readonly NodeRun[] {
    const { me, isSound } = this.#registry;
    const able = this.#registry.living().filter(({ id, mayOwn }) => mayOwn && (id !== me.id || isSound));
    return able.map(({ id, name }) => ({ node: name, run: id }));
  }

  onChange(listener: () => void): () => void {
    const registry = this.#registry;
    const ends = [registry.onJoined(listener), registry.onLeft(listener), registry.onSound(listener)];
    return () => {
      for (const end of ends) end();
    };
  }

  async fence(node: NodeRun): Promise<void> {
    // The registry tells of those only that are ended already.
    if (this.#left.has(node.run)) return;
    const forMs = performance.now() - this.#soundSinceMs;
    if (!this.#registry.isSound || forMs < this.#leaseMs) throw new NodeLivesError(node);
    if (await this.#registry.hasLease(node.run)) throw new NodeLivesError(node);
    await this.#registry.fence(node.run);
    this.#left.add(node.run);
  }
}
