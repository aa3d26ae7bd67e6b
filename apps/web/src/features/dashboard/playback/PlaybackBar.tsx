import { ActionIcon, Button, Popover, SegmentedControl, Select } from '@mantine/core';
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
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
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { AssetItem } from '#tile-kit/readings.ts';
import { toast } from '#ui/toast.ts';
import { useNow } from '#ui/use-now.ts';
import { LiveButton } from './LiveButton.tsx';
import classes from './playback.module.css';
import { usePlayback, usePlayerState } from './playback.ts';
import { clampTo, neighbourMark, type PlaybackSpan, QUICK_RANGES, quickLabel, stepOfSpan } from './playback-span.ts';
import { SPEEDS } from './player.ts';
import { Scrubber } from './Scrubber.tsx';
import { useMarks } from './use-marks.ts';
import { findChange, usePreview, usePreviewItem } from './use-preview.ts';

const PlaybackDates = lazy(async () => ({ default: (await import('./PlaybackDates.tsx')).PlaybackDates }));

interface PlaybackBarProps {
  span: PlaybackSpan;
  onSpan: (span: PlaybackSpan) => void;
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
  const { zone, readings } = useDashboardScope();
  const nowMs = useNow();
  const { marks, isFailed } = useMarks(assetIds(), span);
  const previewItem = usePreviewItem(items);
  const preview = usePreview(previewItem, span);
  const [isChoosing, setChoosing] = useState(false);
  const atMs = pastMs ?? Math.min(nowMs, span.endMs);
  const stepMs = stepOfSpan(span);
  const before = neighbourMark(marks, atMs, 'before');
  const after = neighbourMark(marks, atMs, 'after');
  const missing = isFailed ? 'Alarms and events could not be loaded' : 'No further alarm or event in this stretch';

  function togglePlay(): void {
    if (isPlaying) player.pause();
    else {
      // From the present, or from the end, it begins anew.
      if (pastMs === undefined || pastMs >= span.endMs) player.goTo(span.startMs);
      player.play(span.endMs);
    }
  }

  async function jumpToChange(side: 'before' | 'after'): Promise<void> {
    if (previewItem === undefined) return;
    const found = await findChange(previewItem, atMs, side).catch((error: unknown) => messageOf(error));
    if (typeof found === 'string') toast(found, 'error');
    else if (found === null) toast(side === 'before' ? 'It did not change before.' : 'It did not change after.');
    else player.goTo(found);
  }

  function setRange(next: PlaybackSpan): void {
    onSpan(next);
    if (player.read().atMs !== undefined) player.goTo(clampTo(next, atMs));
    if (isPlaying) player.play(next.endMs);
  }

  function setQuick(label: string): void {
    const quick = QUICK_RANGES.find((range) => range.label === label);
    if (quick === undefined) setChoosing(true);
    else setRange({ startMs: span.endMs - quick.spanMs, endMs: span.endMs });
  }

  return (
    <section className={classes.bar} aria-label="Playback" data-past={pastMs !== undefined || undefined}>
      <div className={classes.track}>
        <Scrubber
          span={span}
          atMs={atMs}
          marks={marks}
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
          <Jump mark={before} missing={missing} onGo={(timeMs) => player.goTo(timeMs)} isBack />
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
          <Jump mark={after} missing={missing} onGo={(timeMs) => player.goTo(timeMs)} />
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
              isBusy && 'Loading…'
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

interface JumpProps {
  mark: { timeMs: number; text: string } | undefined;
  missing: string;
  isBack?: boolean;
  onGo: (timeMs: number) => void;
}

/** To the alarm or event before or after. */
function Jump({ mark, missing, isBack = false, onGo }: JumpProps) {
  const name = isBack ? 'Previous alarm or event' : 'Next alarm or event';
  return (
    <ActionIcon
      className={classes.tool}
      aria-label={name}
      title={mark === undefined ? missing : `${name}: ${mark.text}`}
      disabled={mark === undefined}
      onClick={() => mark !== undefined && onGo(mark.timeMs)}
    >
      {isBack ? <IconArrowBarToLeft size={19} /> : <IconArrowBarToRight size={19} />}
    </ActionIcon>
  );
}
