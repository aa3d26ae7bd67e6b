import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { connectDevice, ended } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { startDeviceBroker } from './start-device-broker.ts';
import type { SupervisedBroker } from './supervised-broker.ts';

let portal: Portal;
let broker: SupervisedBroker;

beforeAll(async () => {
  portal = await startPortal({ config: { mqttPort: undefined } });
  const { deviceSessions } = portal.context;
  const settings = { ...portal.config, mqttPort: 0 };
  broker = await startDeviceBroker({ deviceSessions }, settings, createLog('silent'), undefined);
});
afterAll(async () => {
  await broker.close();
  await portal.close();
});

function brokerFault(): Error {
  const error = new Error('too many words');
  error.stack = `Error: too many words\n    at Client.nextBatch (/srv/telltale/node_modules/aedes/lib/client.js:80:17)`;
  return error;
}

describe('an error that nobody caught', () => {
  it('in the broker brings the broker back at its port, and takes nothing else down (K7)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const at = {
      get mqttPort() {
        return broker.port;
      },
    } as Portal;
    const device = await connectDevice(at, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"level":1}', { qos: 1 });
    const end = ended(device);
    expect(broker.contain(brokerFault())).toBe(true);
    await end;
    await broker.settled();
    const again = await connectDevice(at, accessToken);
    await again.publishAsync('v1/devices/me/telemetry', '{"level":2}', { qos: 1 });
    expect(portal.context.currentValues.list(assetId)).toMatchObject([{ value: 2 }]);
    await again.endAsync();
  });

  it('elsewhere is left to end the process', () => {
    expect(broker.contain(new Error('elsewhere'))).toBe(false);
    expect(broker.contain('text')).toBe(false);
  });

  it('in the broker again and again ends the process, too', async () => {
    const answers = Array.from({ length: 6 }, () => broker.contain(brokerFault()));
    expect(answers.at(-1)).toBe(false);
    await broker.settled();
  });
});
