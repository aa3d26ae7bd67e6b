/**
 * The embedded history engine beside VictoriaMetrics and DuckDB, in one run on one workload, and what is limited for it
 * alone. `--full` measures 200 series over 24 hours and 5,000 series over one hour (some 15 minutes); without it a
 * sample in under 3 minutes. `--only=day,many,real,year,late,wide` picks parts.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Facts, Task } from './historian/measure.ts';
import type { OwnTask } from './historian/own-measures.ts';
import { ownTable, ratioTable } from './historian/ratio-table.ts';
import { hasVictoria } from './historian/victoria-engine.ts';
import { findRealData } from './historian/workload.ts';

const isFull = process.argv.includes('--full');
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const isWanted = ({ kind }: Task | OwnTask): boolean => only === undefined || only.includes(kind);
const realData = findRealData();

const tasks: Task[] = [
  {
    kind: 'day',
    seriesCount: isFull ? 200 : 40,
    seconds: 86_400,
    smallCommitPoints: isFull ? 4e6 : 1e6,
    realData: null,
  },
  { kind: 'many', seriesCount: 5000, seconds: isFull ? 3600 : 600, smallCommitPoints: 0, realData: null },
];
if (realData) {
  tasks.push({ kind: 'real', seriesCount: 40, seconds: isFull ? 86_400 : 40_000, smallCommitPoints: 0, realData });
} else {
  console.log('Real shapes are skipped: TELLTALE_TEST_DATA does not name the folder of the recordings.\n');
}

const engines = ['Telltale', 'VictoriaMetrics', 'DuckDB'].filter((name) => name !== 'VictoriaMetrics' || hasVictoria());
if (!hasVictoria())
  console.log('VictoriaMetrics is skipped: /usr/bin/victoria-metrics (Debian package) is not here.\n');

function runIn(engine: string, task: Task | OwnTask): Promise<Facts> {
  const file = fileURLToPath(new URL('./historian/engine-process.ts', import.meta.url));
  const child = fork(file, { execArgv: ['--expose-gc'] });
  return new Promise((resolve, reject) => {
    child.on('message', (facts: Facts | { error: string }) => {
      if (typeof facts.error === 'string') reject(new Error(`${engine}: ${facts.error}`));
      else resolve(facts as Facts);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${engine} ended with ${code}`)));
    child.send({ engine, task });
  });
}

const measured = new Map<string, Facts>();
for (const task of tasks.filter(isWanted)) {
  for (const engine of engines) {
    const start = performance.now();
    const facts = await runIn(engine, task);
    const all = measured.get(engine) ?? {};
    for (const [name, value] of Object.entries(facts)) all[task.kind === 'day' ? name : `${name}.${task.kind}`] = value;
    measured.set(engine, all);
    process.stderr.write(`${engine}, ${task.kind}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
}
console.log(ratioTable(measured));

const ownTasks: OwnTask[] = [
  { kind: 'year' },
  { kind: 'late' },
  { kind: 'wide', seriesCount: 50_000, seconds: isFull ? 900 : 300 },
];
const own: Facts = {};
for (const task of ownTasks.filter(isWanted)) Object.assign(own, await runIn('Telltale', task));
console.log(`\n${ownTable(own)}`);
