import type { ReactNode } from 'react';
import classes from './choice-list.module.css';

interface Choice {
  id: number;
  title: ReactNode;
  note: ReactNode;
}

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  /** The one that is shown or open; it takes the focus of a dialog that opens. */
  current: number | undefined;
  onChoose: (id: number) => void;
  className?: string | undefined;
}

/** A list to choose one of, each with a line about it. */
export function ChoiceList({ label, choices, current, onChoose, className }: ChoiceListProps) {
  return (
    <ol className={`${classes.list} ${className ?? ''}`} aria-label={label}>
      {choices.map(({ id, title, note }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.choice}
            aria-current={id === current || undefined}
            data-autofocus={id === current || undefined}
            onClick={() => onChoose(id)}
          >
            <span className={classes.title}>{title}</span>
            <span className={classes.note}>{note}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
