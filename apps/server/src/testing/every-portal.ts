import { afterAll } from 'vitest';
import { type PostgresForTest, startPostgresForTest } from '#db/testing/postgres.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';

export interface PortalEngine {
  engine: 'SQLite' | 'PostgreSQL';
  start(options?: PortalOptions): Promise<Portal>;
}

/**
 * The databases that the calls of a feature are held to: `describe.each(everyPortal())('on $engine', ({ start }) => …)`.
 * A PostgreSQL is started when the first portal asks for it; one portal at a time.
 */
export function everyPortal(): PortalEngine[] {
  let postgres: Promise<PostgresForTest> | undefined;
  afterAll(async () => (await postgres)?.stop());
  return [
    { engine: 'SQLite', start: startPortal },
    {
      engine: 'PostgreSQL',
      async start(options = {}) {
        postgres ??= startPostgresForTest();
        const databaseUrl = (await postgres).urlOf('postgres');
        return startPortal({ ...options, config: { ...options.config, databaseUrl } });
      },
    },
  ];
}
