export interface SeismicFeedsTable {
  name: string;
  /** Where it was asked; what another address answered is not this feed's. */
  url: string;
  fetched_ms: number;
  left_out: number;
  /** JSON of a list of events, newest first. */
  events: string;
}

export interface SeismicTables {
  seismic_feeds: SeismicFeedsTable;
}
