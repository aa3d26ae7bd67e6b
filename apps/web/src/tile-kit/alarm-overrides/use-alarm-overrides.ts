import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alarmDefinitions } from '@telltale/contract';
import { alarmOverridesQuery } from '#api/alarm-queries.ts';
import { callApi } from '#api/client.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import { expressionVariables } from './expression-variables.ts';

const NONE: readonly alarmDefinitions.AlarmOverride[] = [];

/** How the dashboard's asset differs from its alarm definitions, and how to change that. */
export function useAlarmOverrides() {
  const { asset, definition } = useDashboardScope();
  const client = useQueryClient();
  const mayView = useMay('Alarms', 'View');
  const query = alarmOverridesQuery(asset.assetId);
  const { data } = useQuery({ ...query, enabled: mayView && asset.assetId > 0 });

  const save = useMutation({
    mutationFn: ({ alarmDefinitionId, overrideMethod, expression }: OverrideInput) => {
      const variables = expressionVariables(expression, definition.dataItemDefinitions);
      // An empty expression becomes a single space (spec 1 §5).
      const stored = { expression: expression.trim() === '' ? ' ' : expression, variables };
      const override = { assetId: asset.assetId, alarmDefinitionId, overrideMethod, expression: stored };
      return callApi(alarmDefinitions.putAlarmOverrides, { body: [override] as never });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return { overrides: data ?? NONE, save };
}

export interface OverrideInput {
  alarmDefinitionId: number;
  overrideMethod: alarmDefinitions.OverrideMethod;
  expression: string;
}
