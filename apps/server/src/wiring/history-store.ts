import { join } from 'node:path';
import { type Historian, openEmbeddedHistorian } from '@telltale/historian';
import type { Foundation } from './foundation.ts';

/** Opens the history store and tells the health how it is. */
export async function openHistoryStore({ log, folder, health, closing }: Foundation): Promise<Historian> {
  const historian = await openEmbeddedHistorian({
    folder: folder.historyFolder,
    onFault: (fault) => log.error({ fault }, 'a fault in the history store'),
  });
  closing.defer(() => historian.close());
  // Anyone may read the health: a file is named as it stands in the data folder.
  const inDataFolder = (text: string) => text.replaceAll(join(folder.path, '/'), '');
  health.add(() => historian.stats().faults.map(inDataFolder));
  health.addWarning(() => historian.stats().damage.map(inDataFolder));
  return historian;
}
