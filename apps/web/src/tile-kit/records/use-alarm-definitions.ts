import { useQueries } from '@tanstack/react-query';
import type { alarmDefinitions } from '@telltale/contract';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import type { RecordList } from './record-list.ts';
import { useAssets } from './use-assets.ts';

export interface NamedAlarmDefinition extends alarmDefinitions.AlarmDefinition {
  /** The asset definition that it belongs to. */
  readonly definitionName: string;
}

/** The alarm definitions of the dashboard's asset, or of those in a system's slots. */
export function useAlarmDefinitions(): RecordList<NamedAlarmDefinition> {
  const { members } = useDashboardScope();
  const list = useAssets();
  const mayView = useMay('Alarms', 'View');
  const wanted = new Set(members.map(({ assetId }) => assetId));
  const own = list.state === 'ready' && mayView ? list.assets.filter(({ assetId }) => wanted.has(assetId)) : [];
  const names = new Map(own.map((asset) => [asset.assetDefinitionId, asset.assetDefinition.assetDefinitionName]));
  const answers = useQueries({ queries: [...names.keys()].map(alarmDefinitionsQuery) });
  if (!mayView) return { state: 'forbidden' };
  if (list.state === 'loading') return list;
  if (list.state === 'error') return { state: 'error', message: list.message, refresh: list.retry };
  const refresh = () => {
    for (const { refetch } of answers) void refetch();
  };
  // Part of a list must not pass for the whole.
  const failure = answers.find(({ error, data }) => error !== null && data === undefined);
  if (failure) return { state: 'error', message: messageOf(failure.error), refresh };
  if (answers.some(({ data }) => data === undefined)) return { state: 'loading' };
  const items = answers.flatMap(({ data = [] }) =>
    data.map((one) => ({ ...one, definitionName: names.get(one.assetDefinitionId) ?? '' })),
  );
  return { state: 'ready', items, refresh, isRefreshing: answers.some(({ isFetching }) => isFetching) };
}
