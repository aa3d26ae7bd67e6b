import { ActionIcon, Button, Popover, SegmentedControl, Select } from '@mantine/core';
import {
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconX,
} from '@tabler/icons-react';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useLive } from '#live/use-live.ts';
import type { AssetItem } from '#readings/readings.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import classes from '../playback.module.css';
import { usePlayback, usePlayerState } from '../playback.ts';
import { SPEEDS } from '../player.ts';
import { JumpButton } from './JumpButton.tsx';
import { LiveButton } from './LiveButton.tsx';
import { type BarSpan, clampTo, playsTo, QUICK_RANGES, quickLabel, spanAround, stepOfSpan } from './playback-span.ts';
import { Scrubber } from './Scrubber.tsx';
import { useMarks } from './use-marks.ts';
import { findChange, usePreview, usePreviewItem } from './use-preview.ts';

const PlaybackDates = lazy(async () => ({ default: (await import('./PlaybackDates.tsx')).PlaybackDates }));

interface PlaybackBarProps {
  span: BarSpan;
  onSpan: (span: BarSpan) => void;
  onClose: () => void;
  /** What the tiles show: the line of one of them is drawn behind the scrubber. */
  items: readonly AssetItem[];
}

const speedChoices = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }));
const CUSTOM = 'Custom';

/** Moves the whole dashboard through its past (spec 1 §2): play and pause, start and end, quick ranges, speed. */
export function PlaybackBar({ span, onSpan, onClose, items }: PlaybackBarProps) {
  const { player, assetIds } = usePlayback();
  const { atMs: pastMs, isPlaying, speed, isBusy, problem } = usePlayerState();
  const { clock } = useLive();
  const { zone, readings, asset } = useDashboardScope();
  const nowMs = useNow();
  // The asset's own alarms, too, where no tile reads a value of it.
  const watched = [...new Set([...(isAsset(asset.assetId) ? [asset.assetId] : []), ...assetIds()])];
  const marks = useMarks(watched, span);
  const previewItem = usePreviewItem(items);
  const preview = usePreview(previewItem, span);
  const [isChoosing, setChoosing] = useState(false);
  const atMs = pastMs ?? Math.min(nowMs, span.endMs);
  const stepMs = stepOfSpan(span);
  const jumps = { marks, atMs: pastMs ?? clock.now(), isLive: pastMs === undefined, onGo: goToMark };

  function togglePlay(): void {
    if (isPlaying) player.pause();
    else {
      // From the present, or from the end, it begins anew.
      if (pastMs === undefined || pastMs >= playsTo(span)) player.goTo(span.startMs);
      player.play(playsTo(span));
    }
  }

  async function jumpToChange(side: 'before' | 'after'): Promise<void> {
    if (previewItem === undefined) return;
    const found = await findChange(previewItem, atMs, side).catch((error: unknown) => messageOf(error));
    if (typeof found === 'string') toast(found, 'error');
    else if (found === null) toast(side === 'before' ? 'It did not change before.' : 'It did not change after.');
    else player.goTo(found);
  }

  function setRange(next: BarSpan): void {
    onSpan(next);
    if (player.read().atMs !== undefined) player.goTo(clampTo(next, atMs));
    if (isPlaying) player.play(playsTo(next));
  }

  /** To where something happened: where that lies outside of the stretch, the stretch goes there. */
  function goToMark(timeMs: number): void {
    const { startMs, endMs } = span;
    if (timeMs < startMs || timeMs > endMs) {
      const next = spanAround(timeMs, endMs - startMs, clock.now());
      onSpan(next);
      if (isPlaying) player.play(playsTo(next));
    }
    player.goTo(timeMs);
  }

  function setQuick(label: string): void {
    const quick = QUICK_RANGES.find((range) => range.label === label);
    if (quick === undefined) setChoosing(true);
    else setRange({ ...span, startMs: span.endMs - quick.spanMs });
  }

  return (
    <section className={classes.bar} aria-label="Playback" data-past={pastMs !== undefined || undefined}>
      <div className={classes.track}>
        <Scrubber
          span={span}
          atMs={atMs}
          marks={marks.marks}
          preview={preview}
          onGo={(timeMs) => player.goTo(timeMs)}
          onTogglePlay={togglePlay}
          onChange={(side) => void jumpToChange(side)}
        />
        <div className={classes.ends}>
          <span>{formatDateTime(span.startMs, zone)}</span>
          {preview !== undefined && previewItem !== undefined && (
            <span className={classes.lineName}>{readings.read(previewItem).name}</span>
          )}
          <span>{formatDateTime(span.endMs, zone)}</span>
        </div>
      </div>
      <div className={classes.controls}>
        <div className={classes.buttons}>
          <JumpButton side="before" {...jumps} />
          <ActionIcon
            className={classes.tool}
            aria-label="Step back"
            title="Step back"
            onClick={() => player.goTo(clampTo(span, atMs - stepMs))}
          >
            <IconChevronLeft size={20} />
          </ActionIcon>
          <ActionIcon
            className={classes.play}
            variant="filled"
            color="accent"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            title={isPlaying ? 'Pause' : 'Play'}
            onClick={togglePlay}
          >
            {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
          </ActionIcon>
          <ActionIcon
            className={classes.tool}
            aria-label="Step forward"
            title="Step forward"
            onClick={() => player.goTo(clampTo(span, atMs + stepMs))}
          >
            <IconChevronRight size={20} />
          </ActionIcon>
          <JumpButton side="after" {...jumps} />
          <Select
            className={classes.speed}
            aria-label="Speed"
            data={speedChoices}
            value={String(speed)}
            allowDeselect={false}
            comboboxProps={{ position: 'top' }}
            onChange={(value) => player.setSpeed(Number(value))}
          />
        </div>
        <div className={classes.moment}>
          <span className={classes.time}>
            {pastMs === undefined ? 'Live' : `${formatDateTime(pastMs, zone)} ${zoneName(pastMs, zone)}`}
          </span>
          <span className={classes.state} role="status">
            {problem !== undefined ? (
              <>
                {problem}{' '}
                <button type="button" className={classes.retry} onClick={() => player.retry()}>
                  Try again
                </button>
              </>
            ) : (
              (isBusy && 'Loading…') || (marks.isFailed && 'Alarms and events could not be loaded.')
            )}
          </span>
        </div>
        <div className={classes.ranges}>
          <SegmentedControl
            size="xs"
            aria-label="Stretch"
            data={QUICK_RANGES.map(({ label }) => label)}
            value={quickLabel(span)}
            onChange={setQuick}
          />
          <Popover opened={isChoosing} onChange={setChoosing} position="top-end" trapFocus returnFocus withinPortal>
            <Popover.Target>
              <Button
                variant={quickLabel(span) === CUSTOM ? 'light' : 'default'}
                leftSection={<IconCalendar size={15} />}
                aria-expanded={isChoosing}
                onClick={() => setChoosing(!isChoosing)}
              >
                {CUSTOM}
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <Suspense fallback={<div className={classes.datesWait} />}>
                <PlaybackDates
                  span={span}
                  nowMs={clock.now()}
                  onApply={(next) => {
                    setChoosing(false);
                    setRange(next);
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
        </div>
        <div className={classes.leave}>
          <LiveButton isLarge />
          <ActionIcon className={classes.tool} aria-label="Close playback" title="Close playback" onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </div>
      </div>
    </section>
  );
}
