import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './TileFrame.module.css';

interface TileNoticeProps {
  title: string;
  text?: string;
  onRetry?: () => void;
}

/** A message in place of what a tile would show. */
export function TileNotice({ title, text, onRetry }: TileNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle className={classes.noticeIcon} size={20} stroke={1.5} aria-hidden />
      <p className={classes.noticeTitle}>{title}</p>
      {text !== undefined && <p className={classes.noticeText}>{text}</p>}
      {onRetry !== undefined && (
        <button type="button" className={classes.noticeButton} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
