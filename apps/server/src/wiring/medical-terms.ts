import { readFeeds } from '#features/config-files/feeds.ts';
import { medicalTermRoutes } from '#features/medical-terms/medical-term-routes.ts';
import { MedicalTermService } from '#features/medical-terms/medical-term-service.ts';
import { readTermList } from '#features/medical-terms/term-list.ts';
import type { Route } from '#http/route.ts';
import { getFrom } from '../outgoing/outgoing-call.ts';
import { reachable } from '../outgoing/reachable.ts';
import type { Foundation } from './foundation.ts';
import { configFolders } from './operations.ts';

/** Who writes waits for a suggestion no longer than this. */
const TIMEOUT_MS = 3_000;
const MOST_READ = 262_144;

/** Suggestions of conditions and drugs, by what feeds.json names and by the list. */
export async function openMedicalTerms({ config, clock, log }: Foundation): Promise<Route[]> {
  const folders = configFolders(config);
  const { lookups } = await readFeeds(folders, log);
  const isPublic = reachable([]);
  const service = new MedicalTermService({
    sources: lookups,
    list: await readTermList(folders, log),
    get: (url, isPrivate) =>
      getFrom({ url, timeoutMs: TIMEOUT_MS, mostRead: MOST_READ }, isPrivate ? () => true : isPublic),
    clock,
    log,
  });
  return medicalTermRoutes(service);
}
