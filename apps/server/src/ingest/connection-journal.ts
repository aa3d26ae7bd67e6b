import type { Log } from '#config/log.ts';
import { WriteBehind } from '#jobs/write-behind.ts';
import type { Journal } from '#journal/journal.ts';
import type { ConnectionChange } from './connections.ts';

/** Going offline and coming back are events (spec 3 §7): each is an entry in the journal. */
export function connectionJournal(journal: Journal, log: Log): WriteBehind<ConnectionChange> {
  const write = (changes: ConnectionChange[]) =>
    journal.appendAll(
      changes.map(({ assetId, connected, atMs }) => ({
        kind: 'connection',
        assetId,
        what: connected ? 'came online' : 'went offline',
        after: { connected, at: new Date(atMs).toISOString() },
        by: { name: 'telltale' },
      })),
    );
  return new WriteBehind({ write, log, what: 'journal entries of connections' });
}
