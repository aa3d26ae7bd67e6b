import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';

/** What tells how far the portal is set up. */
export interface PortalContents {
  hasDefinition: boolean;
  /** Whether a dashboard was saved that an asset or a system shows. */
  hasDashboard: boolean;
  /** Whether somebody beside the first administrator belongs to a user group. */
  hasColleague: boolean;
}

/** Looks at what there is, by the first row of each kind: it is asked for on the start page. */
export class FirstHourRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async read(): Promise<PortalContents> {
    const one = sql<number>`1`.as('one');
    const [definition, ofAssets, ofSystems, members] = await Promise.all([
      this.#db.selectFrom('asset_definitions').select(one).limit(1).executeTakeFirst(),
      this.#db
        .selectFrom('dashboards')
        .innerJoin('assets', 'assets.asset_definition_id', 'dashboards.asset_definition_id')
        .select(one)
        .limit(1)
        .executeTakeFirst(),
      this.#db
        .selectFrom('dashboards')
        .select(one)
        .where('system_definition_id', 'is not', null)
        .limit(1)
        .executeTakeFirst(),
      this.#db.selectFrom('user_group_users').select('user_id').distinct().limit(2).execute(),
    ]);
    return {
      hasDefinition: definition !== undefined,
      hasDashboard: ofAssets !== undefined || ofSystems !== undefined,
      hasColleague: members.length > 1,
    };
  }
}
