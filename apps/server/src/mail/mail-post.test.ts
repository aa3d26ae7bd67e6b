import type { UserId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portalActor } from '#journal/journal.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import type { Portal } from '#testing/portal.ts';
import type { Letter } from './mail-post.ts';
import { smtpMailer, smtpServerOf } from './mailer.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAIL = { to: 'ann@example.org', subject: 'First', text: 'See https://portal.example/login?changeId=secret' };

describe.each(everyPortal())('the post of the portal on $engine', ({ start }) => {
  let server: MailServer;
  let portal: Portal;
  let userId: UserId;
  let number = 0;

  beforeAll(async () => {
    server = await startMailServer();
    portal = await start({ config: { smtpUrl: server.url } });
    portal.clock.stop();
  });
  afterAll(async () => {
    await portal.close();
    await server.close();
  });
  beforeEach(async () => {
    server.mood = 'takes';
    server.received.length = 0;
    await portal.context.db.deleteFrom('mails').execute();
    for (const { mails } of portal.contexts) await mails.hurry();
    ({ userId } = await portal.aUser({ username: `ann${++number}@example.org` }));
  });

  const add = (letter: Partial<Letter> = {}) => {
    const { work, mails } = portal.context;
    return work.run(portalActor, (unit) => mails.add(unit, { ...MAIL, userId, ...letter }));
  };
  /** Of several nodes one sends. */
  const turn = () => Promise.all(portal.contexts.map(({ mails }) => mails.turn()));
  const pass = async (ms: number, stepMs = MINUTE_MS) => {
    for (let left = ms; left > 0; left -= stepMs) {
      portal.clock.advance(Math.min(left, stepMs));
      await turn();
    }
  };
  const subjects = () => server.received.map(({ subject }) => subject);
  const rows = () => portal.context.db.selectFrom('mails').selectAll().execute();

  it('tries again for hours while the mail server is away, through a restart of the portal, and sends each once', async () => {
    const { port } = server;
    await server.close();
    for (const subject of ['First', 'Second', 'Third']) await add({ subject });
    await turn();
    const waits: number[] = [];
    for (let minute = 0; minute < 5 * 60; minute++) {
      await pass(MINUTE_MS);
      const [row] = await rows();
      waits.push((row?.next_ms ?? 0) - portal.clock.now());
    }
    // The pauses grow to an hour.
    expect(Math.max(...waits)).toBeGreaterThan(30 * MINUTE_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR_MS);
    expect(await portal.context.mails.trouble()).toMatchObject({
      waitingSinceMs: expect.any(Number),
      problem: 'The mail server does not answer.',
      givenUp: 0,
    });
    await portal.restart();
    server = await startMailServer('takes', undefined, port);
    await pass(HOUR_MS + MINUTE_MS);
    expect(subjects().toSorted()).toEqual(['First', 'Second', 'Third']);
    expect(await rows()).toEqual([]);
    await portal.restart();
    await pass(25 * HOUR_MS, HOUR_MS);
    expect(server.received).toHaveLength(3);
  });

  it('sends the rest at once when one got through after the mail server was away', async () => {
    server.mood = 'not now';
    await add();
    await turn();
    await pass(20 * MINUTE_MS);
    const { port } = server;
    await server.close();
    await add({ subject: 'Second' });
    await turn();
    server = await startMailServer('takes', undefined, port);
    await pass(10_000, 1_000);
    expect(subjects().toSorted()).toEqual(['First', 'Second']);
  });

  it('goes by the same message id where it is not known whether it was taken', async () => {
    server.mood = 'breaks off';
    await add();
    await turn();
    expect(server.received).toHaveLength(1);
    server.mood = 'takes';
    await pass(MINUTE_MS);
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('takes a mail in once, however often it is handed the same', async () => {
    server.mood = 'not now';
    await add({ mailId: 'export-1-0' });
    await add({ mailId: 'export-1-0' });
    // What is refused after the clock was put on waits from there.
    await turn();
    server.mood = 'takes';
    await pass(MINUTE_MS);
    expect(server.received).toHaveLength(1);
  });

  it('gives up at once what goes to nobody whom the server knows, and lets the next one go', async () => {
    server.mood = 'nobody';
    await add();
    await turn();
    expect(await rows()).toMatchObject([
      { state: 'failed', sealed: '', problem: 'The mail server said: 550 no such user' },
    ]);
    server.mood = 'takes';
    await add({ subject: 'Second' });
    await pass(2 * HOUR_MS);
    expect(subjects()).toEqual(['Second']);
    expect(await portal.context.mails.trouble()).toEqual({ waitingSinceMs: null, problem: null, givenUp: 1 });
  });

  it('gives up after a day, forgets its text at once and the rest in a week', async () => {
    server.mood = 'not now';
    await add();
    await turn();
    await pass(25 * HOUR_MS, 10 * MINUTE_MS);
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: '' }]);
    server.mood = 'takes';
    await pass(2 * HOUR_MS);
    expect(server.received).toEqual([]);
    portal.clock.advance(8 * 24 * HOUR_MS);
    await portal.context.mails.forgetOld();
    expect(await rows()).toEqual([]);
  });

  it('sends nothing that is of no use any more, nor to an account that is deleted', async () => {
    server.mood = 'not now';
    await add({ subject: 'A link for an hour', goodUntilMs: portal.clock.now() + HOUR_MS });
    const { userId: gone } = await portal.aUser({ username: `gone${number}@example.org` });
    await add({ subject: 'To nobody', userId: gone });
    await turn();
    const admin = await portal.newSession('admin');
    expect((await admin.delete(`/api/users/${gone}`)).status).toBe(200);
    portal.clock.advance(HOUR_MS);
    server.mood = 'takes';
    await pass(2 * HOUR_MS);
    expect(server.received).toEqual([]);
  });

  it('keeps no text in the clear', async () => {
    server.mood = 'not now';
    await add();
    await turn();
    const [row] = await rows();
    expect(row?.sealed).not.toBe('');
    expect(JSON.stringify(row)).not.toContain('changeId');
  });

  it('tries what waits at once where another server is named', async () => {
    server.mood = 'not now';
    await add();
    await turn();
    await pass(HOUR_MS);
    const other = await startMailServer();
    for (const { mailer } of portal.contexts) mailer.use(smtpMailer(smtpServerOf(other.url)));
    await expect.poll(() => other.received.length).toBe(1);
    for (const { mailer } of portal.contexts) mailer.use(smtpMailer(smtpServerOf(server.url)));
    await other.close();
  });
});
