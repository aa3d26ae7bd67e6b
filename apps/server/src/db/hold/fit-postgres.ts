import { DatabaseUnfitError } from '../migrate.ts';
import type { Session } from './session.ts';

/** The oldest release that the portal's statements were written for; of several nodes, the oldest that they were tried with. */
export const OLDEST_POSTGRES = { alone: 14, node: 15 } as const;

/** What a database is, as far as it matters whether a portal can use it. */
export interface PostgresFitness {
  readonly version: string;
  readonly encoding: string;
  readonly mayCreate: boolean;
  /** No portal was there yet. */
  readonly isNew: boolean;
}

export async function fitnessOf(session: Session): Promise<PostgresFitness> {
  const { rows } = await session.query<PostgresFitness>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
       to_regclass('kysely_migration') is null as "isNew"`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the server says nothing of itself');
  return row;
}

/** What keeps a portal from using it, each in a sentence that says what to do. */
export function unfitness({ version, encoding, mayCreate }: PostgresFitness, oldest: number): string[] {
  const faults: string[] = [];
  if (Number.parseInt(version, 10) < oldest)
    faults.push(`PostgreSQL ${version} is too old: it must be ${oldest} or newer.`);
  if (encoding !== 'UTF8')
    faults.push(
      `The database is ${encoding}, and must be UTF8. Make one: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.`,
    );
  if (!mayCreate)
    faults.push('Its user may not make tables there. Make it the owner of the database: ALTER DATABASE … OWNER TO ….');
  return faults;
}

/**
 * Of a database that a portal has worked with only the version counts: what the doctor says beside it must not keep it from starting.
 * @throws DatabaseUnfitError in one line, before anything is changed there
 */
export async function refuseUnfit(session: Session, oldest: number): Promise<void> {
  const found = await fitnessOf(session);
  const faults = unfitness(found.isNew ? found : { ...found, encoding: 'UTF8', mayCreate: true }, oldest);
  if (faults.length > 0) throw new DatabaseUnfitError(`TELLTALE_DATABASE_URL: ${faults.join(' ')}`);
}
