import type { Registry } from 'prom-client';
import { addCounter } from '#features/operations/metrics.ts';
import type { DeviceProvisioning } from '#features/provisioning/device-provisioning.ts';

/** What devices that ask for a token tell at /metrics. */
export function addDeviceMetrics(metrics: Registry, provisioning: DeviceProvisioning): void {
  const help = 'Requests for provisioning that were refused since the start';
  addCounter(metrics, 'provision_refused_total', help, () => provisioning.refused);
}
