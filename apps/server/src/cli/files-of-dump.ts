import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How the rows of the table begin in a script that `pg_restore` makes. */
const ROWS = /^COPY \S+ \((.+)\) FROM stdin;$/;
const END = '\\.';

/**
 * By which names the records in a dump of PostgreSQL know files.
 * @returns undefined where `pg_restore` is not installed
 * @throws Error when the dump cannot be read
 */
export async function filesOfDump(dump: string): Promise<ReadonlySet<string> | undefined> {
  const options = ['--data-only', '--table=files', '--file=-', dump];
  const child = spawn('pg_restore', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null | undefined>((done) => {
    child.on('error', () => done(undefined));
    child.on('close', done);
  });
  const names = new Set<string>();
  let place: number | undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === END) place = undefined;
    else if (place !== undefined) names.add(line.split('\t')[place] ?? '');
    else place = ROWS.exec(line)?.[1]?.split(', ').indexOf('storage_name');
  });
  const read = once(lines, 'close');
  const code = await ended;
  if (code === undefined) return undefined;
  await read;
  if (code !== 0) throw new Error(`pg_restore could not read ${dump}: it ended with ${code}`);
  return names;
}
