import classes from './tile-head.module.css';

/** What a tile that has to ask for much is waiting for. */
export function TileLoading({ stage }: { stage: string }) {
  return (
    <div className={classes.loading} role="status">
      {stage}
    </div>
  );
}
