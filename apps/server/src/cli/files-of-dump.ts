import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How the rows of the table begin in a script that `pg_restore` makes. */
const ROWS = /^COPY \S+ \((.+)\) FROM stdin;$/;
const END = '\\.';

/**
 * By which names the records in a dump of PostgreSQL know files.
 * @throws Error when `pg_restore` cannot be run, or cannot read the dump
 */
export async function filesOfDump(dump: string): Promise<ReadonlySet<string>> {
  const options = ['--data-only', '--table=files', '--file=-', dump];
  const child = spawn('pg_restore', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((done, fail) => {
    child.on('error', fail);
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
  await read;
  if (code !== 0) throw new Error(`pg_restore could not read ${dump}: it ended with ${code}`);
  return names;
}
