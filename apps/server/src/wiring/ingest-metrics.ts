import type { Registry } from 'prom-client';
import { addCounter, addGauge } from '#features/operations/metrics.ts';
import type { Ingest } from './ingest.ts';

/** What the ingest and the live hub tell at /metrics. */
export function addIngestMetrics(
  metrics: Registry,
  { historian, pipeline, quarantine, connections, registry, liveHub }: Ingest,
): void {
  const gauge = (name: string, help: string, read: () => number) => addGauge(metrics, name, help, read);
  const counter = (name: `${string}_total`, help: string, read: () => number) => addCounter(metrics, name, help, read);
  counter('points_stored_total', 'Points stored since the start', () => pipeline.stats().stored);
  counter('points_late_total', 'Points stored behind the current value', () => pipeline.stats().late);
  counter('points_refused_total', 'Points refused at the limit of data items', () => pipeline.stats().refused);
  counter('data_set_aside_total', 'Messages and points that could not be stored', () => quarantine.total);
  gauge('points_in_flight', 'Points that wait for the disk', () => pipeline.stats().inFlight);
  gauge('history_points', 'Points in the history', () => historian.stats().points);
  gauge('history_series', 'Series in the history', () => historian.stats().series);
  gauge('history_bytes', 'Bytes that the history takes on disk', () => historian.stats().bytesOnDisk);
  gauge('history_faults', 'Reasons for which points cannot be stored now', () => historian.stats().faults.length);
  gauge('history_damage', 'Damaged parts of the history met since the start', () => historian.stats().damage.length);
  gauge('history_waiting_points', 'Points that wait for the server of the history', () => {
    return historian.stats().behind?.points ?? 0;
  });
  gauge('history_torn_log_tails', 'Log files whose end a crash had cut off, met at the start', () => {
    return historian.stats().tornLogTails;
  });
  counter('history_lost_threads_total', 'Threads of the history that ended by themselves and were replaced', () => {
    return historian.stats().lostThreads;
  });
  gauge('assets', 'Assets', () => registry.size);
  gauge('assets_connected', 'Assets that are connected', () => connections.connectedCount);
  gauge('live_clients', 'Browsers at the live hub', () => liveHub.stats().clients);
  gauge('live_values_overtaken', 'Values that open browsers were too slow for', () => liveHub.stats().overtaken);
}
