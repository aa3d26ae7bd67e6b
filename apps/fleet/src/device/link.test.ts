import { expect, test } from 'vitest';
import { gatewayLink, ownLink } from './link.ts';
import { sampleOf } from './sample.ts';

const timeMs = Date.UTC(2026, 10, 20);

test('a device sends an array of times and values on its own topic', () => {
  const message = ownLink('PS-1').telemetry([
    sampleOf('PS-1', timeMs, { Pressure: 4.2, State: 'Running' }),
    sampleOf('PS-1', timeMs + 1000, { Pressure: 4.3 }),
  ]);
  expect(message.topic).toBe('v1/devices/me/telemetry');
  expect(JSON.parse(message.payload)).toEqual([
    { ts: timeMs, values: { Pressure: 4.2, State: 'Running' } },
    { ts: timeMs + 1000, values: { Pressure: 4.3 } },
  ]);
});

test('a bad sensor is sent as a number that is out of range', () => {
  const { text } = sampleOf('PS-1', timeMs, { 'Oil "A"': 4.2, Level: 1 }, ['Oil "A"']);
  expect(text).toBe(`{"ts":${timeMs},"values":{"Oil \\"A\\"":1e999,"Level":1}}`);
  expect(JSON.parse(text).values).toEqual({ 'Oil "A"': Number.POSITIVE_INFINITY, Level: 1 });
});

test('a gateway names its devices by serial number', () => {
  const link = gatewayLink(['TB-1', 'TB-2']);
  expect(link.greetings().map((message) => JSON.parse(message.payload))).toEqual([
    { device: 'TB-1' },
    { device: 'TB-2' },
  ]);
  const message = link.telemetry([
    sampleOf('TB-1', timeMs, { Level: 1 }),
    sampleOf('TB-2', timeMs, { Level: 2 }),
    sampleOf('TB-1', timeMs + 5000, { Level: 3 }),
  ]);
  expect(message.topic).toBe('v1/gateway/telemetry');
  expect(JSON.parse(message.payload)).toEqual({
    'TB-1': [
      { ts: timeMs, values: { Level: 1 } },
      { ts: timeMs + 5000, values: { Level: 3 } },
    ],
    'TB-2': [{ ts: timeMs, values: { Level: 2 } }],
  });
});

test.each([
  ['another topic', 'v1/devices/me/attributes', '{"method":"pump.stop"}'],
  ['no JSON', 'v1/devices/me/rpc/request/1', 'stop'],
  ['no method', 'v1/devices/me/rpc/request/1', '{"params":1}'],
  ['a list', 'v1/devices/me/rpc/request/1', '[]'],
])('a device ignores a request with %s', (_case, topic, payload) => {
  expect(ownLink('PS-1').readCommand(topic, payload)).toBeUndefined();
});

test('a device reads a request and answers it by its number', () => {
  const link = ownLink('PS-1');
  const request = link.readCommand('v1/devices/me/rpc/request/17', '{"method":"pump.setSpeed","params":80}');
  expect(request).toEqual({
    serialNumber: 'PS-1',
    requestId: '17',
    command: { method: 'pump.setSpeed', params: 80 },
  });
  if (!request) return;
  expect(link.answer(request, { success: true, message: 'ok' })).toEqual({
    topic: 'v1/devices/me/rpc/response/17',
    payload: '{"success":true,"message":"ok"}',
  });
});

test('a gateway reads a request for one of its devices and answers with device and number', () => {
  const link = gatewayLink(['TB-1']);
  const request = link.readCommand('v1/gateway/rpc', '{"device":"TB-1","data":{"id":3,"method":"loading.stop"}}');
  if (!request) throw new Error('a gateway request is read');
  expect(request.serialNumber).toBe('TB-1');
  expect(JSON.parse(link.answer(request, { success: true, message: 'ok' }).payload)).toEqual({
    device: 'TB-1',
    id: 3,
    data: { success: true, message: 'ok' },
  });
});
