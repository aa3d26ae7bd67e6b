import type { EpochMs, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { pause } from '#pause.ts';
import { randomToken } from '#random-token.ts';
import { SealBrokenError, type SecretBox } from '#secret-box.ts';
import { type MailAbout, MailRepository, type MailTrouble, type StoredMail } from './mail-repository.ts';
import type { Mailer } from './mailer.ts';
import { smtpProblem } from './smtp-problem.ts';
import { GIVEN_UP_AFTER_MS, nextAttempt, OtherSide } from './try-again.ts';

/** A mail that is to be sent. */
export interface Letter {
  /** Whose it is: it is not sent any more once the account is deleted. */
  userId: UserId;
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Of no use from then on. */
  goodUntilMs?: EpochMs | undefined;
  /** What it tells of: whoever follows that kind hears what becomes of it. */
  about?: MailAbout;
  /** The same id again is the same mail, and goes once. */
  mailId?: string;
}

/** What became of an attempt to send a mail. */
export type MailNews =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly problem: string; readonly nextMs: EpochMs }
  /** `refusal`: what the mail server said of an address that it does not know. */
  | { readonly kind: 'failed'; readonly problem: string; readonly refusal?: string | undefined };

/** Writes down with what a mail tells of what became of it. */
type Follow = (unit: Work, mail: Pick<StoredMail, 'to'> & { about: MailAbout }, news: MailNews) => Promise<void>;

export interface MailPostOptions {
  work: UnitOfWork;
  mailer: Mailer;
  box: Pick<SecretBox, 'seal' | 'unseal'>;
  clock: Clock;
  log: Log;
  /** Whether it is this process that sends mails: of several nodes one does. */
  maySend?: () => boolean;
}

const TOO_LATE = 'It was of no use any more by the time that it could be sent.';
const UNREADABLE = 'It was sealed with another key than that of the data folder.';
const SILENT = 'The mail server does not answer.';
/** A stop waits for so long. */
const LEFT_AFTER_MS = 3_000;
const SETTLED_AGAIN_MS = 1_000;
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/**
 * The portal's mails, but for alerts, which have a record of their own. A mail is kept with what causes it, and sent in the
 * background, one after another: whoever causes one never waits for a mail server, nor hears from its delay whether there was one to
 * send. One that is not taken is tried again for a day. What is logged leaves its text out, which may hold a link that lets in.
 */
export class MailPost {
  readonly #options: MailPostOptions;
  readonly #side: OtherSide;
  readonly #follows = new Map<MailAbout['kind'], Follow>();
  /** Who waits for what becomes of a mail. */
  readonly #waiting = new Map<string, (isSent: boolean) => void>();
  readonly #closing = new AbortController();
  #turn: Promise<void> = Promise.resolve();
  #isStarted = false;
  #number = 0;

  constructor(options: MailPostOptions) {
    this.#options = options;
    this.#side = new OtherSide(options.clock, options.log, 'mails');
  }

  /** From here on mails are sent: it is known by now where they go. */
  start(): void {
    this.#isStarted = true;
    this.#wake();
  }

  /** To be called before it is started. */
  follow(kind: MailAbout['kind'], follow: Follow): void {
    this.#follows.set(kind, follow);
  }

