import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { alarmFloods } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { firstOutText } from '../floods/flood-text.ts';
import { FigureCell, HealthTable, SeverityMark } from './HealthTable.tsx';
import classes from './health.module.css';
import { FLOODS_AT_FIRST, floodsQuery } from './health-queries.ts';

const AT_MOST = 1_000;

/** The floods of the time, newest first, each with what came first. */
export function FloodList({ asked }: { asked: Parameters<typeof floodsQuery>[0] }) {
  const [isWhole, setWhole] = useState(false);
  const limit = isWhole ? AT_MOST : FLOODS_AT_FIRST;
  const query = useQuery({ ...floodsQuery({ ...asked, limit }), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <section aria-label="Floods" className={classes.actors}>
      <h2 className={classes.caption}>
        Floods <span className={classes.dim}>· newest first, each until fewer than 5 alarms came in 10 minutes</span>
      </h2>
      <Pending query={query} label="Looking for floods" failure="The floods could not be loaded." rows={3} />
      {data?.total === 0 ? <p className={classes.dim}>There was no flood in this time.</p> : null}
      {data && data.total > 0 ? <FloodTable floods={data.floods} /> : null}
      {data && data.total > data.floods.length && !isWhole ? (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setWhole(true)}>
          Show all {data.total.toLocaleString('en')} floods
        </Button>
      ) : null}
    </section>
  );
}

const COLUMNS = [
  { name: 'Began' },
  { name: 'Length', figures: 'narrow' },
  { name: 'Alarms', figures: 'narrow' },
  { name: 'Assets', figures: 'wide' },
  { name: 'First out' },
] as const;

function FloodTable({ floods }: { floods: readonly alarmFloods.Flood[] }) {
  const zone = useOwnZone();
  return (
    <HealthTable columns={COLUMNS}>
      {floods.map((flood) => (
        <tr key={flood.floodId}>
          <th scope="row">
            <Link className={classes.back} href={alarmsOf(flood)}>
              {formatDateTime(Date.parse(flood.from), zone)}
            </Link>
          </th>
          <FigureCell>{lengthText(flood)}</FigureCell>
          <FigureCell>{flood.alarms}</FigureCell>
          <FigureCell isWide>{flood.assets}</FigureCell>
          <td>
            <span className={classes.firstOut}>
              <SeverityMark severity={flood.firstOut.severity} />
              {firstOutText(flood)}
            </span>
          </td>
        </tr>
      ))}
    </HealthTable>
  );
}

/** The list of its alarms: those that have ended, or of one that goes on those that are open. */
function alarmsOf({ from, last, until }: alarmFloods.Flood): string {
  const span = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(last)}`;
  return until === null ? `/alarms?from=${encodeURIComponent(from)}` : `/alarms?view=past&${span}`;
}

function lengthText({ from, until }: alarmFloods.Flood): string {
  if (until === null) return 'goes on';
  const minutes = Math.round((Date.parse(until) - Date.parse(from)) / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
