import type { AlarmRun } from '../alarm-run.ts';

/** Alarms that are looked at in one go each second; the event loop has its turn in between. */
const RUNS_PER_TURN = 2_000;

/** Does some work for each, in turns, until it is over. */
export async function inTurns<T>(all: Iterable<T>, isOver: () => boolean, work: (one: T) => void): Promise<void> {
  let count = 0;
  for (const one of [...all]) {
    if (isOver()) return;
    work(one);
    if (++count % RUNS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The alarms that time alone may change: by what they go by, or because a delay is under way. */
export class RunsInTime {
  readonly #timed = new Set<AlarmRun>();
  readonly #waiting = new Set<AlarmRun>();

  add(run: AlarmRun): void {
    if (run.dependsOnTime) this.#timed.add(run);
  }

  remove(run: AlarmRun): void {
    this.#timed.delete(run);
    this.#waiting.delete(run);
  }

  /** Whether its delay is under way may be otherwise than before. */
  wait(run: AlarmRun): void {
    const { isWaiting } = run;
    if (isWaiting === run.isListed) return;
    run.isListed = isWaiting;
    if (isWaiting) this.#waiting.add(run);
    else this.#waiting.delete(run);
  }

  /** Looks at each of them, if it is still one by then. */
  async each(isOver: () => boolean, look: (run: AlarmRun) => void): Promise<void> {
    for (const runs of [this.#timed, this.#waiting]) {
      await inTurns(runs, isOver, (run) => {
        if (runs.has(run)) look(run);
      });
    }
  }
}
