import { Button, CloseButton } from '@mantine/core';
import type { alarmLists } from '@telltale/contract';
import classes from './acts.module.css';
import type { Done } from './use-acts.ts';

interface ActBarProps {
  /** How many lines it acts on; 0: on the one that the keyboard stands on. */
  chosen: number;
  hasLine: boolean;
  view: alarmLists.AlarmView;
  mayAct: boolean;
  isBusy: boolean;
  done: Done | undefined;
  onAct: (act: alarmLists.AlarmAct) => void;
  onClear: () => void;
  onForget: () => void;
}

/** What can be done with the chosen lines, and what was done last. */
export function ActBar(props: ActBarProps) {
  const { chosen, hasLine, view, mayAct, isBusy, done, onAct, onClear, onForget } = props;
  const acts: readonly (readonly [alarmLists.AlarmAct, string, string])[] =
    view === 'past'
      ? [['comment', 'Comment', 'M']]
      : [
          ['acknowledge', 'Acknowledge', 'A'],
          view === 'shelved' ? ['unshelve', 'Bring back', 'B'] : ['shelve', 'Shelve', 'S'],
          ['close', 'Close', 'C'],
          ['comment', 'Comment', 'M'],
        ];
  return (
    <div className={classes.bar}>
      <div role="toolbar" aria-label="Acts" className={classes.acts}>
        {mayAct
          ? acts.map(([act, label, key]) => (
              <Button
                key={act}
                size="compact-sm"
                variant="default"
                title={`${label} (${key})`}
                disabled={isBusy || (chosen === 0 && !hasLine)}
                onClick={() => onAct(act)}
              >
                {label}
              </Button>
            ))
          : null}
        {chosen > 0 ? (
          <span className={classes.chosen}>
            {chosen.toLocaleString('en')} selected
            <CloseButton size="sm" aria-label="Select none" onClick={onClear} />
          </span>
        ) : null}
      </div>
      <div role="status" className={classes.done}>
        {done ? (
          <>
            <span>{done.text}</span>
            {done.undo ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  done.undo?.();
                  onForget();
                }}
              >
                Undo
              </Button>
            ) : null}
            <CloseButton size="sm" aria-label="Close message" onClick={onForget} />
          </>
        ) : null}
      </div>
    </div>
  );
}
