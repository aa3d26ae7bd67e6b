import { calculations } from '@telltale/contract';
import { goneSignal } from '#http/gone-signal.ts';
import { type Route, route } from '#http/route.ts';
import type { CalculationService } from './calculation-service.ts';
import type { RecalculationService } from './recalculation-service.ts';

export function calculationRoutes(service: CalculationService, recalculations: RecalculationService): Route[] {
  return [
    route(
      calculations.validateCalculation,
      async ({ caller, params, body }) => {
        const variables = await service.validate(caller, params.assetDefinitionId, body);
        return { valid: true as const, variables };
      },
      { scope: ({ caller, params }) => service.requireDefinition(caller, params.assetDefinitionId) },
    ),
    route(
      calculations.previewCalculation,
      ({ caller, params, body, rawReply }) => {
        const range = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
        return service.preview(caller, params.assetId, { ...body, ...range }, goneSignal(rawReply));
      },
      { scope: ({ caller, params }) => service.requireAsset(caller, params.assetId) },
    ),
    route(calculations.startRecalculation, ({ caller, body }) => {
      const { from, to, ...wanted } = body;
      return recalculations.start(caller, { ...wanted, fromMs: Date.parse(from), toMs: Date.parse(to) });
    }),
    route(calculations.listRecalculations, ({ caller }) => recalculations.list(caller)),
    route(calculations.cancelRecalculation, ({ caller, params }) => recalculations.cancel(caller, params.jobId)),
  ];
}
