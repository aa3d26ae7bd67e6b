import { resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { configFileRoutes } from '#features/config-files/config-file-routes.ts';
import { ConfigFiles } from '#features/config-files/config-files.ts';
import type { FrameSiteService } from '#features/config-files/frame-site-service.ts';
import { journalRoutes } from '#features/operations/journal-routes.ts';
import { operationsRoutes } from '#features/operations/operations-routes.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from './foundation.ts';

export const VERSION = '0.1.0';

/** The configuration that comes with the portal; files that the operator's folder lacks are taken from here. */
export const SHIPPED_CONFIG = resolve(import.meta.dirname, '../../../../config');

export function openConfigFiles({ config }: Foundation): ConfigFiles {
  const files = new ConfigFiles(configFolders(config));
  // The login page reads this file anyway, for the demonstration's offer.
  if (config.oidc) files.complete('portal.json', { externalLogin: { label: config.oidc.label } });
  return files;
}

export function operationRoutes(
  { health, metrics, journal, clock }: Foundation,
  configFiles: ConfigFiles,
  frameSites: FrameSiteService,
): Route[] {
  return [
    ...operationsRoutes({ health, metrics, version: VERSION }),
    ...journalRoutes(journal, clock),
    ...configFileRoutes(configFiles, frameSites),
  ];
}

/** Where configuration is looked for, the operator's folder before what comes with the portal. */
export function configFolders({ demoConfigFolder, configFolder }: Config): string[] {
  const folders = [configFolder, SHIPPED_CONFIG];
  return demoConfigFolder === undefined ? folders : [demoConfigFolder, ...folders];
}
