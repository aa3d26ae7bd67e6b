import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { HistoryRefusedError, HistoryServerError } from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';
import { TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { describeForOperator, exitCodeFor, WRONG_SETTINGS } from './operator-errors.ts';
import { brokerAddress } from './outside-broker/broker-address.ts';

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

describe('the portal ends', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());
  const start = (settings: Record<string, string>) => {
    const free = { TELLTALE_PORT: '0', TELLTALE_MQTT_PORT: '0', TELLTALE_HOST: '127.0.0.1' };
    const env = { ...free, TELLTALE_DATA: join(folder.path, 'data'), ...settings };
    return new TelltaleProcess('main.ts', [], env).exited;
  };

  it.each([
    ['a setting that is wrong', { TELLTALE_PORT: 'x' }, /TELLTALE_PORT: must be a port number/],
    ['one without another that it needs', { TELLTALE_TLS_CERT: 'portal.pem' }, /without TELLTALE_TLS_KEY/],
  ])('for %s with a code of its own, which nobody need try again', async (_, settings, text) => {
    const { code, output } = await start(settings);
    expect([code, output]).toEqual([WRONG_SETTINGS, expect.stringMatching(text)]);
  });

  it('for a certificate that is not there yet with one line and a code with which it is started again', async () => {
    const late = { TELLTALE_TLS_CERT: '/nowhere.pem', TELLTALE_TLS_KEY: '/nowhere.key' };
    const { code, output } = await start(late);
    const line =
      'TELLTALE_TLS_CERT: /nowhere.pem cannot be read: it is not there. Put it there, or name the file that is.';
    expect([code, output]).toEqual([1, `${line}\n`]);
  });

  it('with that code, too, where the authority of the outside broker is not there yet', async () => {
    const error = await brokerAddress({
      url: 'mqtts://broker.example',
      caFile: '/nowhere.pem',
      clientId: undefined,
    }).catch((reason: unknown) => reason);
    expect([exitCodeFor(error), describeForOperator(error)]).toEqual([
      1,
      expect.stringMatching(/^TELLTALE_BROKER_CA: ENOENT[^\n]*nowhere\.pem'$/),
    ]);
  });

  it('for a history server that refuses the portal with the code of a wrong setting, and for one that is away with another', () => {
    const codes = [new HistoryRefusedError('refused'), new HistoryServerError('away')].map(exitCodeFor);
    expect(codes).toEqual([WRONG_SETTINGS, 1]);
  });

  it('for what may pass with another', async () => {
    await writeFile(join(folder.path, 'data'), '');
    expect(await start({})).toMatchObject({ code: 1, output: expect.stringContaining('data folder') });
  });
});
