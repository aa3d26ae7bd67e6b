import { Select } from '@mantine/core';
import type { alarmDefinitions } from '@telltale/contract';
import { useState } from 'react';
import { expressionInForce, termsOf } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import type { OverrideDraft } from '#tile-kit/alarm-overrides/OverrideForm.tsx';
import { RuleTrial } from '#tile-kit/alarm-overrides/RuleTrial.tsx';
import type { Rule } from '#tile-kit/alarm-overrides/use-backtest.ts';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import { useMay } from '#tile-kit/portal/use-may.ts';
import classes from './alarms-dialog.module.css';

const DAY_MS = 86_400_000;
const SPANS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

interface OverrideBacktestProps {
  definition: alarmDefinitions.AlarmDefinition;
  /** The override that is stored. */
  override: alarmDefinitions.AlarmOverride | undefined;
  draft: OverrideDraft;
}

/**
 * What an override would have done on this asset, beside the rule in force: asked anew with each expression that holds, and
 * while its limit is dragged.
 */
export function OverrideBacktest({ definition, override, draft }: OverrideBacktestProps) {
  const { asset, definition: tree } = useDashboardScope();
  const zone = useZone();
  const mayRead = useMay('HistoricalDataItems', 'View');
  const [toMs] = useState(() => Date.now());
  const [days, setDays] = useState('30');
  const span = { fromMs: toMs - Number(days) * DAY_MS, toMs };
  const { onDelay, offDelay, deadband } = definition;
  const delays = { onDelay, offDelay, deadband };
  const { method, expression: own } = draft;
  const { expression: ofDefinition } = definition.alarmExpression;
  const stored = expressionInForce(ofDefinition, termsOf(override));
  const isUsed = method !== 0;
  const written = isUsed ? own : ofDefinition.trim();
  const tried = (rule: Rule) =>
    isUsed ? { ...rule, expression: expressionInForce(ofDefinition, { method, expression: rule.expression }) } : rule;
  const isNone = tried({ ...delays, expression: written }).expression === '';
  const isReady = draft.isValid && !isNone;
  if (!mayRead) return null;
  return (
    <section className={classes.backtest} aria-label="On recorded history">
      <div className={classes.over}>
        <h3 className={classes.subtitle}>On this asset over the last</h3>
        <Select
          aria-label="Over the last"
          size="xs"
          w={130}
          data={SPANS}
          allowDeselect={false}
          value={days}
          onChange={(value) => setDays(value ?? '30')}
        />
      </div>
      {isReady ? null : (
        <p className={classes.hint}>
          {isNone ? 'Without an expression it is never raised on this asset.' : 'Shown once the expression holds.'}
        </p>
      )}
      <RuleTrial
        assetId={asset.assetId}
        rule={{ ...delays, expression: written }}
        tried={tried}
        inForce={{ ...delays, expression: stored }}
        dataItems={tree.dataItemDefinitions}
        span={span}
        isReady={isReady}
        zone={zone}
        isWhole={false}
        onChange={isUsed ? ({ expression = own }) => draft.setExpression(expression) : undefined}
      />
    </section>
  );
}
