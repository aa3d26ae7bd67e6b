import { useQuery } from '@tanstack/react-query';
import { devices } from '@telltale/contract';
import { formatTimeOfDay } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import type { TokenKind } from '../recipes/recipe.ts';
import classes from './arrivals.module.css';

/** The live feed does not tell what is set aside, so the list of it is asked for anew while somebody looks: what comes in is shown within a second. */
const POLL_MS = 500;
const MOST_SHOWN = 20;

/** What the asset or the gateway sent and could not be stored, newest first, and why. */
export function RefusalList({ kind, id }: { kind: TokenKind; id: number }) {
  const zone = useOwnZone();
  const { data, error } = useQuery({
    queryKey: queryKeys.quarantine(kind, id),
    queryFn: ({ signal }) =>
      kind === 'asset'
        ? callApi(devices.listQuarantine, { params: { assetId: id }, signal })
        : callApi(devices.listGatewayQuarantine, { params: { gatewayId: id }, signal }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const entries = data?.entries ?? [];
  return (
    <section className={classes.part}>
      <h3 className={classes.heading} id="refused">
        Refused
      </h3>
      {data === undefined && error !== null ? (
        <p className={classes.hint} role="status">
          What was refused could not be loaded. {messageOf(error)}
        </p>
      ) : null}
      {data !== undefined && entries.length === 0 ? <p className={classes.hint}>Nothing was refused.</p> : null}
      <ul className={classes.refusals} aria-labelledby="refused" aria-live="polite">
        {entries.slice(0, MOST_SHOWN).map(({ received, reason, label, excerpt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and what is new comes before the others
          <li key={entries.length - index} className={classes.refusal}>
            <span className={classes.reason}>{label === null ? reason : `${label}: ${reason}`}</span>
            <code className={classes.excerpt}>{excerpt}</code>
            <time className={classes.time} dateTime={received}>
              {formatTimeOfDay(Date.parse(received), zone)}
            </time>
          </li>
        ))}
      </ul>
      {entries.length > MOST_SHOWN ? (
        <p className={classes.hint}>And {entries.length - MOST_SHOWN} before them.</p>
      ) : null}
    </section>
  );
}
