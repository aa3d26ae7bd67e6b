/** Where a device reaches this portal. */
export interface DeviceEndpoint {
  /** As the browser's address has it. */
  host: string;
  origin: string;
  /** Null: the portal does not listen for MQTT over TCP. */
  mqttPort: number | null;
}

export interface DeviceLine {
  program: string;
  line: string;
}

const SAMPLE = `'{"Temperature": 21.5, "Pressure": 4.2}'`;

/** Lines for a shell that send a first value as the asset whose token it is. */
export function deviceLines({ host, origin, mqttPort }: DeviceEndpoint, accessToken: string): DeviceLine[] {
  // An address of IPv6 stands in brackets in an URL, and without them on a command line.
  const bareHost = host.replace(/^\[(.*)\]$/, '$1');
  const overMqtt = {
    program: 'mosquitto_pub',
    line: `mosquitto_pub -h ${bareHost} -p ${mqttPort} -u ${accessToken} -q 1 -t v1/devices/me/telemetry -m ${SAMPLE}`,
  };
  const overHttp = {
    program: 'curl',
    line: `curl --fail -X POST ${origin}/api/v1/${accessToken}/telemetry -H 'Content-Type: application/json' -d ${SAMPLE}`,
  };
  return mqttPort === null ? [overHttp] : [overMqtt, overHttp];
}
