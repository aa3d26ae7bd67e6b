import type { dashboards } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import classes from '../changes.module.css';

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
    <ol className={classes.versions} aria-label="Versions">
      {versions.map(({ version, modified, modifiedBy }, index) => (
        <li key={version}>
          <button
            type="button"
            className={classes.version}
            aria-current={version === chosen || undefined}
            onClick={() => onChoose(version)}
          >
            <span className={classes.versionNumber}>
              Version {version}
              {index === 0 && <span className={classes.note}> · saved last</span>}
            </span>
            <span className={classes.note}>
              {modifiedBy}, {formatDateTime(Date.parse(modified), zone)} {zoneName(Date.parse(modified), zone)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
