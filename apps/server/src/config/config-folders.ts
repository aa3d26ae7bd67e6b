import { resolve } from 'node:path';
import type { Config } from './config.ts';

/** The files that the portal comes with. */
export const SHIPPED_CONFIG = resolve(import.meta.dirname, '../../../../config');

/** Where the operator's files are looked for: the first folder that has one counts. */
export function configFolders({
  demoConfigFolder,
  configFolder,
}: Pick<Config, 'demoConfigFolder' | 'configFolder'>): string[] {
  const folders = [configFolder, SHIPPED_CONFIG];
  return demoConfigFolder === undefined ? folders : [demoConfigFolder, ...folders];
}
