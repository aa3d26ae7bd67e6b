import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AlarmDefinitionId, type AssetId, alarmDefinitions } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { expressionVariables } from './expression-variables.ts';

/** What decides when an alarm is raised. */
export interface Rule {
  readonly expression: string;
  readonly onDelay: number;
  readonly offDelay: number;
  readonly deadband: number;
}

interface BacktestOptions {
  assetId: number;
  /** Of which alarm the asset's own override counts, as it does live; undefined: the rule is tried as it is. */
  overrideOf: number | undefined;
  rule: Rule;
  dataItems: Parameters<typeof expressionVariables>[1];
  span: { readonly fromMs: number; readonly toMs: number };
  isWanted: boolean;
}

export function isSameRule(first: Rule, second: Rule): boolean {
  const { expression, onDelay, offDelay, deadband } = second;
  return (
    first.expression.trim() === expression.trim() &&
    first.onDelay === onDelay &&
    first.offDelay === offDelay &&
    first.deadband === deadband
  );
}

/** A rule on the history of an asset. What was tried once is not tried again; what was answered last stays until then. */
export function useBacktest({ assetId, overrideOf, rule, dataItems, span, isWanted }: BacktestOptions) {
  const { expression, onDelay, offDelay, deadband } = rule;
  const body = {
    assetId: assetId as AssetId,
    ...(overrideOf === undefined ? {} : { alarmDefinitionId: overrideOf as AlarmDefinitionId, withOverride: true }),
    expression,
    variables: expressionVariables(expression, dataItems),
    onDelay,
    offDelay,
    deadband,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
  };
  return useQuery({
    queryKey: queryKeys.backtest(body),
    queryFn: async ({ signal }) => ({ ...(await callApi(alarmDefinitions.backtestAlarm, { body, signal })), ...span }),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
