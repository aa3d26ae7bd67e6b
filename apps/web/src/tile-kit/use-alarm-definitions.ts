import { useQueries } from '@tanstack/react-query';
import type { alarmDefinitions } from '@telltale/contract';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { useAssets } from './use-assets.ts';
import { useMay } from './use-may.ts';

export interface NamedAlarmDefinition extends alarmDefinitions.AlarmDefinition {
  /** The asset definition that it belongs to. */
  readonly definitionName: string;
}

/** The alarm definitions of the dashboard's asset, or of those in a system's slots, for editors; empty until known. */
export function useAlarmDefinitions(): readonly NamedAlarmDefinition[] {
  const { members } = useDashboardScope();
  const list = useAssets();
  const mayView = useMay('Alarms', 'View');
  const wanted = new Set(members.map(({ assetId }) => assetId));
  const own = list.state === 'ready' && mayView ? list.assets.filter(({ assetId }) => wanted.has(assetId)) : [];
  const names = new Map(own.map((asset) => [asset.assetDefinitionId, asset.assetDefinition.assetDefinitionName]));
  return useQueries({
    queries: [...names.keys()].map(alarmDefinitionsQuery),
    combine: (answers) =>
      answers.flatMap(({ data = [] }) =>
        data.map((one) => ({ ...one, definitionName: names.get(one.assetDefinitionId) ?? '' })),
      ),
  });
}
