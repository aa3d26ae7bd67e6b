import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DeviceSessions } from '#ingest/sessions/device-sessions.ts';
import { SupervisedBroker } from './supervised-broker.ts';

/** Starts the broker for devices; its TCP port stays shut when that is switched off. */
export async function startDeviceBroker(
  { deviceSessions }: { deviceSessions: DeviceSessions },
  config: Pick<Config, 'host' | 'mqttPort'>,
  log: Log,
): Promise<SupervisedBroker> {
  return SupervisedBroker.start(deviceSessions, log, { host: config.host, port: config.mqttPort });
}
