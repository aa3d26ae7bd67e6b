import type { definitions } from '@telltale/contract';
import { alarmDefinitions } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import type { ExpressionCheck } from '#ui/form/expression-check.ts';
import { expressionVariables } from './expression-variables.ts';

/** spec 1 §5: checked by the portal so long after the last edit. */
const CHECK_AFTER_MS = 500;

const CHECKING: ExpressionCheck = { state: 'checking' };

/** Whose expression it is: other alarms that it may ask for are those of the same asset definition. */
export interface ExpressionOwner {
  assetDefinitionId?: number;
  /** None for a new one. */
  alarmDefinitionId?: number | undefined;
}

/** Whether an expression can be evaluated, as the portal says it. Undefined while none is given. */
export function useExpressionCheck(
  expression: string | undefined,
  dataItems: definitions.DefinitionTree['dataItemDefinitions'],
  { assetDefinitionId, alarmDefinitionId }: ExpressionOwner,
): ExpressionCheck | undefined {
  const [checked, setChecked] = useState<{ expression: string; check: ExpressionCheck }>();
  useEffect(() => {
    if (expression === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const variables = expressionVariables(expression, dataItems);
      const body = { expression, variables, assetDefinitionId, alarmDefinitionId };
      callApi(alarmDefinitions.validateExpression, { body: body as never, signal: abort.signal }).then(
        () => setChecked({ expression, check: { state: 'valid' } }),
        (error: unknown) => !abort.signal.aborted && setChecked({ expression, check: faultOf(error) }),
      );
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [expression, dataItems, assetDefinitionId, alarmDefinitionId]);
  if (expression === undefined) return undefined;
  return checked?.expression === expression ? checked.check : CHECKING;
}

function faultOf(error: unknown): ExpressionCheck {
  const fault =
    error instanceof ApiError ? alarmDefinitions.expressionFaultSchema.safeParse(error.details).data : undefined;
  return { state: 'invalid', message: fault?.reason ?? messageOf(error), position: fault?.position };
}
