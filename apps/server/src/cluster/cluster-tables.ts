import type { Generated } from 'kysely';

/** What nodes of a portal share beside its records. PostgreSQL alone has these tables. */
export interface ClusterTables {
  cluster_identity: { identity_id: number; database_id: string };
  cluster_nodes: {
    node_id: string;
    name: string;
    version: string;
    /** JSON: what it must have in common with the others. */
    prints: string;
    joined_at: Generated<Date>;
    ended: Generated<boolean>;
  };
  /** Empty: units of work take turns by its lock. */
  cluster_turns: { turn: number };
}
