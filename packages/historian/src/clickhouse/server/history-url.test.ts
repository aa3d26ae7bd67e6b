import { expect, it } from 'vitest';
import { parseHistoryUrl } from './history-url.ts';
import { tablesOf } from './tables.ts';

it.each([
  [
    'clickhouse://ada:p%40ss@history.example:9000/plant?cluster=north',
    { url: 'http://history.example:9000', username: 'ada', password: 'p@ss', database: 'plant', cluster: 'north' },
  ],
  [
    'clickhouses://history.example',
    { url: 'https://history.example:8443', username: 'default', password: '', database: 'default', cluster: undefined },
  ],
  [
    'clickhouse://[::1]/telltale',
    { url: 'http://[::1]:8123', username: 'default', password: '', database: 'telltale' },
  ],
])('%s says where history is', (text, target) => expect(parseHistoryUrl(text)).toMatchObject(target));

it.each([
  ['http://history.example', /clickhouse:\/\/user:password@host/],
  ['clickhouse:///telltale', /clickhouse:\/\/user:password@host/],
  ['clickhouse://h/a`b', /no name of a database/],
  ['clickhouse://h/a?cluster=x%27', /no name of a cluster/],
  ['clickhouse://h/a?shard=1', /\?shard=/],
  ['clickhouse://u:secret%@h/a', /%25/],
])('%s is refused with a reason that tells no password', (text, reason) => {
  expect(() => parseHistoryUrl(text)).toThrow(reason);
  expect(() => parseHistoryUrl(text)).not.toThrow(/secret/);
});

it('tables on one server are plain, and remember no blocks', () => {
  const { definitions, points, storedPoints, onCluster } = tablesOf({ database: 'plant', cluster: undefined });
  expect([points, storedPoints, onCluster]).toEqual(['`plant`.`history_points`', '`plant`.`history_points`', '']);
  expect(definitions[0]).toContain('ENGINE = ReplacingMergeTree(version, gone)');
  expect(definitions[0]).not.toContain('deduplication_window');
});

it('tables of a cluster are replicated, and spread by series', () => {
  const { definitions, points, storedPoints, onCluster, sizes } = tablesOf({ database: 'plant', cluster: 'north' });
  expect([points, storedPoints]).toEqual(['`plant`.`history_points`', '`plant`.`history_points_stored`']);
  expect([onCluster, sizes]).toEqual([' ON CLUSTER `north`', 'cluster(`north`, system.tables)']);
  for (const definition of definitions) expect(definition).toContain(' ON CLUSTER `north`');
  expect(definitions[0]).toContain(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/history_points', '{replica}', version, gone)",
  );
  expect(definitions[1]).toContain('Distributed(`north`, `plant`, `history_points_stored`, cityHash64(key))');
});
