import { type AlarmDefinitionId, type AssetId, type alertAnswers, permissionId, type UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, HttpError, notFound } from '#http/errors.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import type { AnswerLinks } from './answer-link.ts';
import { type AnswerableMessage, AnswerRepository, type ToldAlarm } from './answer-repository.ts';

/** How an alarm is at this moment; undefined: it was never raised. */
export type AlarmNow = (
  assetId: AssetId,
  alarmDefinitionId: AlarmDefinitionId,
) => { status: number | null; raisedMs: number; shelvedUntilMs: number | null; acknowledgedBy: string } | undefined;

/** Acknowledges what is still open of these; does nothing to what was raised anew since. */
export type Acknowledge = (caller: Caller, alarms: readonly ToldAlarm[], note: string) => Promise<unknown>;

export interface AnswerServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: AnswerRepository;
  links: AnswerLinks;
  /** What a user may do and see at this moment; undefined: there is no such user. */
  rightsOf: (userId: UserId) => Promise<Omit<Caller, 'authId' | 'proof'> | undefined>;
  alarmNow: AlarmNow;
  acknowledge: Acknowledge;
  clock: Clock;
  limits: RateLimits;
}

/** From where, and with which session if there is one. */
export interface Visitor {
  address: string;
  caller: Caller | undefined;
}

interface Opened {
  message: AnswerableMessage;
  caller: Caller;
  way: alertAnswers.AlertAnswer['way'];
  state: alertAnswers.AlertAnswer['state'];
  alarms: ToldAlarm[];
}

const VALID_MS = 7 * 24 * 3_600_000;
const MOST_LOOKS = 60;
const LOOKS_WINDOW_MS = 10 * 60_000;
const ACKNOWLEDGED = 2;
const ALARMS_VIEW = permissionId('Alarms', 'View');
const ALARMS_MODIFY = permissionId('Alarms', 'Modify');
const NOTES = { link: 'By the link in a message.', session: 'From the page of a message.' } as const;

/** Acknowledging from a message: by the session that is there, or by the link alone, which counts once. */
export class AnswerService {
  readonly #options: AnswerServiceOptions;
  readonly #limit: RateLimit;

  constructor(options: AnswerServiceOptions) {
    this.#options = options;
    this.#limit = options.limits.of('links in messages tried from an address', MOST_LOOKS, LOOKS_WINDOW_MS);
  }

  /** @throws HttpError 404 for what is no link of this portal, 429 after too many */
  async look(link: string, visitor: Visitor): Promise<alertAnswers.AlertAnswer> {
    return this.#replyOf(await this.#open(link, visitor));
  }

  /** @throws HttpError as `look`; 409 for a link that was used or has expired, 403 for who may not acknowledge */
  async acknowledge(link: string, visitor: Visitor): Promise<alertAnswers.AlertAnswer> {
    const opened = await this.#open(link, visitor);
    const { message, caller, way, state } = opened;
    if (state === 'used') throw conflict('This link was used already.');
    if (state === 'expired') throw conflict('This link has expired.');
    if (state === 'refused') throw forbidden('You may not acknowledge these alarms any more.');
    const open = opened.alarms.filter((alarm) => this.#stateOf(alarm).state === 'open');
    if (open.length > 0) await this.#options.acknowledge(caller, open, NOTES[way]);
    if (way === 'link' && open.length > 0) await this.#use(message, caller);
    return this.#replyOf(opened);
  }

  /** After it took effect: who is cut off in between can press again, and finds it acknowledged. */
  async #use({ messageId, userId }: AnswerableMessage, caller: Caller): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      if (!(await unit.of(AnswerRepository).use(messageId, this.#options.clock.now()))) return;
      unit.note({ kind: 'alarm', what: 'link of a message used to acknowledge', after: { messageId, userId } });
    });
  }

  async #open(link: string, { address, caller: session }: Visitor): Promise<Opened> {
    const { repository, links, rightsOf, clock } = this.#options;
    const seconds = this.#limit.take(address);
    if (seconds > 0) {
      const headers = { 'Retry-After': String(seconds) };
      throw new HttpError(429, 'too-many', 'Too many links were tried. Try again later.', { headers });
    }
    const message = await repository.find(links.messageOf(link));
    if (!message || !links.isSigned(link, message.userId)) throw notFound('The message of this link');
    const told = await repository.listAlarms(message.messageId);
    if (session && session.proof !== 'token' && mayAnswer(session, told)) {
      return { message, caller: session, way: 'session', state: 'ready', alarms: told };
    }
    const rights = await rightsOf(message.userId);
    if (!rights) throw notFound('The message of this link');
    const caller: Caller = { ...rights, authId: 'link in an alert', proof: 'token', address };
    const seen = told.filter(({ assetId }) => holds(caller, ALARMS_VIEW) && caller.visibility.canSee(assetId));
    const opened = { message, caller, way: 'link' as const };
    if (clock.now() - message.createdMs > VALID_MS) return { ...opened, state: 'expired', alarms: [] };
    if (message.answeredMs !== null) return { ...opened, state: 'used', alarms: seen };
    return { ...opened, state: mayAnswer(caller, seen) ? 'ready' : 'refused', alarms: seen };
  }

  #stateOf({ assetId, alarmDefinitionId, occurrenceMs }: ToldAlarm) {
    const now = this.#options.alarmNow(assetId, alarmDefinitionId);
    if (!now || now.status === null || now.raisedMs !== occurrenceMs) return { state: 'ended' as const, by: '' };
    if (now.status === ACKNOWLEDGED) return { state: 'acknowledged' as const, by: now.acknowledgedBy };
    return { state: now.shelvedUntilMs === null ? ('open' as const) : ('shelved' as const), by: '' };
  }

  #replyOf({ caller, way, state, alarms }: Opened): alertAnswers.AlertAnswer {
    return {
      username: caller.username,
      way,
      state,
      alarms: alarms.map((alarm) => ({
        assetId: alarm.assetId,
        asset: alarm.asset,
        alarmDefinitionId: alarm.alarmDefinitionId,
        name: alarm.name,
        reason: alarm.reason,
        severity: alarm.severity,
        raised: new Date(alarm.occurrenceMs).toISOString(),
        ...this.#stateOf(alarm),
      })),
    };
  }
}

/** Whether somebody may acknowledge these, each of them. */
function mayAnswer(caller: Caller, alarms: readonly ToldAlarm[]): boolean {
  if (caller.readOnly || !holds(caller, ALARMS_MODIFY) || alarms.length === 0) return false;
  return alarms.every(({ assetId }) => caller.visibility.canSee(assetId));
}
