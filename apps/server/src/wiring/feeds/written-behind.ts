import { Counter, Gauge } from 'prom-client';
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
  const registers = [metrics];
  new Gauge({
    name: `telltale_${name}_waiting`,
    help: `How many ${what} wait to be written`,
    registers,
    collect() {
      this.set(written.stats().waiting);
    },
  });
  new Counter({
    name: `telltale_${name}_lost_total`,
    help: `How many ${what} were lost since the start: there was no room for them, or they could not be written`,
    registers,
    collect() {
      this.reset();
      this.inc(written.stats().lost);
    },
  });
  health.addWarning(() => {
    const { lost } = written.stats();
    const why = 'they came faster than they could be written, or the database took none';
    return lost === 0 ? [] : [`${lost.toLocaleString('en')} ${what} were lost since the start: ${why}.`];
  });
}
