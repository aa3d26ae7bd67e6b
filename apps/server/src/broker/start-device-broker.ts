import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DeviceSessions } from '#ingest/device-sessions.ts';
import { DeviceBroker } from './device-broker.ts';

/** Opens the MQTT port for devices, unless it is switched off. */
export async function startDeviceBroker(
  { deviceSessions }: { deviceSessions: DeviceSessions },
  config: Pick<Config, 'host' | 'mqttPort'>,
  log: Log,
): Promise<DeviceBroker | undefined> {
  if (config.mqttPort === undefined) return undefined;
  const broker = await DeviceBroker.start(deviceSessions, log, { host: config.host, port: config.mqttPort });
  deviceSessions.serve(broker);
  return broker;
}
