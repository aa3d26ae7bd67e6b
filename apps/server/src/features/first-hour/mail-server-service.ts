import { createHash } from 'node:crypto';
import {
  type BodyOf,
  type firstHour,
  type MailServer,
  type MailServerInput,
  mailSecurities,
  type ReplyOf,
} from '@telltale/contract';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict } from '#http/errors.ts';
import type { MailRoute } from '#mail/mail-route.ts';
import { type Mailer, type SmtpServer, smtpMailer, smtpServerOf } from '#mail/mailer.ts';
import type { News } from '#news/news.ts';
import { SealBrokenError, type SecretBox } from '#secret-box.ts';
import { requireFirstUnit } from './first-hour-service.ts';
import { mailFailureText } from './mail-failure.ts';
import { PortalSettingRepository } from './portal-setting-repository.ts';

const SETTING = 'mail server';
/** The stored password belongs to it and cannot be moved elsewhere. */
const OWNER = 'mail server';

const storedSchema = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(mailSecurities),
  username: z.string(),
  /** Null: there is none. */
  sealedPassword: z.string().nullable(),
  sender: z.string(),
});
type Stored = z.infer<typeof storedSchema>;

const UNREADABLE =
  'the password of the mail server cannot be read: secret.key is not the one it was sealed with. Mails are files until it is typed again on the page First hour';

const NONE: MailServer = {
  ...{ source: 'none', host: '', port: 587, security: 'starttls', username: '' },
  ...{ hasPassword: false, sender: '', version: '' },
};

interface Parts {
  work: UnitOfWork;
  box: Pick<SecretBox, 'seal' | 'unseal'>;
  /** TELLTALE_SMTP_URL: it wins over what is stored. */
  smtpUrl: string | undefined;
  route: MailRoute;
  news: News['settings'];
  /** Whom mails come from, by name. */
  portalName: () => string;
  log: Pick<Log, 'error'>;
}

