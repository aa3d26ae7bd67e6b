import type { alarmLists } from '@telltale/contract';
import { floodReasonText } from '@telltale/domain/alarms/flood/flood-words.ts';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { whyOfAlarm } from '#actions/why.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import type { AlarmColumn } from './alarm-columns.tsx';
import classes from './alarm-grid.module.css';

interface AlarmLineProps {
  /** Undefined: it has not been answered yet. */
  line: alarmLists.ListedAlarm | undefined;
  index: number;
  top: number;
  height: number;
  columns: readonly AlarmColumn[];
  zone: string;
  isActive: boolean;
  isSelected: boolean;
  onFocus: () => void;
  onShow: (line: alarmLists.ListedAlarm) => void;
  box: ReactNode;
}

/** One alarm. */
export function AlarmLine(props: AlarmLineProps) {
  const { line, index, top, height, columns, zone, isActive, isSelected, onFocus, onShow, box } = props;
  const palette = usePalette();
  const place = { height, transform: `translateY(${top}px)` };
  if (line === undefined) {
    return (
      <tr aria-rowindex={index + 2} aria-busy="true" className={classes.line} style={place}>
        <td className={classes.waiting} />
      </tr>
    );
  }
  const open = (event: MouseEvent) => {
    // Links and boxes in a cell answer for themselves, and so does text being marked.
    const isOwnControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!isOwnControl && !window.getSelection()?.toString()) onShow(line);
  };
  const isUrgent = !line.ended && line.shelved === null && line.alarmStatus !== 2 && line.alarmStatus !== null;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classes.line}
      {...whyOfAlarm(line, line.lastRaised)}
      data-index={index}
      data-active={isActive}
      data-urgent={isUrgent}
      data-role={line.floodPlace?.role}
      style={{ ...place, '--severity': severityFill(palette, line.severity) } as CSSProperties}
      onFocus={onFocus}
      onClick={open}
    >
      <td className={classes.box}>{box}</td>
      {columns.map(({ id, cell }) => (
        <td key={id} className={classes.cell} data-column={id}>
          {cell(line, zone)}
        </td>
      ))}
      {line.floodPlace ? (
        <td className={classes.why} aria-colspan={columns.length}>
          {floodReasonText(line.floodPlace)}
        </td>
      ) : null}
    </tr>
  );
}
