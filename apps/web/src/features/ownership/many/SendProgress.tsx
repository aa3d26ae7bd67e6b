import { Progress } from '@mantine/core';
import classes from './many-users.module.css';

export interface ProgressOf {
  /** What has been done with them: 'made'. */
  readonly what: string;
  readonly done: number;
  readonly of: number;
}

/** How many of a long list have gone through. */
export function SendProgress({ progress: { what, done, of } }: { progress: ProgressOf }) {
  return (
    <div>
      <p className={classes.sum} role="status">
        {done.toLocaleString('en')} of {of.toLocaleString('en')} {what}
      </p>
      <Progress value={of === 0 ? 0 : (done / of) * 100} aria-label={`Users ${what}`} />
    </div>
  );
}
