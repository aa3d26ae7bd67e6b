import type { ReactNode } from 'react';
import classes from './tile-message.module.css';

interface TileMessageProps {
  children: ReactNode;
  /** What to do next; left out where a tile is too small for two sentences. */
  hint?: ReactNode;
  icon?: ReactNode;
}

/** A sentence in place of a tile's picture. */
export function TileMessage({ children, hint, icon }: TileMessageProps) {
  return (
    <div className={classes.message}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      <p className={classes.text}>{children}</p>
      {hint ? <p className={classes.hint}>{hint}</p> : null}
    </div>
  );
}
