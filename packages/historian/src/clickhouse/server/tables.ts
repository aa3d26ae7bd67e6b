import type { HistoryTarget } from './history-url.ts';

/** Raised when the tables change so that an older portal could not use them. */
export const TABLES_FORMAT = 2;

/** A part of the store holds a month or so of points; times before 1970 and after 2100 share one each. */
const PARTITION_MS = 2_592_000_000;
const LATEST_PARTITION_MS = 4_102_444_800_000;

/** Blocks whose tokens are remembered by replicas: the one that is being carried is all that can come again. */
const TOKENS_REMEMBERED = 1000;

const POINTS = 'history_points';
const MARKS = 'history_marks';
const OWNERS = 'history_owners';
const SUMMARIES = 'history_summaries';

/** The names of the tables in SQL, and what makes them. */
export interface Tables {
  /** What is read and written. */
  points: string;
  /** Where the points lie on each server: what mutations name. */
  storedPoints: string;
  marks: string;
  /** Which portals have said that they are there. */
  owners: string;
  /** What is known of spans of series without reading their points; null where there is none (decision 0438). */
  summaries: string | null;
  /** For what every server must do. */
  onCluster: string;
  /** Where tables tell their size: unlike the parts of tables, it may be read without a right of its own. */
  sizes: string;
  /** Statements that make what is missing. */
  definitions: string[];
}

const quoted = (name: string): string => `\`${name}\``;

/**
 * One row is one write of a point: of equal series and time the one with the highest version counts, unless it says that
 * the point is gone. A number's text is null. The codecs are measured (decision 0368).
 */
const COLUMNS = `
  key UInt64 CODEC(Delta(8), ZSTD(1)),
  time Int64 CODEC(DoubleDelta, ZSTD(1)),
  value Float64 CODEC(ZSTD(1)),
  text Nullable(String) CODEC(ZSTD(1)),
  quality UInt8 CODEC(ZSTD(1)),
  version UInt64 CODEC(Delta(8), ZSTD(1)),
  gone UInt8 CODEC(ZSTD(1))`;

const LAYOUT = `PARTITION BY intDiv(least(greatest(time, 0), ${LATEST_PARTITION_MS}), ${PARTITION_MS})
ORDER BY (key, time)`;

/** The portal forgets what the server has taken in: by then it must lie on the server's disk (decision 0400). */
const ON_DISK = 'fsync_after_insert = 1, fsync_part_directory = 1';

/** One row is what is known of a span of a series since a version (`SPAN_STATE`): how many points, the lowest and the highest. */
const SUMMARY_COLUMNS = `
  key UInt64 CODEC(Delta(8), ZSTD(1)),
  span Int64 CODEC(Delta(8), ZSTD(1)),
  n UInt64 CODEC(Delta(8), ZSTD(1)),
  low_time Int64 CODEC(Delta(8), ZSTD(1)),
  low Float64 CODEC(ZSTD(1)),
  high_time Int64 CODEC(Delta(8), ZSTD(1)),
  high Float64 CODEC(ZSTD(1)),
  state UInt8 CODEC(ZSTD(1)),
  version UInt64 CODEC(Delta(8), ZSTD(1))`;

const OWNER_COLUMNS = 'id String, session String, host String, gone UInt8, seen UInt64';

/** The tables on one server, or replicated and spread over the servers of a cluster. */
export function tablesOf({ database, cluster }: Pick<HistoryTarget, 'database' | 'cluster'>): Tables {
  const inDatabase = (name: string): string => `${quoted(database)}.${quoted(name)}`;
  const points = inDatabase(POINTS);
  const marks = inDatabase(MARKS);
  const owners = inDatabase(OWNERS);
  if (cluster === undefined) {
    const summaries = inDatabase(SUMMARIES);
    return {
      points,
      storedPoints: points,
      marks,
      owners,
      summaries,
      onCluster: '',
      sizes: 'system.tables',
      definitions: [
        `CREATE TABLE IF NOT EXISTS ${points} (${COLUMNS}
) ENGINE = ReplacingMergeTree(version, gone)
${LAYOUT}
SETTINGS ${ON_DISK}`,
        `CREATE TABLE IF NOT EXISTS ${marks} (name String, value UInt64)
ENGINE = ReplacingMergeTree(value) ORDER BY name`,
        `CREATE TABLE IF NOT EXISTS ${owners} (${OWNER_COLUMNS})
ENGINE = ReplacingMergeTree(seen) ORDER BY id`,
        // A mark must be on the disk before the points that it is of.
        `CREATE TABLE IF NOT EXISTS ${summaries} (${SUMMARY_COLUMNS}
) ENGINE = ReplacingMergeTree(version) ORDER BY (key, span)
SETTINGS ${ON_DISK}`,
      ],
    };
  }
  const onCluster = ` ON CLUSTER ${quoted(cluster)}`;
  const storedPoints = inDatabase(`${POINTS}_stored`);
  const replicated = (name: string): string => `'/clickhouse/tables/{shard}/{database}/${name}', '{replica}'`;
  return {
    points,
    storedPoints,
    marks,
    owners,
    // A replica that has not caught up would tell summaries of points that it does not have.
    summaries: null,
    onCluster,
    sizes: `cluster(${quoted(cluster)}, system.tables)`,
    definitions: [
      `CREATE TABLE IF NOT EXISTS ${storedPoints}${onCluster} (${COLUMNS}
) ENGINE = ReplicatedReplacingMergeTree(${replicated(POINTS)}, version, gone)
${LAYOUT}
SETTINGS replicated_deduplication_window = ${TOKENS_REMEMBERED}, ${ON_DISK}`,
      // All points of a series lie on one shard: the last write of a time is found there.
      `CREATE TABLE IF NOT EXISTS ${points}${onCluster} AS ${storedPoints}
ENGINE = Distributed(${quoted(cluster)}, ${quoted(database)}, ${quoted(`${POINTS}_stored`)}, cityHash64(key))`,
      // Every server has every mark.
      `CREATE TABLE IF NOT EXISTS ${marks}${onCluster} (name String, value UInt64)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/${MARKS}', '{shard}-{replica}', value) ORDER BY name`,
      `CREATE TABLE IF NOT EXISTS ${owners}${onCluster} (${OWNER_COLUMNS})
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/${OWNERS}', '{shard}-{replica}', seen) ORDER BY id`,
    ],
  };
}
