import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import { takesClearText } from '#http/protection/clear-text.ts';
import type { DeviceSessions } from '#ingest/sessions/device-sessions.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import type { SessionOrder } from './session-order.ts';
import { SupervisedBroker } from './supervised-broker.ts';

/** Starts the broker for devices; its ports stay shut where they are switched off, that of TLS also without a certificate. */
export async function startDeviceBroker(
  { deviceSessions, sessionOrder }: { deviceSessions: DeviceSessions; sessionOrder?: SessionOrder | undefined },
  config: Pick<Config, 'host' | 'mqttPort' | 'tls' | 'allowInsecure' | 'trustedProxies'>,
  log: Log,
  certificates: CertificateFiles | undefined,
): Promise<SupervisedBroker> {
  const securePort = config.tls?.mqttsPort;
  return SupervisedBroker.start(deviceSessions, log, {
    host: config.host,
    port: config.mqttPort,
    secure: certificates && securePort !== undefined ? { port: securePort, certificates } : undefined,
    takesClearText: takesClearText(config),
    order: sessionOrder,
  });
}
