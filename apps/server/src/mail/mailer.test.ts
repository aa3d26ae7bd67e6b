import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { readOutbox } from '#testing/outbox.ts';
import { MailQueue, outboxMailer, smtpMailer, smtpServerOf } from './mailer.ts';

const log = createLog('silent');
const endings: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A mail server that refuses the first `failures` mails. */
async function aMailServer(failures = 0) {
  const received: Email[] = [];
  const connections: string[] = [];
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onConnect: ({ id }, done) => {
      connections.push(id);
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'portal@example.com' && password === 'se:cret'
        ? done(null, { user: username })
        : done(new Error('no')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused++ < failures) return done(new Error('try later'));
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const endConnections = () => {
    for (const connection of (server as unknown as { connections: Set<{ close(): void }> }).connections)
      connection.close();
  };
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://portal%40example.com:se%3Acret@127.0.0.1:${port}`, received, connections, endConnections };
}

function aQueue(url: string, firstWaitMs = 1): MailQueue {
  const queue = new MailQueue(smtpMailer(smtpServerOf(url)), log, firstWaitMs);
  endings.push(() => queue.close());
  return queue;
}

const mail = { to: 'ann@example.com', subject: 'Grüße from pump 7', text: `Line one\n${'x'.repeat(200)}\n.\nÄnd` };

describe('mails by SMTP', () => {
  it('share a few connections, which log in once each', async () => {
    const { url, received, connections } = await aMailServer();
    const mailer = smtpMailer(smtpServerOf(url));
    endings.push(() => mailer.close());
    await Promise.all(Array.from({ length: 40 }, (_, n) => mailer.send({ ...mail, key: `mail-${n}` })));
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(40);
    expect(connections.length).toBeLessThanOrEqual(9);
  });

  it('go over another connection when a mail server has ended the one that was kept', async () => {
    const { url, received, connections, endConnections } = await aMailServer();
    const mailer = smtpMailer(smtpServerOf(url));
    endings.push(() => mailer.close());
    await mailer.send(mail);
    endConnections();
    await mailer.send(mail);
    expect(received).toHaveLength(2);
    expect(connections).toHaveLength(2);
  });

  it('arrive as they were written, from the account of the server', async () => {
    const { url, received } = await aMailServer();
    const queue = aQueue(url);
    queue.add(mail);
    await queue.idle();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      subject: mail.subject,
      to: [{ address: mail.to }],
      from: { address: 'portal@example.com', name: 'Telltale' },
    });
    expect(received[0]?.text?.trim()).toBe(mail.text);
  });

  it('are tried again while the server refuses, in order', async () => {
    const { url, received } = await aMailServer(2);
    const queue = aQueue(url);
    queue.add(mail);
    queue.add({ ...mail, subject: 'second' });
    await queue.idle();
    expect(received.map(({ subject }) => subject)).toEqual([mail.subject, 'second']);
  });

  it('are given up after some tries, and the next one goes its way', async () => {
    const { url, received } = await aMailServer(4);
    const queue = aQueue(url);
    queue.add(mail);
    queue.add({ ...mail, subject: 'second' });
    await queue.idle();
    expect(received.map(({ subject }) => subject)).toEqual(['second']);
  });

  it('to nobody whom the server knows are given up at once, with what it said', async () => {
    const server = await startMailServer('nobody');
    endings.push(() => server.close());
    const queue = aQueue(server.url, 3_600_000);
    expect(await queue.deliver(mail)).toEqual({ isTaken: false, refusal: '550 no such user' });
    expect(server.attempts).toBe(1);
    server.mood = 'takes';
    expect(await queue.deliver(mail)).toEqual({ isTaken: true });
  });

  it('do not keep the portal from stopping', async () => {
    const { url } = await aMailServer(100);
    const queue = new MailQueue(smtpMailer(smtpServerOf(url)), log, 3_600_000);
    queue.add(mail);
    await queue.close();
  });

  it.each(['ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])(
    'go to nobody else, whatever the address: %j',
    async (to) => {
      const { url, received } = await aMailServer();
      const queue = aQueue(url);
      queue.add({ ...mail, to, subject: 'x\r\nBcc: eve@example.com' });
      await queue.idle();
      const addresses = received.flatMap(({ to: people = [], cc = [], bcc = [] }) => [...people, ...cc, ...bcc]);
      expect(addresses.length).toBeLessThanOrEqual(1);
      expect(received.flatMap(({ headers }) => headers.map(({ key }) => key))).not.toContain('bcc');
    },
  );
});

describe('mails without a server', () => {
  it('are files that only the portal can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-mail-'));
    endings.push(() => rm(folder, { recursive: true }));
    const queue = new MailQueue(
      outboxMailer(join(folder, 'outbox'), () => 'North field'),
      log,
    );
    queue.add(mail);
    await queue.close();
    const [sent] = await readOutbox(folder);
    expect(sent).toMatchObject({ to: mail.to, subject: mail.subject });
    expect(sent?.text.trim()).toBe(mail.text);
    const [name = ''] = await readdir(join(folder, 'outbox'));
    expect(await readFile(join(folder, 'outbox', name), 'utf8')).toContain('From: North field <telltale@localhost>');
    expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600);
  });
});
