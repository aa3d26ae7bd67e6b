import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';
import { describeForOperator } from './operator-errors.ts';

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => describeForOperator(error),
  );
}

describe('what keeps the portal from starting is told in one line:', () => {
  it('an address that the machine does not have', async () => {
    const text = await failureOf(startPortal({ config: { host: '192.0.2.77' } }));
    expect(text).toMatch(/^listen EADDRNOTAVAIL.*TELLTALE_HOST[^\n]*$/);
  });

  it('a database server that is not there, without its password', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const databaseUrl = `postgres://telltale:secret-word@localhost:${port}/telltale`;
    const text = await failureOf(startPortal({ config: { databaseUrl } }));
    expect(text).toMatch(/^TELLTALE_DATABASE_URL: the database cannot be used: [^\n]*ECONNREFUSED[^\n]*$/);
    expect(text).not.toContain('secret-word');
  });
});
