import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import classes from './permissions.module.css';

interface PermissionBoxProps {
  permissionId: number;
  /** E.g. 'View Assets'. */
  name: string;
  isSet: boolean;
  /** Differs from what is saved. */
  isChanged: boolean;
  /** Whether the editor holds it and so may grant it. */
  isHeld: boolean;
  isSaving: boolean;
  /** The group beside this one, where it differs here. */
  comparedName: string | undefined;
  onSet: (permissionIds: readonly number[], isSet: boolean) => void;
}

function Box({ permissionId, name, isSet, isChanged, isHeld, isSaving, comparedName, onSet }: PermissionBoxProps) {
  return (
    <span
      className={classes.box}
      data-changed={isChanged || undefined}
      title={isHeld ? undefined : `You do not hold ${name}, so you cannot grant it or take it away.`}
    >
      <Checkbox
        size="xs"
        aria-label={isHeld ? name : `${name}, which you do not hold yourself`}
        checked={isSet}
        disabled={isSaving || !isHeld}
        onChange={(event) => onSet([permissionId], event.currentTarget.checked)}
      />
      {comparedName === undefined ? null : (
        <span className={classes.other} title={`${comparedName}: ${isSet ? 'not granted' : 'granted'}`}>
          <span aria-hidden>{isSet ? '−' : '+'}</span>
          <span className="tt-visually-hidden">
            {comparedName}: {isSet ? 'not granted' : 'granted'}
          </span>
        </span>
      )}
    </span>
  );
}

/** One box of the permission table; drawn again only when it changed itself, because there are a hundred of them. */
export const PermissionBox = memo(Box);
