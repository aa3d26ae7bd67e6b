import type { ReactNode } from 'react';
import classes from './tile-message.module.css';

interface TileMessageProps {
  children: ReactNode;
  icon?: ReactNode;
}

/** A sentence in place of a tile's picture. */
export function TileMessage({ children, icon }: TileMessageProps) {
  return (
    <div className={classes.message}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      <p className={classes.text}>{children}</p>
    </div>
  );
}
