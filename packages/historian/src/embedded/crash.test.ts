import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Historian, SeriesPoints } from '../port.ts';
import { ReferenceHistorian } from '../testing/reference-historian.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';
import { doStep, LANES, laneKeys } from './testing/crash-workload.ts';

/** `TELLTALE_HISTORY_KILLS=100` makes the long run, which prints its numbers; the short one belongs to every test run. */
const KILLS = Number(process.env.TELLTALE_HISTORY_KILLS ?? 10);
const IS_LONG = KILLS > 10;
const script = fileURLToPath(new URL('./testing/crash-process.ts', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-crash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the writing process, kills it `afterMs` after it began to write; answers the last step each lane was told of. */
async function writeAndKill(firstSteps: readonly number[], afterMs: number): Promise<number[]> {
  const acks = join(folder, 'acks');
  writeFileSync(acks, '');
  const child = spawn(process.execPath, [script, join(folder, 'history'), acks, ...firstSteps.map(String)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  while (!readFileSync(acks, 'utf8').includes('ready')) await pause(5);
  await pause(afterMs);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const lastSteps = firstSteps.map((first) => first - 1);
  for (const line of readFileSync(acks, 'utf8').split('\n')) {
    const [lane, step] = line.split(' ').map(Number);
    if (lane !== undefined && step !== undefined && line.endsWith(String(step))) lastSteps[lane] = step;
  }
  return lastSteps;
}

/** The moment of a kill is what is under test here, so there is no event to wait for. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function everything(historian: Historian, lane: number): Promise<SeriesPoints[]> {
  const keys = laneKeys(lane);
  return Promise.all(keys.map((key) => historian.readSeries(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)));
}

describe('a store whose process is killed', () => {
  it(`holds exactly what was acknowledged after ${KILLS} kills, during appends, edits, deletions and retention`, async () => {
    const expected = Array.from({ length: LANES }, () => new ReferenceHistorian());
    let next = new Array<number>(LANES).fill(0);
    const recoveriesMs: number[] = [];
    let unacknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const lastSteps = await writeAndKill(next, 40 + ((kill * 7919) % 400));
      const start = performance.now();
      const historian = await openEmbeddedHistorian({ folder: join(folder, 'history') });
      recoveriesMs.push(performance.now() - start);
      for (const [lane, reference] of expected.entries()) {
        const lastStep = lastSteps[lane] ?? 0;
        for (let step = next[lane] ?? 0; step <= lastStep; step++) await doStep(reference, lane, step);
        const actual = await everything(historian, lane);
        let done = lastStep;
        try {
          expect(actual).toEqual(await everything(reference, lane));
        } catch {
          // The step under way at the kill was not acknowledged: it may have happened, but only as a whole.
          done++;
          unacknowledged++;
          await doStep(reference, lane, done);
          expect(actual).toEqual(await everything(reference, lane));
        }
        next = next.with(lane, done + 1);
      }
      expect(historian.stats().faults).toEqual([]);
      await historian.close();
    }
    expect(Math.min(...next)).toBeGreaterThan(KILLS);
    if (IS_LONG) {
      const steps = next.reduce((sum, step) => sum + step, 0);
      const sorted = recoveriesMs.toSorted((a, b) => a - b);
      const [median, longest] = [sorted[Math.floor(KILLS / 2)], sorted.at(-1)].map((ms) => Math.round(ms ?? 0));
      console.log(
        `${KILLS} kills, ${steps} steps acknowledged, none lost or wrong; ${unacknowledged} steps under way at a kill ` +
          `had happened as a whole; recovery ${median} ms (median), ${longest} ms (longest)`,
      );
    }
  }, 900_000);
});
