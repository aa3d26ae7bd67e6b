import { describe, expect, it } from 'vitest';
import { deviceLines } from './device-lines.ts';

const endpoint = { host: 'portal.plant', origin: 'https://portal.plant:8443', mqttPort: 1883 };

describe('the lines that send a first value', () => {
  it('have the address, the port and the token', () => {
    expect(deviceLines(endpoint, 'a-token')).toEqual([
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
    const [overMqtt, overHttp] = deviceLines({ host: '[::1]', origin: 'http://[::1]:8080', mqttPort: 1884 }, 't');
    expect(overMqtt?.line).toContain('-h ::1 -p 1884');
    expect(overHttp?.line).toContain('http://[::1]:8080/api/v1/t/telemetry');
  });

  it('leave MQTT out where the portal does not listen for it', () => {
    expect(deviceLines({ ...endpoint, mqttPort: null }, 't').map(({ program }) => program)).toEqual(['curl']);
  });
});
