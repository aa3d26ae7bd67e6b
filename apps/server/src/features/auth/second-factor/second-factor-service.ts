import { type AdminId, auth, type secondFactor, type UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, HttpError, notFound } from '#http/errors.ts';
import type { Actor, Journal } from '#journal/journal.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import { SealBrokenError, type SecretBox } from '#secret-box.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { type SecondFactorRecord, SecondFactorRepository } from './second-factor-repository.ts';
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts';

/** Codes that may be tried for one account, wherever they come from: with three valid ones of a million, years of guessing. */
const TRIES = 10;
const TRIES_WINDOW_MS = 15 * 60_000;
const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

interface FactorUser {
  userId: UserId;
  username: string;
  adminId: AdminId;
}

interface Parts {
  work: UnitOfWork;
  repository: SecondFactorRepository;
  users: { find(unit: Work, userId: UserId): Promise<FactorUser | undefined> };
  /** @throws HttpError 404 for a user whom the caller may not know of, 403 for one who may do or see more */
  requireSubject: (caller: Caller, userId: UserId, unit: Work) => Promise<void>;
  box: SecretBox;
  /** What the portal is called. */
  portalName: () => string;
  journal: Journal;
  clock: Clock;
  limits: RateLimits;
}

/** Codes of an authenticator app (TOTP, RFC 6238) beside the password, for users who turn it on. */
export class SecondFactorService {
  readonly #parts: Parts;
  readonly #tries: RateLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tries = parts.limits.of('codes of a user', TRIES, TRIES_WINDOW_MS);
  }

  async stateOf(userId: UserId): Promise<secondFactor.SecondFactor> {
    const { repository } = this.#parts;
    const since = (await repository.find(userId))?.confirmedMs;
    if (since === undefined) return { enabled: false, since: null, recoveryCodesLeft: 0 };
    const recoveryCodesLeft = await repository.countRecoveryCodes(userId);
    return { enabled: true, since: new Date(since).toISOString(), recoveryCodesLeft };
  }

  /**
   * A new secret for the caller, which asks for nothing until a code confirms it.
   * @throws HttpError 409 when the second factor is on
   */
  async begin(caller: Caller): Promise<{ secret: string; uri: string }> {
    const { work, box, portalName } = this.#parts;
    const secret = newTotpSecret();
    await work.run(caller, async (unit) => {
      const factors = unit.of(SecondFactorRepository);
      if (isOn(await factors.find(caller.userId))) throw conflict('Two-step login is on already. Turn it off first.');
      await factors.replaceUnconfirmed(caller.userId, box.seal(secret, ownerOf(caller.userId)));
    });
    return { secret, uri: totpUri(secret, caller.username, portalName()) };
  }

  /**
   * Turns the second factor on.
   * @returns the recovery codes, which are kept nowhere else
   * @throws HttpError 400 for a code that is wrong, 409 when there is nothing to confirm
   */
  async confirm(caller: Caller, code: string): Promise<string[]> {
    const { work, clock } = this.#parts;
    const codes = newRecoveryCodes();
    await work.run(caller, async (unit) => {
      const factors = unit.of(SecondFactorRepository);
      const record = await factors.find(caller.userId);
      if (!record || isOn(record)) throw conflict('There is no set-up of two-step login to confirm.');
      if (!(await this.#useTotp(caller.userId, record, code, factors))) {
        throw badRequest('This code is wrong. Look whether the clock of the device is right.', { field: 'code' });
      }
      await factors.confirm(caller.userId, clock.now());
      await factors.replaceRecoveryCodes(caller.userId, codes);
      unit.note({ kind: 'access', what: 'two-step login turned on' });
    });
    return codes;
  }

  /** @throws HttpError 409 when the second factor is off */
  async renewRecoveryCodes(caller: Caller): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.#parts.work.run(caller, async (unit) => {
      const factors = unit.of(SecondFactorRepository);
      if (!isOn(await factors.find(caller.userId))) throw conflict('Two-step login is off.');
      await factors.replaceRecoveryCodes(caller.userId, codes);
      unit.note({ kind: 'access', what: 'recovery codes renewed' });
    });
    return codes;
  }

  async removeOwn(caller: Caller): Promise<void> {
    const what = 'two-step login turned off';
    await this.#parts.work.run(caller, (unit) => remove(unit, caller.userId, what));
  }

  /**
   * For a user who lost both app and recovery codes. Whoever may take the factor away may no more than log in with it
   * gone, so the user must not be able to do more than the caller (as with reset links).
   * @throws HttpError 404 for users whom the caller may not know of, 403 for those who may do or see more
   */
  async removeOf(caller: Caller, userId: UserId): Promise<void> {
    const { work, users, requireSubject } = this.#parts;
    await work.run(caller, async (unit) => {
      await requireSubject(caller, userId, unit);
      const user = await users.find(unit, userId);
      if (!user) throw notFound('The user');
      await remove(unit, userId, `two-step login of ${user.username} turned off`);
    });
  }

  /** Removes the factor of a user by the command line, for the last administrator who is locked out. */
  async removeByOperator(user: FactorUser, by: Actor): Promise<void> {
    await this.#parts.work.run(by, (unit) =>
      remove(unit, user.userId, `two-step login of ${user.username} turned off`),
    );
  }

  /** Whether logging in asks for a code. */
  async isOn(userId: UserId): Promise<boolean> {
    return isOn(await this.#parts.repository.find(userId));
  }

  /**
   * Lets a user pass whose password was right: nothing happens when the factor is off.
   * @param code of the app, or a recovery code; each counts once
   * @throws HttpError 403 in plain text with the code `second-factor-needed` or `second-factor-wrong`; Retry-After
   * after too many wrong ones
   */
  async demand(user: FactorUser, code: string | undefined, address: string): Promise<void> {
    const { repository, journal } = this.#parts;
    const record = await repository.find(user.userId);
    if (record?.confirmedMs === undefined) return;
    if (code === undefined || code.trim() === '') throw needed();
    const waitSeconds = this.#tries.take(String(user.userId));
    if (waitSeconds > 0) throw wrong('Too many wrong codes. Try again later.', waitSeconds);
    const by = { name: user.username, userId: user.userId, adminId: user.adminId, address };
    const recoveryCode = readRecoveryCode(code);
    if (recoveryCode !== undefined) {
      if (!(await repository.takeRecoveryCode(user.userId, recoveryCode))) throw await this.#refuse(by);
      await journal.append({ kind: 'session', what: 'recovery code used', by });
    } else if (!(await this.#useTotp(user.userId, record, code))) {
      throw await this.#refuse(by);
    }
    this.#tries.giveBack(String(user.userId));
  }

  async #refuse(by: Actor): Promise<HttpError> {
    await this.#parts.journal.append({ kind: 'session', what: 'login code refused', by });
    return wrong('This code is wrong, or was used already. Wait for the next one.');
  }

  async #useTotp(
    userId: UserId,
    record: SecondFactorRecord,
    code: string,
    factors = this.#parts.repository,
  ): Promise<boolean> {
    const step = totpStepOf(this.#unseal(userId, record), code, this.#parts.clock.now());
    return step !== undefined && factors.useStep(userId, step);
  }

  #unseal(userId: UserId, record: SecondFactorRecord): string {
    try {
      return this.#parts.box.unseal(record.sealedSecret, ownerOf(userId));
    } catch (cause) {
      if (!(cause instanceof SealBrokenError)) throw cause;
      const text = 'The codes of this account cannot be checked: secret.key is not the one they were set up with.';
      throw new HttpError(403, auth.SECOND_FACTOR_WRONG, `${text} Use a recovery code.`, {
        headers: PLAIN_TEXT,
        cause,
      });
    }
  }
}

const isOn = (record: SecondFactorRecord | undefined) => record?.confirmedMs !== undefined;

async function remove(unit: Work, userId: UserId, what: string): Promise<void> {
  const factors = unit.of(SecondFactorRepository);
  const wasOn = isOn(await factors.find(userId));
  await factors.delete(userId);
  if (wasOn) unit.note({ kind: 'access', what });
}

const ownerOf = (userId: UserId) => `second factor of user ${userId}`;

const needed = () =>
  new HttpError(403, auth.SECOND_FACTOR_NEEDED, 'Enter the code of your authenticator app.', {
    headers: PLAIN_TEXT,
  });

function wrong(message: string, waitSeconds?: number): HttpError {
  const headers = waitSeconds === undefined ? PLAIN_TEXT : { ...PLAIN_TEXT, 'Retry-After': String(waitSeconds) };
  return new HttpError(403, auth.SECOND_FACTOR_WRONG, message, { headers });
}
