import type { EpochMs } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError } from '#http/errors.ts';
import type { Letter, MailNews } from '#mail/mail-post.ts';
import type { RateLimit } from '#rate-limit.ts';
import type { ExportJobRecord, ExportMailState, ExportRepository } from './export-repository.ts';

/** Addresses of the caller's own account; the first is the usual one. */
export type AddressesOf = (caller: Caller) => Promise<string[]>;

/**
 * Who is told of an export: nobody but its owner, so that the portal is no relay for mails (guarantees G13, H5).
 * @throws HttpError 400 for an address that is not the caller's own, 429 for too many mails
 */
export async function exportAddresses(
  caller: Caller,
  asked: boolean | readonly string[],
  addressesOf: AddressesOf,
  mailLimit: RateLimit,
): Promise<string[]> {
  if (asked === false || (asked !== true && asked.length === 0)) return [];
  const own = await addressesOf(caller);
  const field = 'OutputSettings.NotifyEmails';
  const [usual] = own;
  if (usual === undefined) throw badRequest('Your account has no mail address.', { field });
  const same = (address: string) => own.find((mine) => mine.toLowerCase() === address.toLowerCase());
  const addresses = asked === true ? [usual] : [...new Set(asked.map((address) => same(address)))];
  const found = addresses.filter((address) => address !== undefined);
  if (found.length < addresses.length) throw badRequest('Results are mailed to your own address only.', { field });
  for (const _address of found) {
    const seconds = mailLimit.take(String(caller.userId));
    if (seconds > 0) {
      const headers = { 'Retry-After': String(seconds) };
      throw new HttpError(429, 'too-many-mails', 'Too many mails were asked for. Try again later.', { headers });
    }
  }
  return found;
}

/**
 * Tells that a result is ready, or why there is none. The link is good for nobody but the owner, and for a day.
 * @param zone in which the owner reads times
 */
export function exportMail(to: string, job: ExportJobRecord, portalUrl: string, zone: string): Letter {
  const { filename, state, message, plan, notes, expiresMs } = job;
  const isReady = state === 'ready';
  const isEmpty = isReady && job.points === 0;
  const time = (timeMs: number) => `${formatDateTime(timeMs, zone)} ${zoneName(timeMs, zone)}`;
  const until = expiresMs === null ? 'within 24 hours' : `until ${time(expiresMs)}`;
  const lines = [
    isEmpty
      ? `Your export ${filename} holds no values: none of its data items has any in its time. Sign in and fetch it ${until}:`
      : isReady
        ? `Your export ${filename} is ready. Sign in and fetch it ${until}:`
        : `Your export ${filename} could not be made. ${message ?? ''}`,
    '',
    `${portalUrl}/exports`,
    '',
    `Values from ${time(plan.fromMs)} to ${time(plan.toMs)}.`,
    ...notes,
  ];
  const subject = isEmpty ? 'Your export is empty' : isReady ? 'Your export is ready' : 'Your export could not be made';
  return {
    ...{ userId: job.userId, to, subject, text: `${lines.join('\n')}\n` },
    // The same job tells the same address once, however often the portal ends meanwhile.
    mailId: `export-${job.jobId}-${job.mails.findIndex((mail) => mail.to === to)}`,
    about: { kind: 'export', id: job.jobId },
    goodUntilMs: isReady && expiresMs !== null ? expiresMs : undefined,
  };
}

/**
 * Tells that a scheduled export was not made, and why.
 * @param runMs when it came
 */
export function notMadeMail(
  {
    userId,
    to,
    filename,
    runMs,
    message,
  }: Pick<Letter, 'userId' | 'to'> & Record<'filename' | 'message', string> & { runMs: EpochMs },
  portalUrl: string,
  zone: string,
): Letter {
  const lines = [
    `Your scheduled export ${filename} of ${formatDateTime(runMs, zone)} ${zoneName(runMs, zone)} was not made. ${message}`,
    '',
    'It comes again at its next time, unless you remove it:',
    '',
    `${portalUrl}/exports`,
  ];
  return { userId, to, subject: 'Your scheduled export was not made', text: `${lines.join('\n')}\n` };
}

/** Who cannot be reached is shown with the job. */
export async function noteMail(exports: ExportRepository, jobId: string, to: string, news: MailNews): Promise<void> {
  const stored = await exports.find(jobId);
  if (!stored) return;
  const ended = { to, ...mailStateOf(news) };
  await exports.update(jobId, { mails: stored.mails.map((mail) => (mail.to === to ? ended : mail)) });
}

function mailStateOf(news: MailNews): Omit<ExportMailState, 'to'> {
  if (news.kind === 'sent') return { state: 'sent' };
  if (news.kind === 'failed') return { state: 'failed', problem: news.problem, refusal: news.refusal };
  return { state: 'waiting', problem: news.problem, nextMs: news.nextMs };
}
