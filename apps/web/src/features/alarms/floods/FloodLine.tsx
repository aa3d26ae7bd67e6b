import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { alarmFloods, alarmLists } from '@telltale/contract';
import type { CSSProperties, MouseEvent } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import grid from '../list/alarm-grid.module.css';
import { firstOutText, floodCountText, floodTimesText } from './flood-text.ts';
import classes from './floods.module.css';

interface FloodLineProps {
  line: alarmLists.ListedAlarm;
  flood: alarmFloods.FloodRow;
  index: number;
  top: number;
  height: number;
  /** How many columns alarms have. */
  columns: number;
  isActive: boolean;
  chosen: 'all' | 'some' | 'none';
  onFocus: () => void;
  onToggle: (flood: alarmFloods.FloodRow) => void;
  onSelect: (line: alarmLists.ListedAlarm) => void;
}

/** So many severities are told one by one. */
const TOLD = 4;

/** A flood as one line: how many alarms, since when, and which was the first. */
export function FloodLine(props: FloodLineProps) {
  const { line, flood, index, top, height, columns, isActive, chosen, onFocus, onToggle, onSelect } = props;
  const palette = usePalette();
  const times = floodTimesText(flood, useOwnZone(), useNow());
  const { severities, unacknowledged, isOpened } = flood;
  const worst = severities[0]?.severity ?? line.severity;
  const fill = (severity: number) => ({ '--severity': severityFill(palette, severity) }) as CSSProperties;
  const more = severities.slice(TOLD).reduce((sum, { alarms }) => sum + alarms, 0);
  const toggle = (event: MouseEvent) => {
    const isOwnControl = event.target instanceof Element && event.target.closest('button, input, label');
    if (!isOwnControl && !window.getSelection()?.toString()) onToggle(flood);
  };
  const Chevron = isOpened ? IconChevronDown : IconChevronRight;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={chosen === 'all'}
      tabIndex={isActive ? 0 : -1}
      className={grid.line}
      data-index={index}
      data-active={isActive}
      data-urgent={unacknowledged > 0 && !line.ended}
      data-flood="true"
      style={{ height, transform: `translateY(${top}px)`, ...fill(worst) }}
      onFocus={onFocus}
      onClick={toggle}
    >
      <td className={grid.box}>
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={`Select the flood of ${firstOutText(flood)}`}
          checked={chosen === 'all'}
          indeterminate={chosen === 'some'}
          onChange={() => onSelect(line)}
        />
      </td>
      <td className={classes.flood} aria-colspan={columns}>
        <button
          type="button"
          tabIndex={-1}
          className={classes.toggle}
          aria-expanded={isOpened}
          aria-label={`Alarms of the flood of ${firstOutText(flood)}`}
          onClick={() => onToggle(flood)}
        >
          <Chevron size={16} aria-hidden />
        </button>
        <span className={classes.words}>
          <strong>Flood:</strong> {floodCountText(flood)} {times}
          <span className={classes.first}>
            <span className={classes.dot}> · </span>first out: {firstOutText(flood)}
          </span>
        </span>
        <span className={classes.figures}>
          {severities.slice(0, TOLD).map(({ severity, alarms }) => (
            <span key={severity} className={classes.severity} style={fill(severity)}>
              <span className={grid.mark} aria-hidden />
              {`${alarms.toLocaleString('en')} of severity ${severity}`}
            </span>
          ))}
          {more > 0 ? <span className={classes.more}>{more.toLocaleString('en')} lower</span> : null}
          <span>
            {unacknowledged > 0 ? `${unacknowledged.toLocaleString('en')} not acknowledged` : 'all acknowledged'}
          </span>
        </span>
      </td>
    </tr>
  );
}
