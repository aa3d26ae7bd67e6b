import { Counter, type Registry } from 'prom-client';
import type { DeviceProvisioning } from '#features/provisioning/device-provisioning.ts';

/** What devices that ask for a token tell at /metrics. */
export function addDeviceMetrics(metrics: Registry, provisioning: DeviceProvisioning): void {
  new Counter({
    name: 'telltale_provision_refused_total',
    help: 'Requests for provisioning that were refused since the start',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(provisioning.refused);
    },
  });
}
