import type { definitions } from '@telltale/contract';
import { alarmDefinitions, calculations } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import type { ExpressionCheck } from '#ui/form/expression/expression-check.ts';
import { expressionVariables } from './expression-variables.ts';

/** spec 1 §5: checked by the portal so long after the last edit. */
const CHECK_AFTER_MS = 500;

type DataItems = definitions.DefinitionTree['dataItemDefinitions'];

const CHECKING: ExpressionCheck = { state: 'checking' };

/** Whose expression it is: other alarms that it may ask for are those of the same asset definition. */
export interface ExpressionOwner {
  assetDefinitionId?: number;
  /** None for a new one. */
  alarmDefinitionId?: number | undefined;
}

interface Checked {
  readonly expression: string;
  readonly variables: readonly alarmDefinitions.ExpressionVariable[];
}

/** Whether an expression is the condition of an alarm. Undefined while none is given. */
export function useExpressionCheck(
  expression: string | undefined,
  dataItems: DataItems,
  { assetDefinitionId, alarmDefinitionId }: ExpressionOwner,
): ExpressionCheck | undefined {
  const validate = useCallback(
    (checked: Checked, signal: AbortSignal) => {
      const body = { ...checked, assetDefinitionId, alarmDefinitionId };
      return callApi(alarmDefinitions.validateExpression, { body: body as never, signal });
    },
    [assetDefinitionId, alarmDefinitionId],
  );
  return useValidation(expression, dataItems, validate);
}

/** Whether a data item can be calculated by an expression. Undefined while none is given. */
export function useCalculationCheck(
  expression: string | undefined,
  dataItems: DataItems,
  { assetDefinitionId, dataItemId }: { assetDefinitionId: number; dataItemId: number | undefined },
): ExpressionCheck | undefined {
  const validate = useCallback(
    (checked: Checked, signal: AbortSignal) => {
      const body = { ...checked, ...(dataItemId === undefined ? {} : { dataItemId }) };
      return callApi(calculations.validateCalculation, { params: { assetDefinitionId }, body: body as never, signal });
    },
    [assetDefinitionId, dataItemId],
  );
  return useValidation(expression, dataItems, validate);
}

/** As the portal says it. */
function useValidation(
  expression: string | undefined,
  dataItems: DataItems,
  validate: (checked: Checked, signal: AbortSignal) => Promise<unknown>,
): ExpressionCheck | undefined {
  const [checked, setChecked] = useState<{ expression: string; check: ExpressionCheck }>();
  useEffect(() => {
    if (expression === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      validate({ expression, variables: expressionVariables(expression, dataItems) }, abort.signal).then(
        () => setChecked({ expression, check: { state: 'valid' } }),
        (error: unknown) => !abort.signal.aborted && setChecked({ expression, check: faultOf(error) }),
      );
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [expression, dataItems, validate]);
  if (expression === undefined) return undefined;
  return checked?.expression === expression ? checked.check : CHECKING;
}

function faultOf(error: unknown): ExpressionCheck {
  const fault =
    error instanceof ApiError ? alarmDefinitions.expressionFaultSchema.safeParse(error.details).data : undefined;
  return { state: 'invalid', message: fault?.reason ?? messageOf(error), position: fault?.position };
}
