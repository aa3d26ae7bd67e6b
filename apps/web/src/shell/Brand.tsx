import { portalName } from '#ui/page/portal-name.ts';
import classes from './navigation.module.css';

/** The mark, a small pointer instrument, and the name. */
export function Brand() {
  return (
    <>
      <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 17a8.5 8.5 0 1 1 16 0" />
        <path className={classes.needle} d="m12 15 4.5-6.5" />
        <circle cx="12" cy="15.5" r="2" />
      </svg>
      <span>{portalName()}</span>
    </>
  );
}