/** The mail server: that of the environment, or the one that an administrator has set. */
export class MailServerService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lets mails go to the stored server, at the start: a password that cannot be read keeps no portal from starting. */
  async load(): Promise<void> {
    const { work, smtpUrl, route, log } = this.#parts;
    if (smtpUrl !== undefined) return;
    const stored = await work.committed.of(PortalSettingRepository).find(SETTING, storedSchema);
    const server = stored && this.#opened(stored);
    route.use(server && this.#mailer(server));
    if (stored && !server) log.error({ host: stored.host }, UNREADABLE);
  }

  async read(caller: Caller): Promise<MailServer> {
    requireFirstUnit(caller);
    const { work, smtpUrl } = this.#parts;
    if (smtpUrl !== undefined) {
      const { password, url: _url, ...server } = smtpServerOf(smtpUrl);
      return { ...server, source: 'environment', hasPassword: password !== '', version: '' };
    }
    const stored = await work.committed.of(PortalSettingRepository).find(SETTING, storedSchema);
    return stored ? this.#shown(stored) : NONE;
  }

  /** @throws HttpError 409 where the environment names the server, or somebody else has named another one meanwhile */
  async save(caller: Caller, body: BodyOf<typeof firstHour.saveMailServer>): Promise<MailServer> {
    requireFirstUnit(caller);
    const { server, expectedVersion } = body;
    const { work, smtpUrl, route } = this.#parts;
    if (smtpUrl !== undefined) {
      throw conflict(
        'TELLTALE_SMTP_URL names the mail server. Take it out of the environment to set another one here.',
      );
    }
    return work.run(caller, async (unit) => {
      const settings = unit.of(PortalSettingRepository);
      const before = await settings.find(SETTING, storedSchema);
      const stands = before ? this.#shown(before) : NONE;
      if (expectedVersion !== undefined && expectedVersion !== stands.version) {
        throw conflict('Somebody else has changed the mail server meanwhile.', { mailServer: stands });
      }
      const stored = server === null ? undefined : this.#sealed(server, before);
      await settings.save(SETTING, stored);
      const after = stored ? described(stored) : NONE;
      unit.note({
        ...{ kind: 'configuration', what: stored ? 'mail server set' : 'mail server taken away' },
        ...{ before: before ? described(before) : null, after },
      });
      const next = stored && this.#opened(stored);
      unit.afterCommit(() => route.use(next && this.#mailer(next)));
      unit.tell(this.#parts.news, { setting: 'mail server' });
      return after;
    });
  }

  /** Sends one mail, by a server that need not be stored yet, and says what became of it. */
  async test(
    caller: Caller,
    { to, server }: BodyOf<typeof firstHour.testMailServer>,
  ): Promise<ReplyOf<typeof firstHour.testMailServer>> {
    requireFirstUnit(caller);
    const { work, portalName } = this.#parts;
    const asked = await this.#toTest(server);
    if (!asked) return { isSent: false, problem: 'There is no mail server yet: name one first.' };
    const mailer = this.#mailer(asked);
    const problem = await mailer
      .send({
        to,
        subject: `Test mail from ${portalName()}`,
        text: `This mail server takes the mails of ${portalName()}.\n\n${caller.username} has asked for this mail. Nothing needs to be done.\n`,
      })
      .then(
        () => null,
        (error: unknown) => mailFailureText(error, asked),
      );
    mailer.close();
    await work.run(caller, async (unit) => {
      const what = problem === null ? 'test mail sent' : 'test mail not taken';
      unit.note({ kind: 'configuration', what, after: { to, host: asked.host, port: asked.port, problem } });
    });
    return { isSent: problem === null, problem };
  }

  async #toTest(input: MailServerInput | undefined): Promise<SmtpServer | undefined> {
    const { work, smtpUrl } = this.#parts;
    if (smtpUrl !== undefined) return smtpServerOf(smtpUrl);
    const stored = await work.committed.of(PortalSettingRepository).find(SETTING, storedSchema);
    if (input === undefined) return stored && this.#opened(stored);
    return this.#opened(this.#sealed(input, stored));
  }

  #shown(stored: Stored): MailServer {
    return this.#opened(stored) ? described(stored) : { ...described(stored), source: 'none', hasPassword: false };
  }

  #mailer(server: SmtpServer): Mailer {
    return smtpMailer(server, this.#parts.portalName);
  }

  /** A stored password goes where it was given for, in the way it was given for, and nowhere else. */
  #sealed({ password, ...server }: MailServerInput, before: Stored | undefined): Stored {
    if (password !== undefined) {
      return { ...server, sealedPassword: password === '' ? null : this.#parts.box.seal(password, OWNER) };
    }
    if (server.username === '') return { ...server, sealedPassword: null };
    const isSame =
      before?.host === server.host &&
      before.port === server.port &&
      before.username === server.username &&
      before.security === server.security;
    if (before && isSame && this.#opened(before)) return { ...server, sealedPassword: before.sealedPassword };
    throw badRequest('The password is needed again for another server, user or encryption.', { field: 'password' });
  }

  /** Undefined: the password was sealed with another key than that of the data folder. */
  #opened({ sealedPassword, ...server }: Stored): SmtpServer | undefined {
    if (sealedPassword === null) return { ...server, password: '' };
    try {
      return { ...server, password: this.#parts.box.unseal(sealedPassword, OWNER) };
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }
}

function described(stored: Stored): MailServer {
  const { sealedPassword, ...server } = stored;
  const { host, port, security, username, sender } = server;
  const told = JSON.stringify([host, port, security, username, sender, sealedPassword]);
  // The same password is sealed anew each time: what it was changed into shows in nothing else.
  const version = createHash('sha256').update(told).digest('hex').slice(0, 16);
  return { ...server, source: 'stored', hasPassword: sealedPassword !== null, version };
}
