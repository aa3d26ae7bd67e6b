import { join } from 'node:path';
import { linkIn, readOutbox } from '../../../apps/server/src/testing/outbox.ts';
import { expect } from './journey.ts';
import type { Portal } from './portal.ts';

/**
 * What is in the link of the newest mail with this subject to an address, once it has come.
 * @param mails so many of them are waited for
 */
export async function mailedLink(
  portal: Portal,
  address: string,
  subject: string,
  mails = 1,
): Promise<{ changeId: string; username: string }> {
  const list = async () =>
    (await readOutbox(join(portal.folder, 'data'))).filter((mail) => mail.to === address && mail.subject === subject);
  await expect.poll(async () => (await list()).length, { timeout: 15_000 }).toBe(mails);
  return linkIn((await list()).at(-1));
}
