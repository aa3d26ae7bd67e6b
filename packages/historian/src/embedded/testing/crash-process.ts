/**
 * Writes without a pause until it is killed: `node crash-process.ts <folder> <acks file> <first step of each lane>`.
 * Each acknowledged step is noted in the acks file, whose writes survive the process.
 */
import { openSync, writeSync } from 'node:fs';
import { openEmbeddedHistorian } from '../embedded-historian.ts';
import { doStep } from './crash-workload.ts';

const [folder = '', acks = '', ...firstSteps] = process.argv.slice(2);
const historian = await openEmbeddedHistorian({ folder, logFileBytes: 60_000, logFilesKept: 1 });
const file = openSync(acks, 'a');
writeSync(file, 'ready\n');

async function run(lane: number, first: number): Promise<never> {
  for (let step = first; ; step++) {
    await doStep(historian, lane, step);
    writeSync(file, `${lane} ${step}\n`);
  }
}

await Promise.all(firstSteps.map((first, lane) => run(lane, Number(first))));
