import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DeviceSessions } from '#ingest/device-sessions.ts';
import { SupervisedBroker } from './supervised-broker.ts';

/** Opens the MQTT port for devices, unless it is switched off. */
export async function startDeviceBroker(
  { deviceSessions }: { deviceSessions: DeviceSessions },
  config: Pick<Config, 'host' | 'mqttPort'>,
  log: Log,
): Promise<SupervisedBroker | undefined> {
  if (config.mqttPort === undefined) return undefined;
  return SupervisedBroker.start(deviceSessions, log, { host: config.host, port: config.mqttPort });
}
