import { formatDateTime } from '@telltale/domain/format/time.ts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import classes from '../playback.module.css';
import type { PlaybackMark } from './playback-marks.ts';
import { clampTo, type PlaybackSpan, stepOfSpan } from './playback-span.ts';

interface ScrubberProps {
  span: PlaybackSpan;
  /** Where the cursor stands; while live at the end. */
  atMs: number;
  marks: readonly PlaybackMark[];
  /** Points of an SVG line of 1000 by 100. */
  preview: string | undefined;
  onGo: (timeMs: number) => void;
  onTogglePlay: () => void;
  /** To where the item behind the line became another before or after. */
  onChange: (side: 'before' | 'after') => void;
}

const CHANGE_KEYS: Readonly<Record<string, 'before' | 'after'>> = { ArrowLeft: 'before', ArrowRight: 'after' };

/** Arrow keys with Shift, and Page Up and Down, go this many steps. */
const LARGE_STEP = 10;

/** The stretch of the past as a line to drag along, with what happened on it. A slider for keyboard and screen reader. */
export function Scrubber({ span, atMs, marks, preview, onGo, onTogglePlay, onChange }: ScrubberProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number>();
  const zone = useZone();
  const palette = usePalette();
  const { startMs, endMs } = span;
  const shareOf = (timeMs: number) => `${(((clampTo(span, timeMs) - startMs) / (endMs - startMs)) * 100).toFixed(3)}%`;

  function momentAt(event: PointerEvent): number {
    const box = ref.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return atMs;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return Math.round(startMs + share * (endMs - startMs));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = keyTarget(event, span, atMs);
    const change = event.ctrlKey || event.metaKey ? CHANGE_KEYS[event.key] : undefined;
    if (event.key === ' ') onTogglePlay();
    else if (change !== undefined) onChange(change);
    else if (next !== undefined) onGo(clampTo(span, next));
    else return;
    // Not the shortcuts of the dashboard, nor the scrolling of the page.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      className={classes.scrubber}
      aria-label="Moment shown"
      aria-valuemin={startMs}
      aria-valuemax={endMs}
      aria-valuenow={clampTo(span, atMs)}
      aria-valuetext={formatDateTime(atMs, zone)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onGo(momentAt(event));
      }}
      onPointerMove={(event) => {
        setHover(event.pointerType === 'mouse' || event.buttons > 0 ? momentAt(event) : undefined);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onGo(momentAt(event));
      }}
      onPointerUp={() => setHover(undefined)}
      onPointerLeave={() => setHover(undefined)}
    >
      {preview !== undefined && (
        <svg className={classes.preview} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={preview} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <div className={classes.passed} style={{ width: shareOf(atMs) }} />
      {marks.map(({ id, kind, timeMs, text, severity }) => (
        <span
          key={id}
          className={classes.mark}
          data-kind={kind}
          style={{
            left: shareOf(timeMs),
            ...(severity === undefined ? {} : { color: severityFill(palette, severity) }),
          }}
          title={`${formatDateTime(timeMs, zone)} ${text}`}
        />
      ))}
      <div className={classes.thumb} style={{ left: shareOf(atMs) }} />
      {hover !== undefined && (
        <span className={classes.hover} style={{ left: shareOf(hover) }} aria-hidden>
          {formatDateTime(hover, zone)}
        </span>
      )}
    </div>
  );
}

function keyTarget({ key, shiftKey }: KeyboardEvent, span: PlaybackSpan, atMs: number): number | undefined {
  const step = stepOfSpan(span);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return atMs - step * (shiftKey ? LARGE_STEP : 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return atMs + step * (shiftKey ? LARGE_STEP : 1);
    case 'PageDown':
      return atMs - step * LARGE_STEP;
    case 'PageUp':
      return atMs + step * LARGE_STEP;
    case 'Home':
      return span.startMs;
    case 'End':
      return span.endMs;
    default:
      return undefined;
  }
}
