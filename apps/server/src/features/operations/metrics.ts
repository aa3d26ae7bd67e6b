import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics of one portal: of the process, its event loop, and what the parts add. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'telltale_start_time_seconds',
    help: 'When this portal started, seconds since 1970',
    registers: [registry],
  }).setToCurrentTime();
  return registry;
}

/** A gauge whose value is asked when somebody reads the metrics. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name: `telltale_${name}`,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** What only grows while the portal runs; it is asked when somebody reads the metrics. */
export function addCounter(registry: Registry, name: `${string}_total`, help: string, read: () => number): void {
  new Counter({
    name: `telltale_${name}`,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
