import { describe, expect, it } from 'vitest';
import { deviceLines } from './device-lines.ts';

const endpoint = {
  host: 'portal.plant',
  origin: 'https://portal.plant:8443',
  mqttPort: 1883,
  isSecure: false,
  kind: 'asset',
  accessToken: 'a-token',
} as const;

describe('the lines that send a first value', () => {
  it('have the address, the port and the token', () => {
    expect(deviceLines(endpoint)).toEqual([
      {
        program: 'mosquitto_pub',
        line: `mosquitto_pub -h portal.plant -p 1883 -u a-token -q 1 -t v1/devices/me/telemetry -m '{"Temperature": 21.5, "Pressure": 4.2}'`,
      },
      {
        program: 'curl',
        line: `curl --fail -X POST https://portal.plant:8443/api/v1/a-token/telemetry -H 'Content-Type: application/json' -d '{"Temperature": 21.5, "Pressure": 4.2}'`,
      },
    ]);
  });

  it('take the brackets off an address of IPv6 where a command has none', () => {
    const [overMqtt, overHttp] = deviceLines({
      ...endpoint,
      host: '[::1]',
      origin: 'http://[::1]:8080',
      mqttPort: 1884,
    });
    expect(overMqtt?.line).toContain('-h ::1 -p 1884');
    expect(overHttp?.line).toContain('http://[::1]:8080/api/v1/a-token/telemetry');
  });

  it('leave MQTT out where the portal does not listen for it', () => {
    expect(deviceLines({ ...endpoint, mqttPort: null }).map(({ program }) => program)).toEqual(['curl']);
  });

  it('speak for two devices with the token of a gateway, over MQTT alone', () => {
    const gateway = { ...endpoint, kind: 'gateway' } as const;
    const sample = `'{"TANK-1": [{"Level": 7.3}], "TANK-2": [{"Level": 5.1}]}'`;
    const line = `mosquitto_pub -h portal.plant -p 1883 -u a-token -q 1 -t v1/gateway/telemetry -m ${sample}`;
    expect(deviceLines(gateway)).toEqual([{ program: 'mosquitto_pub', line }]);
    expect(deviceLines({ ...gateway, mqttPort: null })).toEqual([]);
  });
});
