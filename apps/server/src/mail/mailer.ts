import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSecurity } from '@telltale/contract';
import { createTransport } from 'nodemailer';
import type { Log } from '#config/log.ts';
import { refusedAddress } from './refused-address.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same key again is the same mail: by its message id over SMTP, by the name of its file in the outbox. */
  key?: string;
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
    async send({ to, subject, text, key }) {
      const from = { name: portalName(), address: 'telltale@localhost' };
      const id = key === undefined ? {} : { messageId: messageIdOf(key, from.address) };
      const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text, ...id });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unique = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
      const name = `${key === undefined ? unique : `alert-${key}`}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => transport.close(),
  };
}

const TRIES = 4;
const FIRST_WAIT_MS = 2_000;

/** What became of a mail. */
export interface Delivery {
  readonly isTaken: boolean;
  /** What the mail server said of an address that it does not know. */
  readonly refusal?: string;
}

/**
 * Hands mails to a mailer in the background, one after another, and tries again when it fails and may yet succeed: whoever causes a mail never
 * waits for a mail server, nor hears from its delay whether there was one to send. What cannot be sent is logged without
 * its text, which may hold a link that lets in.
 */
export class MailQueue {
  readonly #mailer: Mailer;
  readonly #log: Log;
  readonly #firstWaitMs: number;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;
  #endWait: (() => void) | undefined;

  constructor(mailer: Mailer, log: Log, firstWaitMs = FIRST_WAIT_MS) {
    this.#mailer = mailer;
    this.#log = log;
    this.#firstWaitMs = firstWaitMs;
  }

  add(mail: Mail): void {
    void this.deliver(mail);
  }

  /** The same for who shows what became of it: resolves, much later perhaps. */
  deliver(mail: Mail): Promise<Delivery> {
    this.#waiting++;
    const delivered = this.#last.then(() => this.#deliver(mail)).finally(() => this.#waiting--);
    this.#last = delivered.then(() => undefined);
    return delivered;
  }

  /** Mails that were neither sent nor given up yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves once everything that was added has been sent or given up. */
  idle(): Promise<void> {
    return this.#last;
  }

  /** Tries once what is waiting, and ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endWait?.();
    await this.#last;
    this.#mailer.close();
  }

  async #deliver(mail: Mail): Promise<Delivery> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#mailer.send(mail);
        return { isTaken: true };
      } catch (error) {
        const refusal = refusedAddress(error);
        const isOver = attempt === TRIES || this.#isClosed || refusal !== undefined;
        this.#log.warn({ err: error, subject: mail.subject, attempt }, isOver ? 'a mail was given up' : 'a mail waits');
        if (isOver) return refusal === undefined ? { isTaken: false } : { isTaken: false, refusal };
        await this.#wait(this.#firstWaitMs * 4 ** (attempt - 1));
      }
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
