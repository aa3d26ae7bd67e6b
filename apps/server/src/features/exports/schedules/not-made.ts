import type { EpochMs, UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import type { Letter } from '#mail/mail-post.ts';
import type { RateLimit } from '#rate-limit.ts';
import { type AddressesOf, exportAddresses, notMadeMail } from '../export-mails.ts';
import type { ExportScheduleRecord } from './schedule-repository.ts';

export interface NotMadeParts {
  addressesOf: AddressesOf;
  mailLimit: RateLimit;
  portalUrl: () => string;
  zoneOf: (userId: UserId) => Promise<string | undefined>;
}

/** The mail that says why a run made nothing, where the schedule mails and its owner has an address left. */
export async function notMadeLetter(
  { addressesOf, mailLimit, portalUrl, zoneOf }: NotMadeParts,
  caller: Caller,
  { template, rhythm }: ExportScheduleRecord,
  { runMs, message }: { runMs: EpochMs; message: string },
): Promise<Letter | undefined> {
  const { Filename: filename, NotifyEmails } = template.OutputSettings;
  try {
    const [to] = await exportAddresses(caller, NotifyEmails, addressesOf, mailLimit);
    if (to === undefined) return undefined;
    const zone = (await zoneOf(caller.userId)) ?? rhythm.zone;
    return notMadeMail({ userId: caller.userId, to, filename, runMs, message }, portalUrl(), zone);
  } catch (error) {
    // Without an address, or after too many mails, what stands on the page is all there is.
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}
