import type { dashboards } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import classes from '../changes/changes.module.css';

interface VersionListProps {
  /** Newest first. */
  versions: readonly dashboards.DashboardVersion[];
  chosen: number;
  onChoose: (version: number) => void;
}

/** The saved versions, newest first. */
export function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  const zone = useZone();
  return (
    <ChoiceList
      label="Versions"
      className={classes.versions}
      choices={versions.map(({ version, modified, modifiedBy }, index) => ({
        id: version,
        title: `Version ${version}`,
        note: `${index === 0 ? 'Saved last · ' : ''}${modifiedBy}, ${formatDateTime(Date.parse(modified), zone)} ${zoneName(Date.parse(modified), zone)}`,
      }))}
      current={chosen}
      onChoose={onChoose}
    />
  );
}
