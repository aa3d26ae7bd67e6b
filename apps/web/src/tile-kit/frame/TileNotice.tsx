import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './tile-notice.module.css';

interface TileNoticeProps {
  title: string;
  text?: string;
  onRetry?: () => void;
}

/** A message in place of what a tile would show. */
export function TileNotice({ title, text, onRetry }: TileNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {onRetry !== undefined && (
        <button type="button" className={classes.button} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
