import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
}

/** The mails in a data folder's outbox, oldest first. */
export async function readOutbox(dataFolder: string): Promise<ReceivedMail[]> {
  const folder = join(dataFolder, 'outbox');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // One that begins with a dot is still being written.
  const files = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort();
  return Promise.all(
    files.map(async (name) => {
      const { to = [], subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      return { to: to.map(({ address }) => address).join(), subject, text };
    }),
  );
}

/** The reset link in a mail, as path and query. */
export function linkIn(mail: ReceivedMail | undefined): { changeId: string; username: string; origin: string } {
  const address = /https?:\/\/\S+\/(?:login|confirm-address)\?\S+/.exec(mail?.text ?? '')?.[0];
  if (address === undefined) throw new Error('There is no link in this mail.');
  const { searchParams, origin } = new URL(address);
  return { changeId: searchParams.get('changeId') ?? '', username: searchParams.get('username') ?? '', origin };
}
