import type { commands } from '@telltale/contract';
import { resultText, whyOfEffect } from '#pages/commands/command-words.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from './commands-page.module.css';

interface CommandResultProps {
  command: commands.Command;
  /** What does not fit into so many is cut: opening the row tells all of it. */
  lines: 1 | 2;
}

/** Why a command came to nothing, or what was recorded of it. */
export function CommandResult({ command, lines }: CommandResultProps) {
  const zone = useOwnZone();
  const text = resultText(command, zone);
  if (text === null) return null;
  return (
    <span {...(lines === 2 ? { className: classes.result } : {})} {...whyOfEffect(command)}>
      {text}
    </span>
  );
}
