import { Button } from '@mantine/core';
import type { commands } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CommandDetails } from './CommandDetails.tsx';
import { CommandState } from './CommandState.tsx';
import { commandTitle, parameterText, reasonText } from './command-words.ts';
import classes from './commands.module.css';
import { useCommandActs } from './use-command-acts.ts';

interface CommandRowProps {
  command: commands.Command;
  assetName: string;
  /** Was sent just now from the same place. */
  isNew: boolean;
}

/** One command in a list, with its details at a press, and the release where it waits for this user. */
export function CommandRow({ command, assetName, isNew }: CommandRowProps) {
  const zone = useOwnZone();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // It stands below its form, which may be longer than what is seen, and not under the word that it was sent.
    if (isNew) row.current?.scrollIntoView({ block: 'center' });
  }, [isNew]);
  const { release, mayRelease, busyWith } = useCommandActs();
  const reason = reasonText(command, zone);
  return (
    <li ref={row} className={classes.row}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.title}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {commandTitle(command)}
          <span className={classes.dim}> {parameterText(command.command)}</span>
        </button>
        <CommandState state={command.state} />
        <time className={classes.dim} dateTime={command.created}>
          {formatDateTime(Date.parse(command.created), zone)}
        </time>
        {mayRelease(command) && !isOpen ? (
          <Button
            size="compact-sm"
            aria-label={`Release ${commandTitle(command)}`}
            loading={busyWith === command.commandId}
            onClick={() => void release(command, assetName)}
          >
            Release
          </Button>
        ) : null}
      </div>
      {reason === null || isOpen ? null : <p className={classes.reason}>{reason}</p>}
      <div id={id}>{isOpen ? <CommandDetails command={command} assetName={assetName} /> : null}</div>
    </li>
  );
}
