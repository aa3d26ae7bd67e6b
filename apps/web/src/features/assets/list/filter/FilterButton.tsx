import type { ReactNode } from 'react';
import classes from '../../assets.module.css';

interface FilterButtonProps {
  isOn: boolean;
  count: number;
  onToggle: () => void;
  children: ReactNode;
}

/** A filter that is on or off, with how many assets it would leave. */
export function FilterButton({ isOn, count, onToggle, children }: FilterButtonProps) {
  return (
    <button type="button" className={classes.filter} aria-pressed={isOn} onClick={onToggle}>
      <span className={classes.filterName}>{children}</span>
      <span className={classes.filterCount}>{count.toLocaleString('en')}</span>
    </button>
  );
}
