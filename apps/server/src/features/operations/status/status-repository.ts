import { type Kysely, sql } from 'kysely';
import { engineOf } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';

export interface WaitingWork {
  mails: number;
  alerts: number;
  exports: number;
  commands: number;
}

/** What stands in the database and is to be done yet, and how large that is. */
export class StatusRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async waiting(): Promise<WaitingWork> {
    const count = sql<number>`count(*)`.as('count');
    const [mails, alerts, exports, commands] = await Promise.all([
      this.#db.selectFrom('mails').select(count).where('state', '=', 'waiting').executeTakeFirstOrThrow(),
      this.#db
        .selectFrom('alert_deliveries')
        .select(count)
        .where('state', 'in', ['waiting', 'taken'])
        .executeTakeFirstOrThrow(),
      this.#db
        .selectFrom('export_jobs')
        .select(count)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirstOrThrow(),
      this.#db.selectFrom('commands').select(count).where('state', '=', 'queued').executeTakeFirstOrThrow(),
    ]);
    return {
      mails: Number(mails.count),
      alerts: Number(alerts.count),
      exports: Number(exports.count),
      commands: Number(commands.count),
    };
  }

  /** Bytes of the records; undefined where this user may not ask. */
  async bytes(): Promise<number> {
    const query =
      engineOf(this.#db) === 'postgres'
        ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
        : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
    const { rows } = await query.execute(this.#db);
    return Number(rows[0]?.bytes ?? 0);
  }
}
