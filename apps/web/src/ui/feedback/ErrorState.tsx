import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state.module.css';

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** Why, if known, and what to do. */
  message?: string;
  onRetry?: () => void;
  /** Another way out than trying again, e.g. a link. */
  children?: ReactNode;
}

/** Stands where a list or picture would be when it could not be had: says what happened and offers the way out. */
export function ErrorState({ title, message, onRetry, children }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.errorIcon}>
        <IconAlertTriangle size={28} stroke={1.5} />
      </span>
      <p className={classes.title}>{title}</p>
      {message ? <p className={classes.text}>{message}</p> : null}
      {onRetry || children ? (
        <div className={classes.actions}>
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {children}
        </div>
      ) : null}
    </div>
  );
}
