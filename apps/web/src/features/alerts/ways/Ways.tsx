import { ownership } from '@telltale/contract';
import { useSessionStore } from '#session/session-store.ts';
import { TextGateway } from './TextGateway.tsx';
import { Webhooks } from './Webhooks.tsx';
import classes from './ways.module.css';

/** Where machines are told, and what sends texts to phones. */
export function Ways() {
  // It sends for users of all units.
  const isRoot = useSessionStore((session) => session.user?.adminId) === ownership.ROOT_ADMIN_ID;
  return (
    <div className={classes.ways}>
      <Webhooks />
      {isRoot ? <TextGateway /> : null}
    </div>
  );
}
