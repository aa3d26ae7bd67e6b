import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './line-note.module.css';

/** One line above a picture for what is wrong with it while there is still something to see. */
export function LineNote({ children: text }: { children: string }) {
  return (
    <p className={classes.note} role="status" title={text}>
      <IconAlertTriangle className={classes.icon} size={14} aria-hidden />
      <span className={classes.text}>{text}</span>
    </p>
  );
}
