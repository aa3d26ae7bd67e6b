export interface OutsideBrokersTable {
  /** mqtt(s)://host:port */
  address: string;
  /** By which the broker knows the portal again. */
  client_id: string;
  gateway_id: number | null;
  /** JSON list of what the portal has subscribed to there; `{perhaps}` where the broker's answer was not heard. */
  filters: string;
  /** When it answered for the first time. */
  reached_ms: number | null;
}

export interface OutsideBrokerTables {
  outside_brokers: OutsideBrokersTable;
}
