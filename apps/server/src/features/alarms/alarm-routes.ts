import { type AssetId, alarmDefinitions, alarms } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { goneSignal } from '#http/gone-signal.ts';
import { type Route, route } from '#http/route.ts';
import type { AlarmDefinitionService } from './alarm-definition-service.ts';
import type { AlarmService } from './alarm-service.ts';
import type { BacktestService } from './past/backtest-service.ts';

export interface AlarmServices {
  alarms: AlarmService;
  definitions: AlarmDefinitionService;
  backtests: BacktestService;
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
}

const optionalMs = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));

export function alarmRoutes({ alarms: service, definitions, backtests, requireAsset }: AlarmServices): Route[] {
  const inScope = {
    scope: async ({ caller, params }: { caller: Caller; params: { assetId: AssetId } }) => {
      await requireAsset(caller, params.assetId);
    },
  };
  return [
    route(alarmDefinitions.listAlarmDefinitions, ({ caller, params }) =>
      definitions.list(caller, params.assetDefinitionId),
    ),
    route(alarmDefinitions.putAlarmDefinitions, ({ caller, body }) => definitions.put(caller, body), {
      scope: ({ caller }) => definitions.refuseReaders(caller),
    }),
    route(alarmDefinitions.deleteAlarmDefinition, async ({ caller, params }) => {
      await definitions.delete(caller, params.assetDefinitionId, params.alarmDefinitionId);
      return { alarmDefinitionId: params.alarmDefinitionId };
    }),
    route(alarms.listAssetAlarms, ({ caller, params }) => service.listOfAsset(caller, params.assetId)),
    route(alarms.listAlarms, ({ caller, query }) => service.list(caller, query)),
    route(
      alarms.listAlarmTransitions,
      ({ caller, params, query }) => {
        const { from, to, ...rest } = query;
        const range = { fromMs: optionalMs(from), toMs: optionalMs(to) };
        return service.listTransitions(caller, { assetId: params.assetId, ...range, ...rest });
      },
      inScope,
    ),
    route(
      alarms.closeAlarm,
      async ({ caller, params, query }) => {
        await service.close(caller, params.assetId, params.alarmDefinitionId, query.note);
        return params;
      },
      inScope,
    ),
    route(
      alarms.closeAllAlarms,
      async ({ caller, params, query }) => {
        const { assetId } = params;
        const closed = await service.closeAll(caller, assetId, query.note);
        return closed.map((alarmDefinitionId) => ({ assetId, alarmDefinitionId }));
      },
      inScope,
    ),
    route(
      alarms.acknowledgeAlarm,
      ({ caller, params, query }) => service.acknowledge(caller, params.assetId, params.alarmDefinitionId, query.note),
      inScope,
    ),
    route(
      alarms.shelveAlarm,
      ({ caller, params, body }) => {
        const shelving = { untilMs: Date.parse(body.until), note: body.note };
        return service.shelve(caller, params.assetId, params.alarmDefinitionId, shelving);
      },
      inScope,
    ),
    route(alarms.unshelveAlarm, async ({ caller, params }) => {
      await service.unshelve(caller, params.assetId, params.alarmDefinitionId);
      return params;
    }),
    route(alarmDefinitions.listAlarmOverrides, ({ caller, params }) =>
      definitions.listOverrides(caller, params.assetId),
    ),
    route(alarmDefinitions.putAlarmOverrides, ({ caller, body }) => definitions.putOverrides(caller, body)),
    route(alarmDefinitions.validateExpression, async ({ caller, body }) => ({
      valid: true as const,
      variables: await definitions.validate(caller, body, body),
    })),
    route(
      alarmDefinitions.backtestAlarm,
      async ({ caller, body, rawReply }) => {
        const range = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
        const { intervals, ...rest } = await backtests.run(caller, { ...body, ...range }, goneSignal(rawReply));
        return {
          ...rest,
          intervals: intervals.map(({ fromMs, toMs }) => ({
            from: new Date(fromMs).toISOString(),
            to: new Date(toMs).toISOString(),
          })),
        };
      },
      { scope: ({ caller }) => backtests.refuseWithoutHistory(caller) },
    ),
  ];
}
