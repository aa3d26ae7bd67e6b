import { afterAll } from 'vitest';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';

/** Whether a portal of a test is two nodes. */
export const ON_NODES = process.env.TELLTALE_TEST_NODES !== undefined;

export interface PortalEngine {
  engine: 'SQLite' | 'PostgreSQL' | 'two nodes';
  start(options?: PortalOptions): Promise<Portal>;
}

/**
 * The databases that the calls of a feature are held to: `describe.each(everyPortal())('on $engine', ({ start }) => …)`.
 * Each portal has a database of its own. Where the tests run on two nodes there is nothing else.
 */
export function everyPortal(): PortalEngine[] {
  if (ON_NODES) return [{ engine: 'two nodes', start: startPortal }];
  const made: { drop: () => Promise<void> }[] = [];
  afterAll(async () => {
    for (const { drop } of made) await drop();
  });
  return [
    { engine: 'SQLite', start: startPortal },
    {
      engine: 'PostgreSQL',
      async start(options = {}) {
        const database = await createMigratedDatabase();
        made.push(database);
        return startPortal({ ...options, config: { ...options.config, databaseUrl: database.url } });
      },
    },
  ];
}
