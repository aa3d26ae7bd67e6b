import { bareHost, type RecipeFacts, sampleMessage, telemetryTopic } from './recipes/recipe.ts';

export interface DeviceLine {
  program: string;
  line: string;
}

/** Lines for a shell that send a first value with a token. A gateway's goes over MQTT alone. */
export function deviceLines({ host, origin, mqttPort, isSecure, accessToken, kind }: RecipeFacts): DeviceLine[] {
  const sample = `'${sampleMessage(kind)}'`;
  // Where most systems keep the authorities that they trust.
  const tls = isSecure ? ' --capath /etc/ssl/certs' : '';
  const overMqtt = {
    program: 'mosquitto_pub',
    line: `mosquitto_pub -h ${bareHost(host)} -p ${mqttPort}${tls} -u ${accessToken} -q 1 -t ${telemetryTopic(kind)} -m ${sample}`,
  };
  const overHttp = {
    program: 'curl',
    line: `curl --fail -X POST ${origin}/api/v1/${accessToken}/telemetry -H 'Content-Type: application/json' -d ${sample}`,
  };
  return [...(mqttPort === null ? [] : [overMqtt]), ...(kind === 'asset' ? [overHttp] : [])];
}
