import type { EpochMs, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { MailsTable } from './mail-tables.ts';

/** The records that a mail tells of. */
export interface MailAbout {
  readonly kind: 'export';
  readonly id: string;
}

export interface StoredMail {
  mailId: string;
  userId: UserId;
  about: MailAbout | undefined;
  to: string;
  subject: string;
  sealed: string;
  attempts: number;
  createdMs: EpochMs;
  goodUntilMs: EpochMs | null;
}

/** How it is with what was not sent. */
export interface MailTrouble {
  /** Since when the oldest waits that was tried in vain; null: there is none. */
  readonly waitingSinceMs: EpochMs | null;
  /** Why it was not taken. */
  readonly problem: string | null;
  /** Mails that were given up in the last week. */
  readonly givenUp: number;
}

/** The mails that wait. One that was sent is there no more. */
export class MailRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The same id again changes nothing. */
  async insert({ mailId, userId, about, to, subject, createdMs, goodUntilMs, ...plain }: StoredMail): Promise<void> {
    await this.#db
      .insertInto('mails')
      .values({
        ...plain,
        mail_id: mailId,
        user_id: userId,
        about_kind: about?.kind ?? null,
        about_id: about?.id ?? null,
        to_address: storableText(to),
        subject: storableText(subject),
        state: 'waiting',
        created_ms: createdMs,
        next_ms: createdMs,
        good_until_ms: goodUntilMs,
        problem: '',
      })
      .onConflict((conflict) => conflict.column('mail_id').doNothing())
      .execute();
  }

  /** The longest waiting of those that are to be tried by now. */
  async findDue(nowMs: EpochMs): Promise<StoredMail | undefined> {
    const row = await this.#db
      .selectFrom('mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_ms', '<=', nowMs)
      .orderBy('next_ms')
      .orderBy('created_ms')
      .orderBy('mail_id')
      .limit(1)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** It was sent, or nobody needs it any more. */
  async delete(mailId: string): Promise<void> {
    await this.#db.deleteFrom('mails').where('mail_id', '=', mailId).execute();
  }

  async deleteAbout({ kind, id }: MailAbout): Promise<void> {
    await this.#db.deleteFrom('mails').where('about_kind', '=', kind).where('about_id', '=', id).execute();
  }

  async postpone(mailId: string, change: { attempts: number; nextMs: EpochMs; problem: string }): Promise<void> {
    const { attempts, nextMs, problem } = change;
    await this.#db
      .updateTable('mails')
      .set({ attempts, next_ms: nextMs, problem: storableText(problem) })
      .where('mail_id', '=', mailId)
      .execute();
  }

  async giveUp(mailId: string, problem: string, nowMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('mails')
      .set({ state: 'failed', sealed: '', next_ms: nowMs, problem: storableText(problem) })
      .where('mail_id', '=', mailId)
      .execute();
  }

  /** All that waits is due. */
  async hurry(nowMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('mails')
      .set({ next_ms: nowMs })
      .where('state', '=', 'waiting')
      .where('next_ms', '>', nowMs)
      .execute();
  }

  /** Which of them wait still, and which were given up; those that are not named were sent. */
  async statesOf(mailIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const query = this.#db.selectFrom('mails').select(['mail_id', 'state']).where('mail_id', 'in', mailIds);
    return new Map((await query.execute()).map(({ mail_id, state }) => [mail_id, state]));
  }

  async trouble(sinceMs: EpochMs): Promise<MailTrouble> {
    const oldest = await this.#db
      .selectFrom('mails')
      .select(['created_ms', 'problem'])
      .where('state', '=', 'waiting')
      .where('attempts', '>', 0)
      .orderBy('created_ms')
      .limit(1)
      .executeTakeFirst();
    const { count } = await this.#db
      .selectFrom('mails')
      .select((m) => m.fn.countAll<number>().as('count'))
      .where('state', '=', 'failed')
      .where('next_ms', '>=', sinceMs)
      .executeTakeFirstOrThrow();
    return {
      waitingSinceMs: oldest?.created_ms ?? null,
      problem: oldest?.problem ?? null,
      givenUp: Number(count),
    };
  }

  async deleteGivenUpBefore(timeMs: EpochMs): Promise<void> {
    await this.#db.deleteFrom('mails').where('state', '=', 'failed').where('next_ms', '<', timeMs).execute();
  }
}

function toRecord(row: Selectable<MailsTable>): StoredMail {
  return {
    mailId: row.mail_id,
    userId: row.user_id as UserId,
    about:
      row.about_kind === null || row.about_id === null
        ? undefined
        : { kind: row.about_kind as MailAbout['kind'], id: row.about_id },
    to: row.to_address,
    subject: row.subject,
    sealed: row.sealed,
    attempts: row.attempts,
    createdMs: row.created_ms,
    goodUntilMs: row.good_until_ms,
  };
}
