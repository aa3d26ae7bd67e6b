import { Button } from '@mantine/core';
import type { provisioning } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import { describeExpiry, describeMade } from './describe-key.ts';
import classes from './provisioning.module.css';

interface ProvisionKeyItemProps {
  provisionKey: provisioning.ProvisionKey;
  onDelete: () => void;
}

/** One key: what it makes, how much of it is used, and until when it works. */
export function ProvisionKeyItem({ provisionKey, onDelete }: ProvisionKeyItemProps) {
  const zone = useOwnZone();
  const nowMs = useNow();
  const { name, assetDefinitionName, adminName, assetGroupName, deviceKey, created } = provisionKey;
  return (
    <li className={classes.key}>
      <div className={classes.words}>
        <strong className={classes.name}>{name}</strong>
        <span>
          Makes assets of {assetDefinitionName} in the unit {adminName}
          {assetGroupName === null ? '' : `, in the group ${assetGroupName}`}
        </span>
        <span className={classes.dim}>
          {describeMade(provisionKey)}, {describeExpiry(provisionKey.expires, nowMs, zone)}, created{' '}
          {formatDateTime(Date.parse(created), zone)}
        </span>
        <code className={classes.code}>{deviceKey}</code>
      </div>
      <Button variant="default" size="compact-sm" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}
