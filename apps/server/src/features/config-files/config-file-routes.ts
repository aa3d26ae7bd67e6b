import { operations } from '@telltale/contract';
import { Answer, type Route, route } from '#http/route.ts';
import type { ConfigFiles } from './config-files.ts';
import type { FrameSiteService } from './frame-site-service.ts';

export function configFileRoutes(files: ConfigFiles, frameSites: FrameSiteService): Route[] {
  return [
    route(
      operations.getConfigFile,
      async ({ params, optionalCaller }) =>
        new Answer(200, await files.read(params.file.toLowerCase(), optionalCaller !== undefined)),
    ),
    route(operations.getFrameSites, ({ caller }) => ({ sites: [...frameSites.list(caller)] })),
    route(operations.putFrameSites, async ({ caller, body }) => ({
      sites: [...(await frameSites.replace(caller, body.sites))],
    })),
  ];
}
