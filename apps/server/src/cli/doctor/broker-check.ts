import { type Config, ConfigError } from '#config/config.ts';
import { configFolders } from '#config/config-folders.ts';
import { isLoopback } from '#http/protection/host-check.ts';
import { PlainTopics, RuleError } from '#ingest/plain-topics/plain-topics.ts';
import { brokerAddress } from '../../outside-broker/broker-address.ts';
import { readBrokerFile } from '../../outside-broker/broker-file.ts';
import { ConnectFailure, endsOver, WITHOUT_SPARKPLUG } from '../../outside-broker/connect-failure.ts';
import { MqttConnection } from '../../outside-broker/mqtt-connection.ts';
import { hostFilters, sharedFilter, topicFilters, widest } from '../../outside-broker/topic-filters.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

type BrokerSettings = Pick<
  Config,
  'outsideBroker' | 'configFolder' | 'demoConfigFolder' | 'cluster' | 'sparkplugHostId'
>;

/** Whether the outside broker lets the portal in; a client of its own asks, so the portal's session there is left alone. */
export async function checkBroker(config: BrokerSettings): Promise<Finding[]> {
  const { outsideBroker } = config;
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
      // At QoS 0, and without what it retained: what comes is the portal's, and this client only asks whether it would come.
      const { sparkplug, plain } = await filtersOf(config);
      const refusedOf = (filters: readonly string[]) =>
        connection.subscribe(filters.map((topic) => ({ topic, qos: 0, rh: 2 })));
      const refusedPlain = await refusedOf(plain);
      const refusedSparkplug = await refusedOf(sparkplug).catch((error: unknown) => {
        throw new ConnectFailure(`${address.text}: ${endsOver(sparkplug)}.`, 'topics', { cause: error });
      });
      const refused = [...refusedSparkplug, ...refusedPlain];
      if (refused.length > 0) {
        const advice = refusedSparkplug.length > 0 ? ` ${WITHOUT_SPARKPLUG}.` : '';
        return [
          fault(
            what,
            `${address.text} does not let this user subscribe to ${refused.join(', ')}. Allow it there.${advice}`,
          ),
        ];
      }
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
    if (error instanceof ConnectFailure || error instanceof ConfigError || error instanceof RuleError)
      return [fault(what, error.message)];
    throw error;
  }
}

/** What the portal itself subscribes to. */
async function filtersOf(config: BrokerSettings): Promise<{ sparkplug: string[]; plain: string[] }> {
  const file = await readBrokerFile(configFolders(config));
  const ofRules = PlainTopics.compile(file.rules).map(({ filter }) => filter);
  // In a group of its own: what comes to the doctor would not come to the portal.
  const group = config.outsideBroker?.group === undefined ? undefined : `telltale-doctor-${process.pid}`;
  const plain = widest(topicFilters(file, ofRules)).map((filter) => sharedFilter(filter, group));
  return { sparkplug: file.sparkplug ? hostFilters(config.sparkplugHostId) : [], plain };
}
