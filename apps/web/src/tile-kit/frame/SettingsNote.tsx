import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './settings-note.module.css';

/** Says over a tile which of its stored settings could not be read; the rest of it works. */
export function SettingsNote({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null;
  const names = faults.join(', ');
  return (
    <p className={classes.note} role="note" title={`Could not be read, so the defaults stand in: ${names}`}>
      <IconAlertTriangle size={12} aria-hidden />
      <span className={classes.text}>Settings not read: {names}</span>
    </p>
  );
}
