import { useQuery } from '@tanstack/react-query';
import type { alarms } from '@telltale/contract';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { useAssets } from './use-assets.ts';
import { useMay } from './use-may.ts';

const NONE: readonly alarms.AlarmDefinition[] = [];

/** The alarm definitions of the dashboard's asset, for editors; empty until known. */
export function useAlarmDefinitions(): readonly alarms.AlarmDefinition[] {
  const { asset } = useDashboardScope();
  const list = useAssets();
  const mayView = useMay('Alarms', 'View');
  const own = list.state === 'ready' ? list.assets.find(({ assetId }) => assetId === asset.assetId) : undefined;
  const { data } = useQuery({
    ...alarmDefinitionsQuery(own?.assetDefinitionId ?? 0),
    enabled: mayView && own !== undefined,
  });
  return data ?? NONE;
}
