import { afterEach, expect, it } from 'vitest';
import { MqttConnection } from './mqtt-connection.ts';
import { brokerThat, type FakeBroker } from './testing/fake-broker.ts';

let broker: FakeBroker;
afterEach(() => broker.close());

const open = ({ port }: FakeBroker) => {
  const nobody = { username: undefined, password: undefined, tls: undefined };
  const address = { host: '127.0.0.1', port, text: `mqtt://127.0.0.1:${port}`, ...nobody };
  return MqttConnection.open(address, { clientId: 'portal', clean: true });
};
const subscription = [{ topic: 'plant/#', qos: 1 }] as const;

it('answers who asks on a connection that has ended by then', async () => {
  broker = await brokerThat(() => undefined);
  const connection = await open(broker);
  const ended = Promise.withResolvers<string | undefined>();
  connection.listen(() => undefined, ended.resolve);
  connection.cut('a message could not be stored');
  expect(await ended.promise).toBe('a message could not be stored');
  await expect(connection.subscribe(subscription)).rejects.toThrow('the connection ended');
  await expect(connection.unsubscribe(['plant/#'])).rejects.toThrow('the connection ended');
});

it('stays with a broker that wants no sign of life', async () => {
  let pings = 0;
  broker = await brokerThat(
    (packet, say) => {
      if (packet.cmd === 'pingreq') pings++;
      if (packet.cmd !== 'subscribe') return;
      setTimeout(() => say({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] }), 50);
    },
    { serverKeepAlive: 0 },
  );
  const connection = await open(broker);
  const ends: unknown[] = [];
  connection.listen(
    () => undefined,
    (reason) => ends.push(reason),
  );
  expect(await connection.subscribe(subscription)).toEqual([]);
  expect([ends, pings]).toEqual([[], 0]);
  await connection.end();
});
