import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';
import { saveOwnAttribute } from '#session/own-attributes.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useRights } from '../subject/use-rights.ts';
import classes from './time.module.css';
import { ZONE_KEY, type ZoneOffer } from './zones.ts';

interface KeepZoneProps {
  zones: ZoneOffer;
  /** The address names a zone that the dashboard and the user have not. */
  isChosen: boolean;
  /** It is kept: the address need not name it any more. */
  onKept: () => void;
}

/** Keeps the zone in use: for oneself on every dashboard, or for everybody on this one. */
export function KeepZone({ zones, isChosen, onKept }: KeepZoneProps) {
  const zone = useZone();
  const isPast = useIsPast();
  const { dispatch } = useDashboard();
  const { mayEdit, mayChangeOwn } = useRights();
  const mine = useMutation({
    mutationFn: (zone: string) => saveOwnAttribute(ZONE_KEY, zone),
    onSuccess: () => zones.dashboard === undefined && onKept(),
  });

  return (
    <div className={classes.keep}>
      {mayChangeOwn && isChosen && zone !== zones.user ? (
        <Button size="compact-sm" variant="default" loading={mine.isPending} onClick={() => mine.mutate(zone)}>
          Keep as my zone
        </Button>
      ) : null}
      {mayEdit && !isPast && zone !== zones.dashboard ? (
        <Button
          size="compact-sm"
          variant="default"
          title="For everybody who opens this dashboard, once it is saved"
          onClick={() => {
            dispatch({ type: 'edit', edit: { kind: 'set-zone', zone } });
            onKept();
          }}
        >
          Set for this dashboard
        </Button>
      ) : null}
      {mayEdit && !isPast && zones.dashboard !== undefined ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'edit', edit: { kind: 'set-zone', zone: undefined } })}
        >
          Take the dashboard's away
        </Button>
      ) : null}
      {mine.error === null ? null : (
        <p className={classes.note} role="alert" data-fault>
          {`The zone was not saved. ${messageOf(mine.error)}`}
        </p>
      )}
    </div>
  );
}
