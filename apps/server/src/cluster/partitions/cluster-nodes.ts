/** A node in one of its runs: started anew it is another one. */
export interface NodeRun {
  readonly node: string;
  readonly run: string;
}

/** Who is there, as far as partitions want to know. */
export interface ClusterNodes {
  readonly self: NodeRun;
  /** Whether this node hears what the others do. */
  readonly isHearing: boolean;
  /** Those that may own partitions, this one included while it may. */
  living(): readonly NodeRun[];
  /** Calls the listener when `living` has another answer. */
  onChange(listener: () => void): () => void;
  /**
   * Ends everything by which a node that was silent could still change records. Resolves once it cannot.
   * @throws Error when that could not be done: nothing may be taken from it
   */
  fence(node: NodeRun): Promise<void>;
}

export const isSameRun = (one: NodeRun | undefined, other: NodeRun) =>
  one !== undefined && one.node === other.node && one.run === other.run;
