import type { ClusterNode } from './cluster-node.ts';

interface Known {
  node: ClusterNode;
  newsId: number;
  isServing: boolean;
  /** On the clock of this process that nobody sets, ms. */
  heardMs: number;
  isEnding: boolean;
}

/** What this node knows of the others. */
export class OtherNodes {
  readonly #known = new Map<string, Known>();
  /** One that was ended and goes on for a moment is nobody that is waited for. */
  readonly #gone = new Set<string>();

  list(): readonly ClusterNode[] {
    return [...this.#known.values()].map(({ node }) => node);
  }

  /** Those that answer calls. */
  serving(): readonly ClusterNode[] {
    return [...this.#known.values()].filter(({ isServing }) => isServing).map(({ node }) => node);
  }

  /** Up to which piece of news a node has followed; undefined: it has left. */
  followedBy(id: string): number | undefined {
    return this.#known.get(id)?.newsId;
  }

  /** The newest piece of news that any of them has followed. */
  get newestHeard(): number {
    return Math.max(0, ...[...this.#known.values()].map(({ newsId }) => newsId));
  }

  hasLeft(id: string): boolean {
    return this.#gone.has(id);
  }

  /** Answers whether it is a new one. */
  hear(node: ClusterNode, { newsId, isServing }: { newsId: number; isServing: boolean }): boolean {
    const known = this.#known.get(node.id);
    if (known?.isEnding || this.#gone.has(node.id)) return false;
    const followed = Math.max(newsId, known?.newsId ?? 0);
    this.#known.set(node.id, { node, isServing, newsId: followed, heardMs: performance.now(), isEnding: false });
    return known === undefined;
  }

  silentFor(ms: number): readonly string[] {
    const sinceMs = performance.now() - ms;
    return [...this.#known].filter(([, { heardMs }]) => heardMs < sinceMs).map(([id]) => id);
  }

  /** Answers the node that is to be ended, once; undefined: somebody is at it, or it is not known. */
  beginToEnd(id: string): ClusterNode | undefined {
    const known = this.#known.get(id);
    if (!known || known.isEnding) return undefined;
    known.isEnding = true;
    return known.node;
  }

  /** It has ended, or could not be ended and is to be tried again. */
  ended(id: string, hasEnded: boolean): void {
    const known = this.#known.get(id);
    if (known) known.isEnding = false;
    if (!hasEnded) return;
    this.#known.delete(id);
    this.#gone.add(id);
  }
}
