import { Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cloneElement } from 'react';
import { Link } from 'wouter';
import { alarmPageQuery } from '#api/alarm-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { Age } from '#ui/feedback/Age.tsx';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { useOpening } from '#ui/menu/use-opening.ts';
import classes from './alarm-panel.module.css';
import { MuteButton } from './MuteButton.tsx';

const LISTED = 8;

/** The bell with what it opens, which is open as it is first drawn. */
export function AlarmBellPanel({ button }: { button: MenuButton }) {
  const { isOpen, setOpen, target } = useOpening();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Alarms">
        {isOpen ? <MostUrgent onClose={() => setOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The most urgent alarms, each leading to its asset's dashboard when it was raised. */
function MostUrgent({ onClose }: { onClose: () => void }) {
  const query = useQuery(alarmPageQuery({ limit: LISTED }));
  const palette = usePalette();
  const zone = useOwnZone();
  const { data } = query;
  return (
    <div className={classes.panel}>
      <Pending query={query} label="Loading the alarms" failure="The alarms could not be loaded." rows={4} />
      {data?.total === 0 ? <p className={classes.none}>No alarm is open.</p> : null}
      <ul className={classes.list}>
        {data?.alarms.map(({ assetId, alarmDefinitionId, name, assetName, severity, raised, alarmStatus }) => (
          <li key={`${assetId} ${alarmDefinitionId}`}>
            <Link
              className={classes.alarm}
              href={`/assets/${assetId}/dashboard?t=${encodeURIComponent(raised)}`}
              onClick={onClose}
            >
              <span
                className={classes.mark}
                data-seen={alarmStatus === 2}
                style={{ '--severity': severityFill(palette, severity) } as React.CSSProperties}
                aria-hidden
              />
              <span className={classes.words}>
                {name}
                <span className={classes.dim}>
                  {assetName} · severity {severity}
                  {alarmStatus === 2 ? ' · acknowledged' : ''}
                </span>
              </span>
              <span className={classes.dim}>
                <Age timeMs={Date.parse(raised)} zone={zone} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button component={Link} href="/alarms" onClick={onClose}>
          {data && data.total > LISTED ? `All ${data.total.toLocaleString('en')} alarms` : 'Alarms'}
        </Button>
        <MuteButton />
      </div>
    </div>
  );
}
