import { useQuery } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetTrackQuery } from '#api/asset-queries.ts';
import { writeMiles } from '#ui/map/distance.ts';
import { type Track, trackBetween } from '#ui/map/track.ts';
import classes from './asset-map.module.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPANS = [
  ['1 hour', HOUR_MS],
  ['24 hours', DAY_MS],
  ['7 days', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
] as const;
const STEPS = 1_000;

/** A track, and another `key` when it is of another asset or span: it is brought into sight then. */
export interface ShownTrack extends Track {
  readonly key: string;
}

interface TrackBarProps {
  assetId: number;
  name: string;
  /** The moment that is looked at; undefined: its own line of time. */
  pastMs: number | undefined;
  /** IANA zone in which times are written. */
  zone: string;
  /** Stays the same between renders. */
  onTrack: (track: ShownTrack | undefined) => void;
  onClose: () => void;
}

/** The way of one asset through time: how long back, and up to which moment it is drawn. */
export function TrackBar({ assetId, name, pastMs, zone, onTrack, onClose }: TrackBarProps) {
  const [spanMs, setSpanMs] = useState<number>(DAY_MS);
  const [openedMs] = useState(() => Date.now());
  const [chosenMs, setChosenMs] = useState<number>();
  const fromMs = (pastMs ?? openedMs) - spanMs;
  const untilMs = pastMs ?? Math.max(fromMs, chosenMs ?? openedMs);
  const query = useQuery(assetTrackQuery(assetId, ...askedFor(fromMs, pastMs ?? openedMs, pastMs !== undefined)));
  const points = useMemo(() => query.data?.map(({ set, place }) => ({ atMs: Date.parse(set), place })), [query.data]);
  const track = useMemo(() => points && trackBetween(points, fromMs, untilMs), [points, fromMs, untilMs]);
  useEffect(() => {
    onTrack(track && { ...track, key: `${assetId} ${spanMs}` });
    return () => onTrack(undefined);
  }, [track, assetId, spanMs, onTrack]);
  const moment = `${formatDateTime(untilMs, zone)} ${zoneName(untilMs, zone)}`;

  return (
    <section className={classes.toolBar} aria-label={`Track of ${name}`}>
      <strong>{name}</strong>
      <select aria-label="How long back" value={spanMs} onChange={(event) => setSpanMs(Number(event.target.value))}>
        {SPANS.map(([label, ms]) => (
          <option key={ms} value={ms}>
            {label}
          </option>
        ))}
      </select>
      {pastMs === undefined ? (
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={moment}
          min={fromMs}
          max={openedMs}
          step={spanMs / STEPS}
          value={untilMs}
          onChange={(event) => setChosenMs(Number(event.currentTarget.value))}
        />
      ) : null}
      <time dateTime={new Date(untilMs).toISOString()}>{moment}</time>
      <output>{query.error === null ? describe(track, zone) : `No track. ${messageOf(query.error)}`}</output>
      {points !== undefined && points.length >= assets.MOST_TRACK_POSITIONS ? (
        <span>Only the newest {assets.MOST_TRACK_POSITIONS.toLocaleString('en')} positions.</span>
      ) : null}
      {query.error === null ? null : (
        <button type="button" onClick={() => void query.refetch()}>
          Retry
        </button>
      )}
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}

/** While a dashboard is played back one answer serves an hour of it. */
function askedFor(fromMs: number, toMs: number, isPlayed: boolean): [number, number] {
  if (!isPlayed) return [fromMs, toMs];
  const hour = Math.floor(toMs / HOUR_MS) * HOUR_MS;
  return [hour - (toMs - fromMs), hour + HOUR_MS];
}

function describe(track: Track | undefined, zone: string): string {
  if (track === undefined) return 'Loading the track…';
  if (track.lines.length === 0) return 'No position in this time.';
  const since = track.at === undefined ? 'no position since' : `there since ${formatDateTime(track.at.sinceMs, zone)}`;
  return track.miles === 0 ? `It did not move, ${since}.` : `${writeMiles(track.miles)}, ${since}.`;
}
