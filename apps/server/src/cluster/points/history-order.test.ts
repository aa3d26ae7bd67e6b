import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { ClusterConnection } from '../connection/cluster-connection.ts';
import { type NatsServers, startNatsServers } from '../testing/nats-servers.ts';
import { HistoryOrder } from './history-order.ts';
import { subjectOf } from './point-stream.ts';

let servers: NatsServers;
const connections: ClusterConnection[] = [];

beforeEach(async () => {
  servers = await startNatsServers(1);
});
afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
  await servers.stop();
});

async function order(name: string, touchRecords = async () => undefined) {
  const connection = await ClusterConnection.open(servers.address, name, createLog('silent'));
  connections.push(connection);
  return { connection, order: await HistoryOrder.open({ connection, touchRecords }) };
}

it('is that of the stream: whatever is written takes a place between the messages of devices', async () => {
  const [a, b] = [await order('a'), await order('b')];
  const places: number[] = [];
  for (const { connection, order: one } of [a, b, a]) {
    places.push(await one.take());
    places.push((await connection.jetstream.publish(subjectOf(3), 'a frame')).seq);
  }
  expect(places).toEqual([1, 2, 3, 4, 5, 6]);
});

it('counts from a version on which all nodes agree, also when two begin at the same moment', async () => {
  const [a, b] = [await order('a'), await order('b')];
  let asked = 0;
  const choose = (base: number) => (agreed?: { base: number; last: number }) => {
    asked++;
    return agreed?.base ?? base;
  };
  const bases = await Promise.all([a.order.agree(choose(1000)), b.order.agree(choose(2000))]);
  expect(new Set(bases).size).toBe(1);
  // Whoever came second was asked again, with what the first one chose.
  expect(asked).toBeGreaterThan(1);
  await a.order.take();
  expect(await b.order.agree((agreed) => (agreed?.last === 1 ? 9000 : 0))).toBe(9000);
  expect(await a.order.agree(choose(1))).toBe(9000);
});

it('gives no place to a node that was ended', async () => {
  const ended = new Error('terminating connection due to administrator command');
  const { order: one } = await order('a', () => Promise.reject(ended));
  await expect(one.take()).rejects.toThrow(ended);
});
