import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeviceCommand } from '../world/model.ts';
import { DeviceClient } from './device-client.ts';
import { ownLink } from './link.ts';
import { sampleOf } from './sample.ts';
import { type Received, TestBroker } from './testing/test-broker.ts';

const start = Date.UTC(2026, 10, 20);
const commands: DeviceCommand[] = [];
let broker: TestBroker;
let client: DeviceClient;

function aClient(token = 'token-1'): DeviceClient {
  return new DeviceClient({
    url: broker.url,
    token,
    name: 'ps-1',
    link: ownLink('PS-1'),
    retryMs: { first: 10, longest: 50 },
    onCommand: (_serial, command) => {
      commands.push(command);
      return { success: true, message: 'done' };
    },
  });
}

const measure = (second: number) => client.add(sampleOf('PS-1', start + second * 1000, { n: second }));
const telemetry = (received: readonly Received[]): number[] =>
  received
    .filter((message) => message.topic === 'v1/devices/me/telemetry')
    .flatMap((message) => JSON.parse(message.payload).map((one: { values: { n: number } }) => one.values.n));
const has = (n: number) => () => telemetry(broker.received).includes(n);

beforeEach(async () => {
  broker = await TestBroker.start();
  client = aClient();
  commands.length = 0;
});
afterEach(async () => {
  await client.close();
  await broker.down();
});

test('sends what it measures with the token as user name', async () => {
  client.open();
  measure(1);
  await broker.until(has(1));
  expect(broker.received[0]?.user).toBe('token-1');
});

test('keeps measuring while the broker is down, and sends everything late, in order, when it is back', async () => {
  client.open();
  for (let n = 0; n < 10; n++) measure(n);
  await broker.until(has(9));
  await broker.down();
  for (let n = 10; n < 400; n++) measure(n);
  expect(client.pending).toBeGreaterThanOrEqual(390);
  await broker.up();
  await broker.until(has(399));
  const distinct = [...new Set(telemetry(broker.received))];
  expect(distinct).toEqual(Array.from({ length: 400 }, (_, n) => n));
});

test('what was on its way without an acknowledgement is sent again', async () => {
  client.open();
  measure(0);
  await broker.until(has(0));
  const swallowed = broker.swallow(1);
  for (let n = 1; n < 10; n++) measure(n);
  await swallowed;
  await broker.down();
  await broker.up();
  await broker.until(has(9));
  expect([...new Set(telemetry(broker.received))].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a device that is cut off keeps measuring and stays away until its radio is back', async () => {
  client.open();
  measure(0);
  await broker.until(has(0));
  client.cut();
  expect(client.isConnected).toBe(false);
  measure(1);
  measure(2);
  expect(client.pending).toBeGreaterThanOrEqual(2);
  client.open();
  await broker.until(has(2));
});

test('history goes beside the live values and survives a restart of the broker', async () => {
  client.open();
  measure(0);
  await broker.until(has(0));
  const swallowed = broker.swallow(1);
  const history = client.sendHistory([sampleOf('PS-1', start - 10_000, { n: -1 })], new AbortController().signal);
  await swallowed;
  await broker.down();
  await broker.up();
  await history;
  expect(telemetry(broker.received)).toContain(-1);
});

test('history that is called off ends at once, connected or not', async () => {
  const stop = new AbortController();
  const history = client.sendHistory([sampleOf('PS-1', start, { n: 1 })], stop.signal);
  stop.abort();
  await expect(history).rejects.toThrow();
});

test('attributes are reported once, and again on a new connection', async () => {
  const reports = () => broker.received.filter((message) => message.topic === 'v1/devices/me/attributes').length;
  client.open();
  client.report('PS-1', { firmware: '2.4' });
  await broker.until(() => reports() === 1);
  client.report('PS-1', { firmware: '2.4' });
  measure(1);
  await broker.until(has(1));
  expect(reports()).toBe(1);
  await broker.down();
  await broker.up();
  await broker.until(() => reports() === 2);
});

test('a command is carried out and answered', async () => {
  client.open();
  measure(0);
  await broker.until(has(0));
  broker.publish('v1/devices/me/rpc/request/5', '{"method":"pump.stop","params":null}');
  await broker.until(() => broker.received.some((message) => message.topic === 'v1/devices/me/rpc/response/5'));
  expect(commands).toEqual([{ method: 'pump.stop', params: null }]);
});
