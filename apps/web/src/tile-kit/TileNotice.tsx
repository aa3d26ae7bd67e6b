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
      <p className={classes.noticeTitle}>{title}</p>
      {text !== undefined && <pre className={classes.noticeText}>{text}</pre>}
      {onRetry !== undefined && (
        <button type="button" className={classes.noticeButton} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
