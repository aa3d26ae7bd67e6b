import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs, MailSecurity } from '@telltale/contract';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same key again is the same mail: by its message id over SMTP, by the name of its file in the outbox. */
  key?: string;
  /** When it was made, which orders the files of the outbox; alerts say nothing. */
  madeMs?: EpochMs;
}

/** Sends mails. Resolves once the mail server has taken the mail, or its file is written. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whom mails come from where the portal was given no name. */
export const PRODUCT = 'Telltale';

const TIMEOUT_MS = 20_000;
/** A server that says something now and then but never ends is given up as well. */
const SEND_MS = 60_000;
/** Alerts go eight at a time, other mails one by one: neither waits for a connection. */
const CONNECTIONS = 9;
/** A connection that nobody needs says goodbye. */
const IDLE_MS = 10_000;

/** A mail server, and who is known there. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `tls`: from the first byte. `starttls`: required. `offered`: where the server offers it. */
  security: MailSecurity;
  /** '': nobody logs in. */
  username: string;
  password: string;
  /** '': told by the user name or the host. */
  sender: string;
  /** The address that it was read from, which may say more. */
  url?: string;
}

const PORTS = { tls: 465, offered: 587 } as const;

/** The mail server of `smtp(s)://user:password@host:port`. */
export function smtpServerOf(smtpUrl: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const security = protocol === 'smtps:' ? 'tls' : 'offered';
  return {
    ...{ host: hostname, port: port === '' ? PORTS[security] : Number(port), security },
    ...{ username: decodeURIComponent(username), password: decodeURIComponent(password), sender: '' },
    url: smtpUrl,
  };
}

/** A sender that the mail server accepts: the account's own address, where its name is one. */
function senderOf({ sender, username, host }: SmtpServer): string {
  if (sender !== '') return sender;
  return username.includes('@') ? username : `telltale@${host}`;
}

const messageIdOf = (key: string, sender: string) => `<${key}@${sender.split('@').at(-1)}>`;

/**
 * Mails by SMTP. A connection takes one mail after another: to greet, encrypt and log in takes longer than to hand a mail over.
 * @param portalName whom mails come from, by name
 */
export function smtpMailer(server: SmtpServer, portalName: () => string = () => PRODUCT): Mailer {
  const { host, port, security, username, password } = server;
  const to = {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
  };
  const auth = username === '' ? {} : { auth: { user: username, pass: password } };
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const pool = { pool: true, maxConnections: CONNECTIONS, idleTimeout: IDLE_MS } as const;
  const transport = createTransport({
    ...(server.url === undefined ? { ...to, ...auth } : { url: server.url }),
    ...limits,
    ...pool,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const address = senderOf(server);
  return {
    async send({ to, subject, text, key }) {
      const from = { name: portalName(), address };
      const id = key === undefined ? {} : { messageId: messageIdOf(key, from.address) };
      const signal = AbortSignal.timeout(SEND_MS);
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal, ...id });
    },
    close: () => transport.close({ force: true }),
  };
}

/**
 * Without a mail server: each mail is a file in the data folder, for whoever runs the portal to pass on.
 * @param portalName whom mails come from, by name
 */
export function outboxMailer(folder: string, portalName: () => string = () => PRODUCT): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ to, subject, text, key, madeMs }) {
      const from = { name: portalName(), address: 'telltale@localhost' };
      const id = key === undefined ? {} : { messageId: messageIdOf(key, from.address) };
      const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text, ...id });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const made = new Date(madeMs ?? Date.now()).toISOString().replaceAll(':', '-');
      const unique = `${made}-${key ?? randomUUID().slice(0, 8)}`;
      const name = `${key === undefined || madeMs !== undefined ? unique : `alert-${key}`}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => transport.close(),
  };
}
