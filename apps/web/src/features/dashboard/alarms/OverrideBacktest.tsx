import type { alarmDefinitions } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { BacktestOutcome } from '#tile-kit/alarm-overrides/BacktestOutcome.tsx';
import { expressionInForce } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import type { OverrideDraft } from '#tile-kit/alarm-overrides/OverrideForm.tsx';
import { useBacktest } from '#tile-kit/alarm-overrides/use-backtest.ts';
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
  const { asset, definition: tree } = useDashboardScope();
  const zone = useZone();
  const mayRead = useMay('HistoricalDataItems', 'View');
  const [toMs] = useState(() => Date.now());
  const span = { fromMs: toMs - SPAN_MS, toMs };
  const { onDelay, offDelay, deadband } = definition;
  const rule = { onDelay, offDelay, deadband };
  const expression = inForce(definition, draft);
  const stored = inForce(definition, {
    method: override?.overrideMethod ?? 0,
    expression: override?.expression.expression.trim() ?? '',
  });
  const isReady = mayRead && draft.isValid && expression.trim() !== '';
  const hasOther = stored.trim() !== '' && stored !== expression;
  const of = { assetId: asset.assetId, dataItems: tree.dataItemDefinitions, span };
  const test = useBacktest({ ...of, rule: { ...rule, expression }, isWanted: isReady });
  const inForceNow = useBacktest({ ...of, rule: { ...rule, expression: stored }, isWanted: mayRead && hasOther });
  const before = hasOther ? inForceNow.data : undefined;
  if (!mayRead) return null;
  return (
    <section className={classes.backtest} aria-label="The last 30 days">
      <h3 className={classes.subtitle}>On this asset over the last 30 days</h3>
      {!isReady ? <p className={classes.hint}>Shown once the expression holds.</p> : null}
      {isReady && (test.isPending || test.isPlaceholderData) ? <Loading label="Trying it on the last 30 days" /> : null}
      {isReady && test.error ? (
        <p role="alert" className={classes.problem}>
          It could not be tried. {messageOf(test.error)}
        </p>
      ) : null}
      {isReady && test.data ? <BacktestOutcome outcome={test.data} before={before} zone={zone} /> : null}
    </section>
  );
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
