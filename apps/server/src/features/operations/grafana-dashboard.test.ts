import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';

const DASHBOARD = join(import.meta.dirname, '../../../../../deploy/grafana-dashboard.json');
const METRIC = /\b(?:telltale|process|nodejs)_[a-z0-9_]+/g;
/** Labels that a query sums by or chooses by, and those that name its lines. */
const LABELS = /by \(([^)]*)\)|\{([a-z_]+)(?:=|!)|\{\{([a-z_]+)\}\}/g;

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

it('asks only for metrics that the portal tells, by labels that they have', async () => {
  const folder = await temporaryFolder();
  const portal = await startPortal({ config: { backupFolder: join(folder.path, 'backups') } });
  await portal.as('admin');
  const metrics = labelsIn(await (await fetch(`${portal.url}/metrics`)).text());
  const queries = queriesIn(JSON.parse(await readFile(DASHBOARD, 'utf8')));
  expect(queries.length).toBeGreaterThan(10);
  for (const { expr, legendFormat = '' } of queries) {
    const names = expr.match(METRIC) ?? [];
    expect(names, expr).not.toEqual([]);
    const wanted = [...`${expr} ${legendFormat}`.matchAll(LABELS)].flatMap((match) =>
      (match[1] ?? match[2] ?? match[3] ?? '').split(',').map((label) => label.trim()),
    );
    for (const name of names) {
      expect(metrics.has(name), `${name} of ${expr}`).toBe(true);
      expect(
        wanted.filter((label) => !metrics.get(name)?.has(label)),
        expr,
      ).toEqual([]);
    }
  }
  await portal.close();
  await folder.remove();
});
