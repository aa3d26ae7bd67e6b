import { operations } from '@telltale/contract';
import { Answer, type Route, route } from '#http/route.ts';
import type { ConfigFiles } from './config-files.ts';

export function configFileRoutes(files: ConfigFiles): Route[] {
  return [
    route(
      operations.getConfigFile,
      async ({ params, optionalCaller }) =>
        new Answer(200, await files.read(params.file.toLowerCase(), optionalCaller !== undefined)),
    ),
  ];
}
