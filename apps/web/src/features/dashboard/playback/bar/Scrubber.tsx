import { formatDateTime } from '@telltale/domain/format/time.ts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { pressKey } from '#ui/keys.ts';
import type { PlaybackMark } from './playback-marks.ts';
import { clampTo, type PlaybackSpan, stepOfSpan } from './playback-span.ts';
import classes from './scrubber.module.css';

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
    const step = stepOfSpan(span);
    const to = (next: number) => () => onGo(clampTo(span, next));
    const [back, forth] = [to(atMs - step), to(atMs + step)];
    const [farBack, farForth] = [to(atMs - step * LARGE_STEP), to(atMs + step * LARGE_STEP)];
    const did = pressKey(event, {
      ' ': onTogglePlay,
      'Mod+ArrowLeft': () => onChange('before'),
      'Mod+ArrowRight': () => onChange('after'),
      ArrowLeft: back,
      ArrowDown: back,
      ArrowRight: forth,
      ArrowUp: forth,
      'Shift+ArrowLeft': farBack,
      'Shift+ArrowDown': farBack,
      'Shift+ArrowRight': farForth,
      'Shift+ArrowUp': farForth,
      PageDown: farBack,
      PageUp: farForth,
      Home: to(span.startMs),
      End: to(span.endMs),
    });
    // Not the shortcuts of the dashboard either.
    if (did) event.stopPropagation();
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
