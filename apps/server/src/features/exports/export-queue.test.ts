import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetId, DataItemId, UserId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain';
import type { Historian, PackedColumns } from '@telltale/historian';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobProgress } from '#jobs/job-progress.ts';
import { portalActor } from '#journal/journal.ts';
import type { MailNews, MailPost } from '#mail/mail-post.ts';
import { CoreTurns } from '#table-files/core-turns.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { type ExportProgress, ExportQueue, type ExportQueueOptions } from './export-queue.ts';
import { type ExportJobRecord, ExportRepository } from './export-repository.ts';

/** Jobs over a history that comes page by page as the test lets it. */
describe('the queue of exports', () => {
  let portal: Portal;
  let userId: UserId;
  let exports: ExportRepository;
  const progress = new JobProgress<ExportProgress>();
  let number = 0;
  let folder: string;
  let letGo: () => void;
  let held: Promise<void>;

  beforeAll(async () => {
    portal = await startPortal();
    ({ userId } = await portal.aUser({ username: 'ann@example.org' }));
    exports = new ExportRepository(portal.context.db);
  });
  afterAll(() => portal.close());
  beforeEach(() => {
    folder = join(portal.folder, `exports-${++number}`);
    const waiting = Promise.withResolvers<void>();
    held = waiting.promise;
    letGo = waiting.resolve;
  });

  function aPage(timeMs: number): PackedColumns {
    const columns = [{ values: Float64Array.of(1), present: null, texts: null }];
    return { timesMs: Float64Array.of(timeMs), columns };
  }

  const historian = {
    countPoints: () => Promise.resolve(2),
    async *scanPacked({ signal }: { signal: AbortSignal }) {
      yield aPage(1000);
      const ended = once(signal, 'abort').then(() => signal.throwIfAborted());
      await Promise.race([held, ended]);
      yield aPage(2000);
    },
  } as unknown as Historian;

  function aQueue(changed: Partial<ExportQueueOptions> = {}): ExportQueue {
    const { work, clock, log } = portal.context;
    return new ExportQueue({
      turns: new CoreTurns(() => 1),
      work,
      exports,
      historian,
      folder,
      answersFolder: `${folder}-answers`,
      clock,
      log,
      diskFault: () => undefined,
      assetExists: () => Promise.resolve(true),
      progress,
      mails: portal.context.mails,
      portalUrl: () => 'https://portal.example',
      zoneOf: () => Promise.resolve(undefined),
      ...changed,
    });
  }

  async function aJob(changed: Partial<ExportJobRecord> = {}): Promise<ExportJobRecord> {
    const named = { assetId: 1 as AssetId, dataItemId: 5 as DataItemId, asset: 'Pump 7', item: 'P', unit: '' };
    const job: ExportJobRecord = {
      jobId: `job-${++number}`,
      userId,
      state: 'queued',
      filename: 'x.csv',
      plan: {
        type: 'csv',
        layout: 'wide',
        isCompressed: false,
        zone: 'UTC',
        fromMs: 0,
        toMs: 1e13,
        bucketMs: null,
        functions: [],
        columns: [{ ...named, of: null, name: 'P', isText: false }],
      },
      createdMs: portal.clock.now(),
      attempts: 0,
      points: 0,
      length: null,
      expiresMs: null,
      message: null,
      scheduleId: null,
      notes: [],
      mails: [{ to: 'ann@example.org', state: 'waiting' }],
      ...changed,
    };
    await exports.insert(job);
    return job;
  }

  const reaches = (jobId: string, expected: object) =>
    vi.waitFor(async () => expect(await exports.find(jobId)).toMatchObject(expected), { timeout: 20_000 });
  const isWritten = (jobId: string) =>
    vi.waitFor(() => expect(progress.of(jobId)).toEqual({ rows: 1, total: 2 }), { timeout: 20_000 });

  it('says of a full disk what it is, and keeps nothing', async () => {
    let fault: string | undefined;
    const queue = aQueue({ diskFault: () => fault });
    await queue.open();
    const job = await aJob();
    queue.add(job);
    await isWritten(job.jobId);
    fault = 'only 1 MiB of disk are free';
    letGo();
    await reaches(job.jobId, { state: 'failed', message: 'The disk of the portal is full.' });
    expect(await readdir(folder)).toEqual([]);
    await queue.close();
  });

  it('drops a cancelled job in the middle of it, with its file', async () => {
    const queue = aQueue();
    await queue.open();
    const job = await aJob();
    queue.add(job);
    await isWritten(job.jobId);
    await exports.update(job.jobId, { state: 'cancelled' });
    await queue.drop(job.jobId);
    expect(progress.of(job.jobId)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    expect((await exports.find(job.jobId))?.state).toBe('cancelled');
    await queue.close();
  });

  it('begins again after a stop, which counts for nothing, and tells of an asset that was deleted meanwhile', async () => {
    const first = aQueue();
    await first.open();
    const job = await aJob();
    first.add(job);
    await isWritten(job.jobId);
    await first.close();
    expect(await exports.find(job.jobId)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await readdir(folder)).toEqual([]);

    const second = aQueue({ assetExists: () => Promise.resolve(false) });
    letGo();
    await second.open();
    const notes = ['Pump 7 was deleted while the export was made; values of it may be missing.'];
    await reaches(job.jobId, { state: 'ready', points: 2, notes, mails: [{ state: 'sent' }] });
    await second.close();
  });

  it('says of a result whose file is gone that it is, and keeps quiet of one that is kept no longer', async () => {
    const nowMs = portal.clock.now();
    const ready = { state: 'ready' as const, length: 4, mails: [] };
    const kept = await aJob({ ...ready, expiresMs: nowMs + 60_000 });
    const lost = await aJob({ ...ready, expiresMs: nowMs + 60_000 });
    const over = await aJob({ ...ready, expiresMs: nowMs - 1 });
    await mkdir(folder);
    for (const { jobId } of [kept, over]) await writeFile(join(folder, jobId), 'Time');
    const queue = aQueue();
    await queue.open();
    expect(await exports.find(lost.jobId)).toMatchObject({
      state: 'failed',
      message: 'Its file is not there any more. Ask for it again.',
    });
    expect((await exports.find(kept.jobId))?.state).toBe('ready');
    expect((await exports.find(over.jobId))?.state).toBe('ready');
    expect(await readdir(folder)).toEqual([kept.jobId]);
    await queue.close();
  });

  it('gives up a job that was under way each time the portal ended', async () => {
    const job = await aJob({ state: 'running', attempts: 3 });
    const queue = aQueue();
    await queue.open();
    await reaches(job.jobId, { state: 'failed', message: 'The portal ended 3 times while it was made.' });
    await queue.close();
  });

  it('says until when, by the clock of its owner', async () => {
    const queue = aQueue({ zoneOf: () => Promise.resolve('Asia/Kathmandu') });
    await queue.open();
    letGo();
    const job = await aJob({ notes: ['P: psi as bar.'] });
    queue.add(job);
    await reaches(job.jobId, { state: 'ready', mails: [{ state: 'sent' }] });
    await queue.close();
    const until = formatDateTime((await exports.find(job.jobId))?.expiresMs, 'Asia/Kathmandu');
    const { text } = (await readOutbox(portal.config.dataFolder)).at(-1) ?? { text: '' };
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`fetch it until ${until} GMT+5:45:`);
    expect(text).toContain('Values from 1970-01-01 05:30:00 GMT+5:30 to');
    expect(text).toContain('P: psi as bar.');
  });

  it('shows a mail that was not taken, when it is tried again, and what was said of its address', async () => {
    let follow: Parameters<MailPost['follow']>[1] | undefined;
    const added: string[] = [];
    const mails: ExportQueueOptions['mails'] = {
      add: async (_unit, { mailId = '' }) => String(added.push(mailId)),
      follow: (_kind, followed) => {
        follow = followed;
      },
    };
    const queue = aQueue({ mails });
    letGo();
    await queue.open();
    const job = await aJob();
    queue.add(job);
    await reaches(job.jobId, { state: 'ready', mails: [{ state: 'waiting' }] });
    const to = 'ann@example.org';
    const hear = (news: MailNews) =>
      portal.context.work.run(portalActor, async (unit) =>
        follow?.(unit, { to, about: { kind: 'export', id: job.jobId } }, news),
      );
    const problem = 'The mail server does not answer.';
    await hear({ kind: 'again', problem, nextMs: 7 });
    await reaches(job.jobId, { mails: [{ to, state: 'waiting', problem, nextMs: 7 }] });
    await queue.close();

    // After a restart it is the same mail.
    const next = aQueue({ mails });
    await next.open();
    expect(added.filter((mailId) => mailId === `export-${job.jobId}-0`)).toHaveLength(2);
    await hear({ kind: 'failed', problem: 'It said no.', refusal: '550 no such user' });
    await reaches(job.jobId, { mails: [{ to, state: 'failed', refusal: '550 no such user' }] });
    await next.close();
  });

  it('makes one export of a user at a time', async () => {
    const queue = aQueue();
    await queue.open();
    const [first, second] = [await aJob(), await aJob()];
    queue.add(first);
    queue.add(second);
    await isWritten(first.jobId);
    expect(progress.of(second.jobId)).toBeUndefined();
    letGo();
    await reaches(second.jobId, { state: 'ready' });
    await queue.close();
  });
});
