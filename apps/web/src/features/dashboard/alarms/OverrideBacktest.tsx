import { useQuery } from '@tanstack/react-query';
import { type AssetId, alarmDefinitions } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { BacktestOutcome } from '#tile-kit/alarm-overrides/BacktestOutcome.tsx';
import { expressionInForce } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';
import type { OverrideDraft } from '#tile-kit/alarm-overrides/OverrideForm.tsx';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import classes from './alarms-dialog.module.css';

const SPAN_MS = 30 * 86_400_000;

interface OverrideBacktestProps {
  definition: alarmDefinitions.AlarmDefinition;
  /** The override that is stored. */
  override: alarmDefinitions.AlarmOverride | undefined;
  draft: OverrideDraft;
}

/**
 * What an override would have done on this asset over the last 30 days, beside the rule in force: asked anew with each
 * expression that holds.
 */
export function OverrideBacktest({ definition, override, draft }: OverrideBacktestProps) {
  const zone = useZone();
  const mayRead = useMay('HistoricalDataItems', 'View');
  const [toMs] = useState(() => Date.now());
  const span = { fromMs: toMs - SPAN_MS, toMs };
  const expression = inForce(definition, draft);
  const stored = inForce(definition, {
    method: override?.overrideMethod ?? 0,
    expression: override?.expression.expression.trim() ?? '',
  });
  const isReady = mayRead && draft.isValid && expression.trim() !== '';
  const test = useTrial(definition, expression, span, isReady);
  const hasOther = stored.trim() !== '' && stored !== expression;
  const inForceNow = useTrial(definition, stored, span, mayRead && hasOther);
  const before = hasOther ? inForceNow.data : undefined;
  if (!mayRead) return null;
  return (
    <section className={classes.backtest} aria-label="The last 30 days">
      <h3 className={classes.subtitle}>On this asset over the last 30 days</h3>
      {!isReady ? <p className={classes.hint}>Shown once the expression holds.</p> : null}
      {isReady && test.isPending ? <Loading label="Trying it on the last 30 days" /> : null}
      {isReady && test.error ? (
        <p role="alert" className={classes.problem}>
          It could not be tried. {messageOf(test.error)}
        </p>
      ) : null}
      {isReady && test.data ? (
        <BacktestOutcome outcome={{ ...test.data, ...span }} before={before && { ...before, ...span }} zone={zone} />
      ) : null}
    </section>
  );
}

/** An expression on the history of the dashboard's asset. What was tried once is not tried again. */
function useTrial(
  { onDelay, offDelay, deadband, alarmDefinitionId }: alarmDefinitions.AlarmDefinition,
  expression: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  isWanted: boolean,
) {
  const { asset, definition } = useDashboardScope();
  const body = {
    assetId: asset.assetId as AssetId,
    expression,
    variables: expressionVariables(expression, definition.dataItemDefinitions),
    onDelay,
    offDelay,
    deadband,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  };
  return useQuery({
    queryKey: queryKeys.backtest({ alarmDefinitionId, ...body }),
    queryFn: ({ signal }) => callApi(alarmDefinitions.backtestAlarm, { body, signal }),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What would decide whether the alarm is raised. */
function inForce(
  definition: alarmDefinitions.AlarmDefinition,
  { method, expression }: Pick<OverrideDraft, 'method' | 'expression'>,
): string {
  const own = definition.alarmExpression.expression.trim();
  const draft = { overrideMethod: method, expression: { expression, variables: [] } } as unknown;
  // A definition without an expression is never true: what is joined with it is judged alone, or is never true either.
  if (own === '' && method === 2) return expression;
  if (own === '' && method !== 1) return '';
  return expressionInForce(own, draft as alarmDefinitions.AlarmOverride);
}
