import classes from './calculated-badge.module.css';

/** Beside the name of a data item that the portal calculates. */
export function CalculatedBadge() {
  return <span className={classes.badge}>calculated</span>;
}
