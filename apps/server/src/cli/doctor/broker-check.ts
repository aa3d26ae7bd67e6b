import { type Config, ConfigError } from '#config/config.ts';
import { isLoopback } from '#http/protection/host-check.ts';
import { brokerAddress } from '../../outside-broker/broker-address.ts';
import { ConnectFailure } from '../../outside-broker/connect-failure.ts';
import { MqttConnection } from '../../outside-broker/mqtt-connection.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const FILTER = 'telltale/doctor/#';

/** Whether the outside broker lets the portal in; a client of its own asks, so the portal's session there is left alone. */
export async function checkBroker({ outsideBroker }: Pick<Config, 'outsideBroker'>): Promise<Finding[]> {
  const what = 'MQTT broker';
  if (outsideBroker === undefined) return [];
  try {
    const address = await brokerAddress(outsideBroker);
    const connection = await MqttConnection.open(address, { clientId: `telltale-doctor-${process.pid}`, clean: true });
    try {
      connection.listen(
        () => undefined,
        () => undefined,
      );
      const refused = await connection.subscribe([{ topic: FILTER, qos: 1 }]);
      if (refused.length > 0)
        return [fault(what, `${address.text} lets this user subscribe to nothing. Allow it there.`)];
      const findings = [
        ok(what, `${address.text} lets the portal in; it speaks MQTT ${connection.version === 5 ? '5' : '3.1.1'}.`),
      ];
      if (!address.tls && address.password !== undefined && !isLoopback(address.host)) {
        findings.push(warning(what, 'User and password go there without TLS. Use mqtts:// if it can.'));
      }
      return findings;
    } finally {
      await connection.end();
    }
  } catch (error) {
    if (error instanceof ConnectFailure || error instanceof ConfigError) return [fault(what, error.message)];
    throw error;
  }
}
