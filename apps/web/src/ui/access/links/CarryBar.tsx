import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import classes from '../access.module.css';
import { itemKinds, kindNames } from '../ownership.ts';
import type { MovingItem } from './link-context.ts';
import { linkBetween } from './links.ts';

interface CarryBarProps {
  moving: MovingItem | undefined;
  onCancel: () => void;
}

/** Says what was picked up with the keyboard, and where it can go; spoken by screen readers as it appears. */
export function CarryBar({ moving, onCancel }: CarryBarProps) {
  const isCarried = moving?.by === 'keyboard';
  return (
    <div className={classes.carryArea} role="status">
      {isCarried ? (
        <div className={classes.carry}>
          <IconLink size={16} aria-hidden />
          <span>
            <strong>{moving.name}</strong> is picked up. Go to {targetsOf(moving)} and press Space, or Escape to cancel.
          </span>
          <Button variant="default" size="compact-xs" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** 'a user group', 'a user group or an asset'. */
function targetsOf({ item }: MovingItem): string {
  return itemKinds
    .filter((kind) => linkBetween(item, { kind, id: 0 }) !== undefined)
    .map((kind) => `${/^[aeo]/.test(kindNames[kind].one) ? 'an' : 'a'} ${kindNames[kind].one}`)
    .join(' or ');
}
