import type { ReactNode } from 'react';
import classes from './pane-choice.module.css';

interface PaneChoiceProps<Name extends string> {
  /** Names the choice for screen readers: 'Panes'. */
  label: string;
  /** What can be shown, each with a line below its name where there is something to say. */
  panes: readonly { name: Name; title: string; note?: ReactNode }[];
  shown: Name;
  onChoose: (name: Name) => void;
}

/** On a phone: which of the panes is shown. */
export function PaneChoice<Name extends string>({ label, panes, shown, onChoose }: PaneChoiceProps<Name>) {
  return (
    <nav className={classes.choice} aria-label={label}>
      {panes.map(({ name, title, note }) => (
        <button
          key={name}
          type="button"
          className={classes.button}
          aria-current={name === shown ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          {title}
          {note === undefined ? null : <span className={classes.note}>{note}</span>}
        </button>
      ))}
    </nav>
  );
}
