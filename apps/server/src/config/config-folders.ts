import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

/** The files that the portal comes with. */
export const SHIPPED_CONFIG = resolve(import.meta.dirname, '../../../../config');

/**
 * Where the operator's files are looked for: the first folder that has one counts. What pages write goes into the first; of
 * several nodes that is one which all of them mount.
 */
export function configFolders({
  demoConfigFolder,
  configFolder,
  cluster,
}: Pick<Config, 'demoConfigFolder' | 'configFolder' | 'cluster'>): string[] {
  const own = [configFolder, SHIPPED_CONFIG];
  if (cluster !== undefined) return [join(cluster.filesFolder, 'config'), ...own];
  return demoConfigFolder === undefined ? own : [demoConfigFolder, ...own];
}
