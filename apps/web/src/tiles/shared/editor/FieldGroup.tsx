import type { ReactNode } from 'react';
import classes from './editor.module.css';

interface FieldGroupProps {
  /** Without a title the fields stand alone. */
  title?: string;
  children: ReactNode;
}

/** Fields in as many columns as there is room for. */
export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      {title === undefined ? null : <legend className={classes.legend}>{title}</legend>}
      <div className={classes.grid}>{children}</div>
    </fieldset>
  );
}
