import { addCounter, addGauge } from '#features/operations/metrics.ts';
import type { WriteBehind } from '#jobs/write-behind.ts';
import type { Foundation } from '../foundation.ts';

/**
 * Tells at /metrics and on the status page how much waits to be written, and how much was lost.
 * @param name of the metrics: `telltale_{name}_waiting`, `telltale_{name}_lost_total`
 */
export function tellOfWriting(
  { metrics, health }: Pick<Foundation, 'metrics' | 'health'>,
  name: string,
  written: Pick<WriteBehind<unknown>, 'what' | 'stats'>,
): void {
  const { what } = written;
  addGauge(metrics, `${name}_waiting`, `How many ${what} wait to be written`, () => written.stats().waiting);
  const lostHelp = `How many ${what} were lost since the start: there was no room for them, or they could not be written`;
  addCounter(metrics, `${name}_lost_total`, lostHelp, () => written.stats().lost);
  health.addWarning(() => {
    const { lost } = written.stats();
    const why = 'they came faster than they could be written, or the database took none';
    return lost === 0 ? [] : [`${lost.toLocaleString('en')} ${what} were lost since the start: ${why}.`];
  });
}
