import type { ReactNode } from 'react';
import classes from './state.module.css';

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  icon?: ReactNode;
}

/** Stands where a list or picture would be when there is nothing to show. */
export function EmptyState({ title, children, icon }: EmptyStateProps) {
  return (
    <div className={classes.state} role="status">
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      <p className={classes.title}>{title}</p>
      {children ? <div className={classes.text}>{children}</div> : null}
    </div>
  );
}
