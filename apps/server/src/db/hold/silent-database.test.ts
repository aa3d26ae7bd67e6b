import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../database.ts';
import { DatabaseAwayError } from '../database-faults.ts';
import { createMigratedDatabase } from '../testing/migrated.ts';
import { DatabaseHold } from './database-hold.ts';

const times = { beatMs: 10, quietMs: 60_000, lookMs: 5, answerMs: 2_000 };

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let way: Server;
let sockets: Socket[];
/** Whatever comes is taken and goes nowhere, as with a machine that lost its power or a network that drops packets. */
let isSilent = false;
let url: string;

beforeEach(async () => {
  database = await createMigratedDatabase();
  const target = new URL(database.url);
  const { hostname, port } = target;
  isSilent = false;
  sockets = [];
  way = createServer((client) => {
    const server = connect(Number(port), hostname);
    sockets.push(client, server);
    client.on('data', (bytes) => isSilent || server.write(bytes)).on('close', () => server.destroy());
    server.on('data', (bytes) => isSilent || client.write(bytes)).on('close', () => isSilent || client.destroy());
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  target.port = String((way.address() as AddressInfo).port);
  url = target.href;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  way.close();
  await database.drop();
});

it('answers nobody in vain: what waits for a database that is silent fails, and all goes on when it answers', async () => {
  const hold = await DatabaseHold.take(url, { times });
  await hold.begin();
  const db = openDatabase({ url }, { hold });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await ask();
  isSilent = true;
  await expect(ask()).rejects.toThrow(DatabaseAwayError);
  isSilent = false;
  await expect.poll(() => ask().then(({ rows }) => rows, String), { timeout: 60_000 }).toEqual([{ one: 1 }]);
  expect(hold.isTaken).toBe(false);
  await db.destroy();
  await hold.release();
});

it('leaves connections alone that are slow, while the database answers a newcomer', async () => {
  const hold = await DatabaseHold.take(url, { times });
  await hold.begin();
  const db = openDatabase({ url }, { hold });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await ask();
  const slow = [...sockets];
  for (const socket of slow) socket.pause();
  const asked = ask();
  await wait(2 * times.answerMs);
  for (const socket of slow) socket.resume();
  expect((await asked).rows).toEqual([{ one: 1 }]);
  await db.destroy();
  await hold.release();
});
