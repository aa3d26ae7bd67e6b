import { operations } from '@telltale/contract';
import type { Registry } from 'prom-client';
import { Answer, type Route, route } from '#http/route.ts';
import type { Health } from './health.ts';
import { openApiDocument } from './openapi.ts';

const DOCS_PAGE = '/api-docs';

interface Parts {
  health: Health;
  metrics: Registry;
  version: string;
}

export function operationsRoutes({ health, metrics, version }: Parts): Route[] {
  let openApi: string | undefined;
  return [
    route(operations.getHealth, async () => {
      const warnings = await health.findWarnings();
      const warning = warnings.length === 0 ? {} : { warning: warnings.join('; ') };
      const faults = await health.findFaults();
      if (faults.length === 0) return { status: 'ok' as const, ...warning };
      return new Answer(503, { status: 'failing', reason: faults.join('; '), ...warning });
    }),

    route(operations.getMetrics, async () => new Answer(200, await metrics.metrics())),

    route(operations.getOpenApi, () => {
      openApi ??= JSON.stringify(openApiDocument(version));
      return new Answer(200, openApi);
    }),

    // The page is one of the web client's, with its policy and its session; this is where it is known to be.
    route(operations.getDocs, () => new Answer(303, '', { Location: DOCS_PAGE })),
  ];
}
