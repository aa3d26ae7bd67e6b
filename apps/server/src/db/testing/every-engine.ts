import { openDatabase } from '../database.ts';
import { openSqliteForTest, type TestDatabase } from './databases.ts';
import { createMigratedDatabase } from './migrated.ts';

export interface TestEngine {
  engine: 'SQLite' | 'PostgreSQL';
  /** An empty, migrated database. */
  open(): Promise<TestDatabase>;
}

/** The engines that every repository is held to: `describe.each(everyEngine())('… on $engine', ({ open }) => …)`. */
export function everyEngine(): TestEngine[] {
  return [
    { engine: 'SQLite', open: openSqliteForTest },
    { engine: 'PostgreSQL', open: openPostgresForTest },
  ];
}

async function openPostgresForTest(): Promise<TestDatabase> {
  const { url, drop } = await createMigratedDatabase();
  const db = openDatabase({ url });
  return {
    db,
    async close() {
      await db.destroy();
      await drop();
    },
  };
}
