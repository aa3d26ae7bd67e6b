import { expect, it } from 'vitest';
import { tablesOf } from './tables.ts';

const told = (cluster?: string) =>
  tablesOf({ database: 'plant', cluster }).definitions.map((sql) => sql.replaceAll(/\s+/g, ' '));

it('the tables of a cluster are made on each server, replicated by shard, and points are spread by series', () => {
  expect(told('north')).toEqual([
    expect.stringMatching(
      /^CREATE TABLE IF NOT EXISTS `plant`\.`history_points_stored` ON CLUSTER `north` \(.+\) ENGINE = ReplicatedReplacingMergeTree\('\/clickhouse\/tables\/\{shard\}\/\{database\}\/history_points', '\{replica\}', version, gone\) PARTITION BY .+ ORDER BY \(key, time\) SETTINGS replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1$/,
    ),
    'CREATE TABLE IF NOT EXISTS `plant`.`history_points` ON CLUSTER `north` AS `plant`.`history_points_stored` ENGINE = Distributed(`north`, `plant`, `history_points_stored`, cityHash64(key))',
    // Every server has all of these, whichever shard it is of.
    "CREATE TABLE IF NOT EXISTS `plant`.`history_marks` ON CLUSTER `north` (name String, value UInt64) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/history_marks', '{shard}-{replica}', value) ORDER BY name",
    "CREATE TABLE IF NOT EXISTS `plant`.`history_owners` ON CLUSTER `north` (id String, session String, host String, gone UInt8, seen UInt64) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/history_owners', '{shard}-{replica}', seen) ORDER BY id",
  ]);
});

it('the tables of one server name no cluster, and leave out no block that comes again', () => {
  const definitions = told();
  expect(definitions.join()).not.toMatch(/CLUSTER|Replicated|Distributed/);
  expect(definitions[0]).toMatch(/ENGINE = ReplacingMergeTree\(version, gone\) /);
  // It would note it before it has it: who is killed in between would leave it out for good.
  expect(definitions[0]).not.toContain('deduplication_window');
});
