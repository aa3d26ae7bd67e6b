import { type AdminId, auth, type UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError, unauthorized } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { HashingBusyError, isTooLong, type Passwords } from './passwords.ts';
import type { SecondFactorService } from './second-factor/second-factor-service.ts';
import type { SessionService, StartedSession, StillStands } from './session-service.ts';

const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
const WRONG = 'Wrong user name or password.';
const TOO_MANY = 'Too many wrong logins. Try again later.';
const BUSY_WAIT_SECONDS = 5;

/** The login page shows the text of a 403 as it is (spec 2 §8). */
const refused = (message: string, headers: Record<string, string> = {}) =>
  new HttpError(403, 'login-refused', message, { headers: { ...PLAIN_TEXT, ...headers } });

/** Also for who was deleted, or got another password, while it was looked at. */
export const loginRefused = () => refused(WRONG);

/** The session check answers 401 with a text (spec 3 §13). */
export const noSession = () => new HttpError(401, 'unauthorized', 'Login invalid or expired.', { headers: PLAIN_TEXT });

/** Users as the login needs them; the access feature has them. */
export interface LoginUsers {
  findByName(username: string): Promise<(LoginUser & { passwordHash: string | null }) | undefined>;
  /** As it is within a unit; undefined: there is no such user any more. */
  passwordHashOf(unit: Work, userId: UserId): Promise<string | null | undefined>;
}

export interface LoginUser {
  userId: UserId;
  username: string;
  adminId: AdminId;
}

export interface LoginOrigin {
  address: string;
  userAgent: string;
  /** The session token that the request carried: it ends with the new login, whoever set it. */
  earlierToken: string | undefined;
}

interface Parts {
  users: LoginUsers;
  passwords: Passwords;
  throttle: LoginThrottle;
  sessions: SessionService;
  secondFactors: SecondFactorService;
  journal: Journal;
  /** The form in which two names are the same account. */
  usernameKey: (username: string) => string;
}

