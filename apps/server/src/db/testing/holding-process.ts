/**
 * A portal's use of a PostgreSQL database, and nothing else of it: `node holding-process.ts <url>`. Writes rows into
 * `holding_marks` as fast as it can, from several connections, says that it has begun, and ends when the database is taken.
 */
import { sql } from 'kysely';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { dataFolderAt } from '../../data-folder.ts';
import { openPortalDatabase } from '../../open-portal-database.ts';

const [url = ''] = process.argv.slice(2);
const config = readConfig({ TELLTALE_DATABASE_URL: url });
const clock = { now: () => Date.now() };
const { db } = await openPortalDatabase(config, dataFolderAt(config.dataFolder), clock, createLog('silent'), {
  onTaken: () => {
    process.stdout.write('taken\n');
    process.exit(1);
  },
  holdTimes: { beatMs: 20, quietMs: 60_000, lookMs: 20 },
});

async function write(): Promise<void> {
  for (;;) {
    await sql`insert into holding_marks (mark) values (1)`
      .execute(db)
      // What it is refused does not keep a portal from trying again.
      .catch(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

for (let writer = 0; writer < 4; writer++) void write();
process.stdout.write('begun\n');
