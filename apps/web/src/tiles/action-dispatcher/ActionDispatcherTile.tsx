import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import classes from './action-dispatcher.module.css';
import { ACTION_LABELS, type ActionDispatcherSettings } from './settings.ts';

/** A button that asks something of its dashboard, and with the second press the reverse. */
export function ActionDispatcherTile({ settings }: TileViewProps<ActionDispatcherSettings>) {
  const { can, run, isViewOnly } = useTileActions();
  const [isPressed, setPressed] = useState(false);
  const { action, reverseAction, actionText, reverseText } = settings;
  if (action === 'NONE' && reverseAction === 'NONE' && actionText === '' && reverseText === '') {
    return <TileMessage hint="Edit this tile to choose one.">No action yet</TileMessage>;
  }

  // A text of its own for the second press makes a second press, also where it asks for nothing (spec 1 §2).
  const isToggle = reverseAction !== 'NONE' || reverseText !== '';
  const next = isPressed ? reverseAction : action;
  const isPossible = next === 'NONE' || can(next);
  const label = (isPressed ? reverseText : actionText) || ACTION_LABELS[next];
  return (
    <div className={classes.tile}>
      <Button
        className={classes.button ?? ''}
        variant={isPressed ? 'filled' : 'default'}
        data-pending={(!isViewOnly && (isPressed || next === 'SET_VIEWONLY')) || undefined}
        {...(isToggle ? { 'aria-pressed': isPressed } : {})}
        disabled={!isPossible}
        title={isPossible ? label : 'This dashboard cannot do this here.'}
        onClick={() => {
          run(next);
          if (isToggle) setPressed(!isPressed);
        }}
      >
        {label}
      </Button>
    </div>
  );
}
