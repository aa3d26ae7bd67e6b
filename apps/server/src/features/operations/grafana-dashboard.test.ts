import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openNodeWorld } from '#cluster/testing/node-world.ts';
import { brokerThat } from '#outside-broker/testing/fake-broker.ts';
import { startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';

const DASHBOARD = join(import.meta.dirname, '../../../../../deploy/grafana-dashboard.json');
const METRIC = /\b(?:telltale|process|nodejs)_[a-z0-9_]+/g;
/** Labels that a query sums by or chooses by, and those that name its lines. */
const LABELS = /by \(([^)]*)\)|\{([a-z_]+)(?:=|!)|\{\{([a-z_]+)\}\}/g;
/** Prometheus itself says of each metric where it has read it. */
const OF_PROMETHEUS = new Set(['instance']);
/** What a portal that loses something, or stands on others, is watched by: none of it is left out. */
const WATCHED =
  /^telltale_(history_waiting_points|disk_free_bytes|outside_broker_\w+|nodes\w*|node_\w+|partitions_\w+|\w+_lost_total)$/;

interface Query {
  expr: string;
  legendFormat?: string;
}

/** The queries of a dashboard, however deep its panels lie. */
function queriesIn(value: unknown): Query[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'expr' in value ? [value as Query] : [];
  return [...own, ...Object.values(value).flatMap(queriesIn)];
}

/** Labels of each metric that was told, by its name. */
function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const known = found.get(name) ?? new Set();
    for (const [, label] of labels.matchAll(/([a-z_]+)="/g)) known.add(label ?? '');
    found.set(name, known);
  }
  return found;
}

it('asks only for metrics that the portal tells, by labels that they have, and for all that a watch is kept by', async () => {
  const folder = await temporaryFolder();
  const world = await openNodeWorld();
  const broker = await brokerThat(() => undefined);
  const outsideBroker = { url: `mqtt://127.0.0.1:${broker.port}`, caFile: undefined, clientId: undefined };
  const backupFolder = join(folder.path, 'backups');
  const settings = { adminPassword: TEST_PASSWORD, mqttPort: 0, outsideBroker, backupFolder };
  const portal = await startPortal({ config: world.configOf('one', settings) });
  await portal.as('admin');
  const metrics = labelsIn(await (await fetch(`${portal.url}/metrics`)).text());
  const queries = queriesIn(JSON.parse(await readFile(DASHBOARD, 'utf8')));
  expect(queries.length).toBeGreaterThan(10);
  for (const { expr, legendFormat = '' } of queries) {
    const names = expr.match(METRIC) ?? [];
    expect(names, expr).not.toEqual([]);
    const wanted = [...`${expr} ${legendFormat}`.matchAll(LABELS)]
      .flatMap((match) => (match[1] ?? match[2] ?? match[3] ?? '').split(',').map((label) => label.trim()))
      .filter((label) => !OF_PROMETHEUS.has(label));
    for (const name of names) {
      expect(metrics.has(name), `${name} of ${expr}`).toBe(true);
      expect(
        wanted.filter((label) => !metrics.get(name)?.has(label)),
        expr,
      ).toEqual([]);
    }
  }
  const asked = new Set(queries.flatMap(({ expr }) => expr.match(METRIC) ?? []));
  const watched = [...metrics.keys()].filter((name) => WATCHED.test(name));
  expect(watched.length).toBeGreaterThan(10);
  expect(watched.filter((name) => !asked.has(name))).toEqual([]);
  await portal.close();
  broker.close();
  await world.close();
  await folder.remove();
});
