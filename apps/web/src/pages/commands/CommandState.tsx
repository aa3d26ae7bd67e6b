import { IconAlertTriangle, IconCheck, IconCircleDot, IconClock } from '@tabler/icons-react';
import type { commands } from '@telltale/contract';
import { stateWords, type Tone } from './command-words.ts';
import classes from './commands.module.css';

const icons: Readonly<Record<Tone, typeof IconClock>> = {
  waiting: IconClock,
  good: IconCheck,
  bad: IconAlertTriangle,
  plain: IconCircleDot,
};

/** How a command stands, in a word and a sign of its own. */
export function CommandState({ state }: { state: commands.CommandState }) {
  const { word, tone, hint } = stateWords(state);
  const Icon = icons[tone];
  return (
    <span className={classes.state} data-tone={tone} title={hint}>
      <Icon size={14} aria-hidden />
      {word}
    </span>
  );
}
