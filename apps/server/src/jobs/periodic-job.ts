import type { Log } from '#config/log.ts';

export interface PeriodicJob {
  /** Ends the job and waits for a run under way. */
  stop(): Promise<void>;
}

/**
 * Runs work again and again, `everyMs` after the last run ended; a failed run is logged and the next one comes.
 * @param firstMs until the first run; 0: as soon as what is being started has started
 */
export function startPeriodicJob(
  name: string,
  everyMs: number,
  log: Log,
  work: () => Promise<void>,
  firstMs = everyMs,
): PeriodicJob {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => log.error({ err: error, job: name }, 'a job failed'))
        .finally(() => {
          if (!isStopped) schedule(everyMs);
        });
    }, afterMs);
    timer.unref();
  };
  schedule(firstMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
