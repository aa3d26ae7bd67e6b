import { useThrottledValue } from '@mantine/hooks';
import { type ItemNames, itemName } from '@telltale/domain';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { BacktestOutcome } from './BacktestOutcome.tsx';
import { BacktestPicture } from './BacktestPicture.tsx';
import { expressionVariables } from './expression-variables.ts';
import classes from './override-form.module.css';
import { RuleSliders } from './RuleSliders.tsx';
import { limitsIn } from './recorded-line.ts';
import { isSameRule, type Rule, useBacktest } from './use-backtest.ts';
import { useRecordedLine } from './use-recorded-line.ts';

/** What is dragged is tried so often at most. */
const DRAG_MS = 120;

interface RuleTrialProps {
  assetId: number;
  /** Of which alarm the asset's own override is followed; undefined: of none. */
  overrideOf?: number | undefined;
  /** As it is written. */
  rule: Rule;
  /** What is tried: with what an override makes of it. */
  tried?: (rule: Rule) => Rule;
  /** Undefined: there is none, or it is the same. */
  inForce: Rule | undefined;
  /** As the asset calls them. */
  dataItems: readonly (ItemNames & { dataItemId: number })[];
  span: { readonly fromMs: number; readonly toMs: number };
  /** Whether the expression holds. */
  isReady: boolean;
  zone: string;
  /** Delays and deadband can be changed, too. */
  isWhole: boolean;
  /** Undefined: nothing can be dragged. */
  onChange: ((part: Partial<Rule>) => void) | undefined;
}

/** A rule on what an asset recorded, beside the rule in force: drawn, told, and to be dragged. */
export function RuleTrial(props: RuleTrialProps) {
  const { assetId, rule, inForce, dataItems, span, isReady, zone, isWhole, onChange } = props;
  const { tried = (one: Rule) => one, overrideOf } = props;
  /** What a slider has written holds as what was there before did. */
  const [dragged, setDragged] = useState<string>();
  const isTried = isReady || rule.expression === dragged;
  const throttled = useThrottledValue(rule, DRAG_MS);
  const of = { assetId, overrideOf, dataItems, span };
  const test = useBacktest({ ...of, rule: tried(throttled), isWanted: isTried });
  const hasOther = inForce !== undefined && inForce.expression.trim() !== '' && !isSameRule(inForce, tried(throttled));
  const old = useBacktest({ ...of, rule: inForce ?? rule, isWanted: isTried && inForce !== undefined && hasOther });
  const before = hasOther ? old.data : undefined;
  const places = limitsIn(rule.expression);
  const limited = places.find(({ variable }) => variable !== undefined)?.variable;
  const item = dataItems.find(({ label }) => limited && variableKey(variableName(label)) === variableKey(limited));
  const used = expressionVariables(rule.expression, dataItems as never);
  const drawn = item?.dataItemId ?? used[0]?.DataItemId;
  const shown = dataItems.find(({ dataItemId }) => dataItemId === drawn);
  const line = useRecordedLine({ assetId, dataItemId: drawn, span, isWanted: isTried });
  const isDrawn = (variable: string | undefined) =>
    variable !== undefined && variableKey(variable) === variableKey(variableName(shown?.label ?? ''));
  const limitsOf = (expression: string) =>
    limitsIn(expression).flatMap(({ variable, value }) => (isDrawn(variable) ? [value] : []));
  return (
    <>
      {isTried && onChange ? (
        <RuleSliders
          rule={rule}
          lineOf={(variable) => (isDrawn(variable) ? line : undefined)}
          isWhole={isWhole}
          onChange={(part) => {
            if (part.expression !== undefined) setDragged(part.expression);
            onChange(part);
          }}
        />
      ) : null}
      {isTried && test.isPending ? <Loading label="Trying it on recorded history" /> : null}
      {isTried && test.error ? (
        <p role="alert" className={classes.problem}>
          It could not be tried. {messageOf(test.error)}
        </p>
      ) : null}
      {isTried && line ? (
        <BacktestPicture
          name={shown ? itemName(shown) : ''}
          line={line}
          span={span}
          limits={limitsOf(rule.expression)}
          limitsBefore={hasOther ? limitsOf(inForce.expression) : []}
          outcome={test.data}
          before={before}
        />
      ) : null}
      {isTried && test.data ? <BacktestOutcome outcome={test.data} before={before} zone={zone} /> : null}
    </>
  );
}
