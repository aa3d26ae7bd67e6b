import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { badRequest } from '#http/errors.ts';
import { exitCodeFor, WRONG_SETTINGS } from '../../operator-errors.ts';
import { type NatsServers, startNatsServers } from '../testing/nats-servers.ts';
import { ClusterConnection } from './cluster-connection.ts';

const log = createLog('silent');
/** Servers that start together on a busy machine seldom take more than 20 s to agree who leads, but there is no bound to it. */
const ELECTED = { timeout: 120_000 };
const open = (address: NatsServers['address'], name = 'one') => ClusterConnection.open(address, name, log);

describe('the way between nodes, with one server', () => {
  let servers: NatsServers;
  beforeAll(async () => {
    servers = await startNatsServers(1, { user: 'portal', password: 'p@ss:word' });
  });
  afterAll(() => servers.stop());

  it('is refused in one line for a wrong password', async () => {
    const wrong = { ...servers.address, password: 'other' };
    await expect(open(wrong)).rejects.toThrow(/^nats-server refused the user or the password\.$/);
    // Whoever is refused is refused at the next start, too; who finds nobody may find somebody then.
    expect(exitCodeFor(await open(wrong).catch((error: unknown) => error))).toBe(WRONG_SETTINGS);
    const away = { ...servers.address, servers: ['127.0.0.1:9'] };
    expect(exitCodeFor(await open(away).catch((error: unknown) => error))).toBe(1);
  });

  it('carries what one tells and asks another, with its refusals', async () => {
    const [one, two] = [await open(servers.address), await open(servers.address, 'two')];
    const heard = Promise.withResolvers<unknown>();
    two.subscribe('telltale.test.news', (data) => heard.resolve(data));
    two.answer('telltale.test.double', (data) => Number(data) * 2);
    two.answer('telltale.test.refuse', () => {
      throw badRequest('Not like this.');
    });
    await two.nats.flush();
    one.publish('telltale.test.news', { id: 7 });
    expect(await heard.promise).toEqual({ id: 7 });
    expect(await one.ask('telltale.test.double', 21, { timeoutMs: 5_000 })).toBe(42);
    await expect(one.ask('telltale.test.refuse', 1, { timeoutMs: 5_000 })).rejects.toMatchObject({
      message: 'Not like this.',
      status: 400,
    });
    await expect(one.ask('telltale.test.nobody', 1, { timeoutMs: 5_000 })).rejects.toMatchObject({ status: 503 });
    await Promise.all([one.close(), two.close()]);
  });

  it('keeps what is written by revision', async () => {
    const one = await open(servers.address);
    expect(one.replicas).toBe(1);
    const bucket = await one.bucket('telltale-test');
    const first = await bucket.create('key', 'a');
    await bucket.update('key', 'b', first);
    await expect(bucket.update('key', 'c', first)).rejects.toThrow('wrong last sequence');
    await one.close();
  });
});

describe('the way between nodes, with three servers', () => {
  it('stays over the loss of one, says when the majority is gone, and comes back', async () => {
    const servers = await startNatsServers(3);
    const one = await open(servers.address);
    try {
      expect(one.replicas).toBe(3);
      const bucket = await one.bucket('telltale-test');
      await bucket.put('key', '1');
      await servers.servers[0]?.kill();
      await expect
        .poll(
          () =>
            bucket.put('key', '2').then(
              () => 'kept',
              () => 'not',
            ),
          ELECTED,
        )
        .toBe('kept');
      await servers.servers[1]?.kill();
      await expect(bucket.put('key', '3')).rejects.toThrow();
      const opened = () =>
        open(servers.address, 'two').then(
          (two) => two.close(),
          (error: Error) => error.message,
        );
      await expect.poll(opened, ELECTED).toBe('JetStream does not answer: a majority of the NATS servers has to run.');
      await servers.servers[2]?.kill();
      await expect.poll(() => one.isConnected).toBe(false);
      for (const server of servers.servers) server.start();
      await expect
        .poll(
          () =>
            bucket.put('key', '4').then(
              () => 'kept',
              () => 'not',
            ),
          ELECTED,
        )
        .toBe('kept');
      expect(one.isConnected).toBe(true);
    } finally {
      await one.close();
      await servers.stop();
    }
  }, 400_000);
});

describe('a server that cannot be used is named in one line', () => {
  it('when it runs without JetStream', async () => {
    const servers = await startNatsServers(1, { jetstream: false });
    await expect(open(servers.address)).rejects.toThrow(
      "nats-server runs without JetStream. Set 'jetstream {}' in its configuration.",
    );
    await servers.stop();
  });

  it('when there is none', async () => {
    await expect(open({ servers: ['127.0.0.1:1'] })).rejects.toThrow(
      /^none of the servers \(127\.0\.0\.1:1\) can be reached: .+$/,
    );
  });

  it('when it is older than what is needed', async () => {
    const old = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(
        'INFO {"server_id":"x","version":"2.7.4","proto":1,"max_payload":1048576,"headers":true,"jetstream":true}\r\n',
      );
      socket.on('data', () => socket.write('PONG\r\n'));
    }).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const { port } = old.address() as AddressInfo;
    await expect(open({ servers: [`127.0.0.1:${port}`] })).rejects.toThrow(
      'nats-server is 2.7.4, which is too old. Use 2.9 or later.',
    );
    old.close();
  });
});