/** Logging in and out. */
export class AuthService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Checks credentials and starts a session with a new authId.
   * @param code of the second factor, where the user has turned one on
   * @throws HttpError 403 with a plain text, and Retry-After when there were too many wrong ones
   */
  async login(
    credentials: BasicCredentials,
    code: string | undefined,
    origin: LoginOrigin,
  ): Promise<StartedSession & { userId: UserId }> {
    const { users, passwords, throttle, journal, usernameKey } = this.#parts;
    const key = usernameKey(credentials.username);
    const waitSeconds = throttle.waitSeconds(key, origin.address);
    if (waitSeconds > 0) throw slowDown(waitSeconds);
    throttle.attempted(key, origin.address);
    if (isTooLong(credentials.password)) throw loginRefused();
    const user = await users.findByName(credentials.username);
    if (!(await this.#isRight(passwords, credentials.password, user?.passwordHash)) || !user) {
      // An unknown name may be a password typed into the wrong field: it is not written down.
      const by = user ? { ...user, name: user.username } : { name: 'unknown' };
      await journal.append({ kind: 'session', what: 'login refused', by: { ...actor(by), address: origin.address } });
      throw loginRefused();
    }
    await this.#demandCode(user, code, origin.address);
    throttle.succeeded(key, origin.address);
    return {
      ...(await this.begin(user, origin, this.withPassword(user.userId, user.passwordHash))),
      userId: user.userId,
    };
  }

  /**
   * Starts a session for a user who has proved who they are; the session that they came with ends.
   * @param stillStands throws when what they proved it with does not stand any more
   * @param what for the journal: how they did
   */
  async begin(
    user: LoginUser,
    origin: LoginOrigin,
    stillStands: StillStands,
    what = 'logged in',
  ): Promise<StartedSession> {
    const { sessions, journal } = this.#parts;
    const started = await sessions.start(user.userId, origin, stillStands);
    const earlier = origin.earlierToken === undefined ? undefined : sessions.findByToken(origin.earlierToken);
    if (earlier) await sessions.end([earlier.authId]);
    const by = { ...actor({ ...user, name: user.username }), address: origin.address };
    await journal.append({ kind: 'session', what, by });
    return started;
  }

  /** What a password proved stands for as long as the account has this password. */
  withPassword(userId: UserId, passwordHash: string | null): StillStands {
    return async (unit) => {
      if ((await this.#parts.users.passwordHashOf(unit, userId)) !== passwordHash) throw loginRefused();
    };
  }

  /**
   * Somebody who is logged in proves anew who they are, slowed down as the login is.
   * @param code of the second factor, where it is on
   * @throws HttpError 403 when the password or the code is wrong, 409 when the account has no password
   */
  async prove(caller: Caller, password: string, code: string | undefined, address: string): Promise<void> {
    const { users, passwords, throttle, sessions, journal, usernameKey } = this.#parts;
    const key = usernameKey(caller.username);
    const waitSeconds = throttle.waitSeconds(key, address);
    if (waitSeconds > 0) {
      throw new HttpError(403, 'too-many', TOO_MANY, { headers: { 'Retry-After': String(waitSeconds) } });
    }
    const user = await users.findByName(caller.username);
    if (!user) throw unauthorized();
    const { passwordHash } = user;
    if (passwordHash === null) throw conflict('This account has no password. Set one with a reset link first.');
    throttle.attempted(key, address);
    if (isTooLong(password) || !(await this.#isRight(passwords, password, passwordHash))) {
      await journal.append({ kind: 'session', what: 'password refused', by: actorOf(caller, address) });
      throw new HttpError(403, 'wrong-password', 'This is not your password.');
    }
    await this.#demandCode(user, code, address);
    throttle.succeeded(key, address);
    if (!(await sessions.prove(caller.authId, this.withPassword(user.userId, passwordHash)))) throw unauthorized();
    await journal.append({ kind: 'session', what: 'proved anew', by: actorOf(caller, address) });
  }

  /** Ends a session and its live connection. */
  async logout(caller: Caller, address: string): Promise<void> {
    const { sessions, journal } = this.#parts;
    await sessions.end([caller.authId]);
    await journal.append({ kind: 'session', what: 'logged out', by: actorOf(caller, address) });
  }

  /** Ends one of the caller's own sessions; false when it is none of theirs. */
  async revoke(caller: Caller, authId: string): Promise<boolean> {
    const { sessions, journal } = this.#parts;
    if (!sessions.listOf(caller.userId).some((session) => session.authId === authId)) return false;
    await sessions.end([authId]);
    await journal.append({ kind: 'session', what: 'session ended', by: actorOf(caller) });
    return true;
  }

  /** A code that was not even given is no wrong guess. */
  async #demandCode(user: LoginUser, code: string | undefined, address: string): Promise<void> {
    const { secondFactors, throttle, usernameKey } = this.#parts;
    try {
      await secondFactors.demand(user, code, address);
    } catch (error) {
      const isOnlyAsked = error instanceof HttpError && error.code === auth.SECOND_FACTOR_NEEDED;
      if (isOnlyAsked) throttle.withdrawn(usernameKey(user.username), address);
      throw error;
    }
  }

  async #isRight(passwords: Passwords, password: string, hash: string | null | undefined): Promise<boolean> {
    try {
      return await passwords.verify(password, hash);
    } catch (error) {
      if (error instanceof HashingBusyError) throw slowDown(BUSY_WAIT_SECONDS);
      throw error;
    }
  }
}

function actor({ name, userId, adminId }: { name: string; userId?: UserId; adminId?: AdminId }) {
  return { name, ...(userId === undefined ? {} : { userId }), ...(adminId === undefined ? {} : { adminId }) };
}

function slowDown(seconds: number): HttpError {
  return refused(TOO_MANY, { 'Retry-After': String(seconds) });
}
