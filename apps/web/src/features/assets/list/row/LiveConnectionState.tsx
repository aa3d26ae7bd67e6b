import { ConnectionState } from '#ui/feedback/ConnectionState.tsx';
import { useLiveState } from '../../use-live-states.ts';
import { type AssetRow, levelOf } from '../asset-list.ts';

/** The connection of a row: the live hub's word where there is one, else the list's. The row keeps its place. */
export function LiveConnectionState({ row }: { row: AssetRow }) {
  const live = useLiveState(row.assetId);
  const level = live ? levelOf(live.connected, live.lastcontact ?? row.lastContactMs) : row.level;
  return <ConnectionState level={level} />;
}