  /**
   * Takes a mail in with what causes it: both are kept, or neither.
   * @returns its id
   */
  async add(unit: Work, letter: Letter): Promise<string> {
    const { box, clock } = this.#options;
    const { userId, to, subject, text, goodUntilMs = null, about } = letter;
    // By its number mails of the same millisecond go in their order.
    const mailId = letter.mailId ?? `${String(++this.#number).padStart(6, '0')}-${randomToken()}`;
    const createdMs = clock.now();
    const mail = { mailId, userId, about, to, subject, sealed: box.seal(text, mailId), attempts: 0 };
    await unit.of(MailRepository).insert({ ...mail, createdMs, goodUntilMs });
    unit.afterCommit(() => this.#wake());
    return mailId;
  }

  /** Resolves with whether a mail was sent, much later perhaps. To be called as soon as it was taken in. */
  outcomeOf(mailId: string): Promise<boolean> {
    return new Promise((resolve) => this.#waiting.set(mailId, resolve));
  }

  /** Sends what is due, as far as somebody takes it. */
  turn(): Promise<void> {
    this.#turn = this.#turn.catch(() => undefined).then(() => this.#sendDue());
    return this.#turn;
  }

  /** Mails go elsewhere by now: all that waits is tried at once. */
  async hurry(): Promise<void> {
    const { work, clock } = this.#options;
    if (!this.#isStarted) return;
    this.#side.forget();
    await work.run(portalActor, (unit) => unit.of(MailRepository).hurry(clock.now()));
    this.#wake();
  }

  trouble(): Promise<MailTrouble> {
    const { work, clock } = this.#options;
    return work.committed.of(MailRepository).trouble(clock.now() - REMEMBERED_MS);
  }

  async forgetOld(): Promise<void> {
    const beforeMs = this.#options.clock.now() - REMEMBERED_MS;
    await this.#options.work.run(portalActor, (unit) => unit.of(MailRepository).deleteGivenUpBefore(beforeMs));
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<void> {
    return this.#turn.catch(() => undefined);
  }

  /** Waits a little for what is on its way; what waits is sent after the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    const left = new AbortController();
    await Promise.race([this.idle(), pause(LEFT_AFTER_MS, left.signal)]);
    left.abort();
    this.#options.mailer.close();
  }

  #wake(): void {
    this.turn().catch((error: unknown) => this.#options.log.error({ err: error }, 'mails wait'));
  }

  async #sendDue(): Promise<void> {
    const { work, clock, maySend } = this.#options;
    const mails = work.committed.of(MailRepository);
    if (!this.#isStarted) return;
    if (maySend?.() === false) return this.#askElsewhere(mails);
    while (!this.#closing.signal.aborted && !this.#side.isResting) {
      const mail = await mails.findDue(clock.now());
      if (mail === undefined) return;
      await this.#settle(mail, await this.#send(mail));
    }
  }

  /** What became of mails that somebody waits for here, and another node sends. */
  async #askElsewhere(mails: MailRepository): Promise<void> {
    if (this.#waiting.size === 0) return;
    const states = await mails.statesOf([...this.#waiting.keys()]);
    for (const mailId of [...this.#waiting.keys()]) {
      const state = states.get(mailId);
      if (state !== 'waiting') this.#tell(mailId, state === undefined);
    }
  }

  async #send({ mailId, to, subject, sealed, attempts, createdMs, goodUntilMs }: StoredMail): Promise<MailNews> {
    const { mailer, box, clock, log } = this.#options;
    // After a long outage, or from a backup, nobody is told what is old.
    const lastMs = Math.min(createdMs + GIVEN_UP_AFTER_MS, goodUntilMs ?? Number.POSITIVE_INFINITY);
    if (clock.now() >= lastMs) return { kind: 'failed', problem: TOO_LATE };
    const wasDown = this.#side.isDown;
    try {
      await mailer.send({ to, subject, text: box.unseal(sealed, mailId), key: mailId, madeMs: createdMs });
      this.#side.answered();
      if (wasDown) await this.hurry();
      return { kind: 'sent' };
    } catch (error) {
      if (error instanceof SealBrokenError) return { kind: 'failed', problem: UNREADABLE };
      const { said, isRefused, isDown } = smtpProblem(error);
      const problem = said === undefined ? SILENT : `The mail server said: ${said}`;
      if (isDown) this.#side.failed((error as Error).message);
      else this.#side.answered();
      const nextMs = isRefused ? undefined : nextAttempt(attempts + 1, createdMs, clock.now());
      const isOver = nextMs === undefined || nextMs >= lastMs;
      const tried = { err: error, subject, attempt: attempts + 1 };
      log.warn(tried, isOver ? 'a mail was given up' : 'a mail waits');
      if (isOver) return { kind: 'failed', problem, refusal: isRefused ? said : undefined };
      return { kind: 'again', problem, nextMs };
    }
  }

  /** Nothing else is sent until it is known of this one what became of it: a mail that was taken does not go again. */
  async #settle(mail: StoredMail, news: MailNews): Promise<void> {
    const { work, log } = this.#options;
    for (;;) {
      try {
        await work.run(portalActor, (unit) => this.#note(unit, mail, news));
        break;
      } catch (error) {
        log.error({ err: error, mailId: mail.mailId }, 'what became of a mail could not be kept yet');
        if (this.#closing.signal.aborted) return;
        await pause(SETTLED_AGAIN_MS, this.#closing.signal);
      }
    }
    if (news.kind !== 'again') this.#tell(mail.mailId, news.kind === 'sent');
  }

  async #note(unit: Work, { mailId, to, about, attempts }: StoredMail, news: MailNews): Promise<void> {
    const mails = unit.of(MailRepository);
    if (news.kind === 'sent') await mails.delete(mailId);
    else if (news.kind === 'failed') await mails.giveUp(mailId, news.problem, this.#options.clock.now());
    else await mails.postpone(mailId, { attempts: attempts + 1, nextMs: news.nextMs, problem: news.problem });
    if (about) await this.#follows.get(about.kind)?.(unit, { to, about }, news);
  }

  #tell(mailId: string, isSent: boolean): void {
    this.#waiting.get(mailId)?.(isSent);
    this.#waiting.delete(mailId);
  }
}
