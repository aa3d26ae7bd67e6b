import { Link } from 'wouter';
import { useSessionStore } from '#session/session-store.ts';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import classes from './seismic.module.css';

/** Stands where the own stations' events would be for who may not see them. */
export function LoginHint() {
  const hasSession = useSessionStore(({ state }) => state === 'valid');
  if (hasSession) return <MissingPermission what="assets" permission="AssetsView" />;
  return (
    <p className={classes.hint}>
      <Link href="/login">Log in</Link> to see what your stations have noticed, your assets on the map, and the feeds of
      your regions.
    </p>
  );
}
