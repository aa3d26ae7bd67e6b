/** A node as it tells of itself. */
export interface ClusterNode {
  /** Of this run: a process that is started again is another node. */
  readonly id: string;
  readonly name: string;
  /** Where browsers reach it; '' while it starts. */
  readonly address: string;
  readonly version: string;
  readonly sinceMs: number;
  /** By how much its clock is ahead of PostgreSQL's, ms. */
  readonly clockOffsetMs: number;
  /** False: its clock is so far off that it may own nothing. */
  readonly mayOwn: boolean;
  /** Whether it does the work of the portal that is done once. */
  readonly hasDuty: boolean;
  /** Of its parts, for the status page. */
  readonly notes: Readonly<Record<string, string | number>>;
}

/** What a node puts down each second. */
export interface Lease extends ClusterNode {
  /** Which database its records are in. */
  readonly database: string;
  /** Up to which piece of news it has followed. */
  readonly newsId: number;
  /** Whether it answers calls: then nobody may answer a change before it has heard of it. */
  readonly isServing: boolean;
}

export interface ClusterTimes {
  /** So often a node says that it lives. */
  renewMs: number;
  /** A node that could not say it for so long answers nothing any more. */
  soundMs: number;
  /** A node that has not been heard for so long is ended by the others. */
  leaseMs: number;
}

/** A node is silent itself before others take what it had. */
export const CLUSTER_TIMES: ClusterTimes = { renewMs: 1_000, soundMs: 5_000, leaseMs: 6_000 };

/** One that is known from the database alone. */
export function unheardNode(id: string, name: string, version: string): ClusterNode {
  const unknown = { address: '', sinceMs: 0, clockOffsetMs: 0, mayOwn: true, hasDuty: false, notes: {} };
  return { id, name, version, ...unknown };
}
