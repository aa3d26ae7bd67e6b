import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readOutbox } from '#testing/outbox.ts';
import { type Mailer, outboxMailer, smtpMailer, smtpServerOf } from './mailer.ts';

const endings: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A mail server that one logs in at. */
async function aMailServer() {
  const received: Email[] = [];
  const connections: string[] = [];
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

function aMailer(url: string): Mailer {
  const mailer = smtpMailer(smtpServerOf(url));
  endings.push(() => mailer.close());
  return mailer;
}

const mail = { to: 'ann@example.com', subject: 'Grüße from pump 7', text: `Line one\n${'x'.repeat(200)}\n.\nÄnd` };

describe('mails by SMTP', () => {
  it('share a few connections, which log in once each', async () => {
    const { url, received, connections } = await aMailServer();
    const mailer = aMailer(url);
    await Promise.all(Array.from({ length: 40 }, (_, n) => mailer.send({ ...mail, key: `mail-${n}` })));
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(40);
    expect(connections.length).toBeLessThanOrEqual(9);
  });

  it('go over another connection when a mail server has ended the one that was kept', async () => {
    const { url, received, connections, endConnections } = await aMailServer();
    const mailer = aMailer(url);
    await mailer.send(mail);
    endConnections();
    await mailer.send(mail);
    expect(received).toHaveLength(2);
    expect(connections).toHaveLength(2);
  });

  it('arrive as they were written, from the account of the server', async () => {
    const { url, received } = await aMailServer();
    await aMailer(url).send(mail);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      subject: mail.subject,
      to: [{ address: mail.to }],
      from: { address: 'portal@example.com', name: 'Telltale' },
    });
    expect(received[0]?.text?.trim()).toBe(mail.text);
  });

  it.each(['ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])(
    'go to nobody else, whatever the address: %j',
    async (to) => {
      const { url, received } = await aMailServer();
      const sending = aMailer(url).send({ ...mail, to, subject: 'x\r\nBcc: eve@example.com' });
      // What is no address is taken for one of nobody, or refused.
      await sending.catch((error: unknown) => expect(error).toMatchObject({ code: 'EENVELOPE' }));
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
    const outbox = outboxMailer(join(folder, 'outbox'), () => 'North field');
    await outbox.send(mail);
    outbox.close();
    const [sent] = await readOutbox(folder);
    expect(sent).toMatchObject({ to: mail.to, subject: mail.subject });
    expect(sent?.text.trim()).toBe(mail.text);
    const [name = ''] = await readdir(join(folder, 'outbox'));
    expect(await readFile(join(folder, 'outbox', name), 'utf8')).toContain('From: North field <telltale@localhost>');
    expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600);
  });
});
