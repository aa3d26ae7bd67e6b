import type { ReactNode } from 'react';
import classes from './tile-head.module.css';

interface TileHeadProps {
  title: string;
  /** What is said below the title. */
  note: ReactNode;
  /** What can be done with the tile. */
  children: ReactNode;
}

/** The head of a tile that fills its frame with a document of its own: of what it is, and its tools. */
export function TileHead({ title, note, children }: TileHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.text}>
        <h3 className={classes.title}>{title}</h3>
        {note}
      </div>
      {children}
    </header>
  );
}
