import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/**
 * The metrics of one portal: of the process, its event loop, and what the parts add with
 * `new Counter({ …, registers: [registry] })`.
 */
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
