import type { Generated, GeneratedAlways } from 'kysely';

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
    /** Since when it is gone without having said so. */
    lost_at: Date | null;
  };
  /** What units tell, in their order: the numbers have gaps. */
  cluster_news: { news_id: GeneratedAlways<number>; node_id: string; data: string; told_at: Generated<Date> };
  /** Empty: units of work take turns by its lock. */
  cluster_turns: { turn: number };
}
