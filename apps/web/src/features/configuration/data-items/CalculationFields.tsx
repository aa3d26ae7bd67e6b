import { useQuery } from '@tanstack/react-query';
import { variableName } from '@telltale/domain/expression/variable-name.ts';
import { useEffect, useMemo } from 'react';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { detectedItemsQuery } from '#api/detected-items.ts';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';
import { useCalculationCheck } from '#tile-kit/alarm-overrides/use-expression-check.ts';
import { ExpressionBuilder } from '#ui/form/expression/ExpressionBuilder.tsx';
import { CalculationPreview } from './CalculationPreview.tsx';
import classes from './data-items.module.css';

/** Alarms are looked at after what is calculated. */
const WITHOUT = ['alarm'];

interface CalculationFieldsProps {
  assetDefinitionId: number;
  /** Whose it is; undefined for a new one. */
  dataItemId: number | undefined;
  expression: string;
  onChange: (expression: string) => void;
  /** Told whether it can be saved as it stands. */
  onReady: (isReady: boolean) => void;
  unit: string;
}

/** What a data item is calculated by, checked while it is typed, with what it would have given on an asset. */
export function CalculationFields(props: CalculationFieldsProps) {
  const { assetDefinitionId, dataItemId, expression, onChange, onReady, unit } = props;
  const dataItems = useInputs(assetDefinitionId, dataItemId);
  const names = useMemo(() => dataItems.map(({ label }) => ({ label, variable: variableName(label) })), [dataItems]);
  const isBlank = expression.trim() === '';
  const check = useCalculationCheck(isBlank ? undefined : expression, dataItems, { assetDefinitionId, dataItemId });
  const isReady = !isBlank && check?.state === 'valid';
  useEffect(() => onReady(isReady), [isReady, onReady]);
  return (
    <div className={classes.calculation}>
      <ExpressionBuilder
        label="Calculated by"
        value={expression}
        onChange={onChange}
        check={isBlank ? undefined : check}
        names={names}
        without={WITHOUT}
      />
      <CalculationPreview
        assetDefinitionId={assetDefinitionId}
        dataItemId={dataItemId}
        expression={expression}
        variables={expressionVariables(expression, dataItems)}
        isReady={isReady}
        unit={unit}
      />
    </div>
  );
}

/** What it may be calculated from: all but itself. */
function useInputs(assetDefinitionId: number, dataItemId: number | undefined) {
  const own = useQuery(dataItemDefinitionsQuery(assetDefinitionId)).data;
  const detected = useQuery(detectedItemsQuery(assetDefinitionId)).data;
  return useMemo(
    () => [...(own ?? []), ...(detected ?? [])].filter((item) => item.dataItemId !== dataItemId),
    [own, detected, dataItemId],
  );
}
