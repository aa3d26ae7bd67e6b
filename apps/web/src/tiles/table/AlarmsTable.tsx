import type { alarms } from '@telltale/contract';
import { useMemo } from 'react';
import { useMemberName, useZone } from '#tile-kit/dashboard-scope.tsx';
import { type ActivePalette, severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useCauseText } from '#tile-kit/readings/use-cause-text.ts';
import { whyOfAlarm } from '#tile-kit/readings/why-mark.ts';
import { type AlarmActs, useAlarmActs } from '#tile-kit/records/use-alarm-acts.ts';
import { useAlarms } from '#tile-kit/records/use-alarms.ts';
import { AlarmButtons } from '#tiles/shared/alarms/AlarmButtons.tsx';
import { alarmStateWords } from '#tiles/shared/alarms/alarm-state-words.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import { assetColumn } from './asset-column.ts';
import { RecordTable } from './RecordTable.tsx';
import type { TableSettings } from './settings.ts';
import classes from './table.module.css';
import { timeColumn } from './time-column.tsx';

type Alarm = alarms.Alarm;
const rowKey = ({ assetId, alarmDefinitionId }: Alarm) => `${assetId}/${alarmDefinitionId}`;

/** The open alarms of the asset, or of those in a system's slots, each with a button that closes it and a menu. */
export function AlarmsTable({ settings }: { settings: TableSettings }) {
  const list = useAlarms();
  const acts = useAlarmActs();
  const zone = useZone();
  const nameOf = useMemberName();
  const palette = usePalette();
  const causeText = useCauseText();
  const columns = useMemo(
    () => [...assetColumn<Alarm>(nameOf), ...columnsOf({ zone, acts, palette, causeText })],
    [nameOf, zone, acts, palette, causeText],
  );
  return <RecordTable settings={settings} list={list} columns={columns} rowKey={rowKey} minWidth={784} />;
}

interface Shown {
  zone: string;
  acts: AlarmActs;
  palette: ActivePalette;
  causeText: (alarm: Alarm) => string;
}

function columnsOf({ zone, acts, palette, causeText }: Shown): readonly TableColumn<Alarm>[] {
  return [
    { id: 'name', header: 'Name', value: ({ name }) => name },
    { id: 'reason', header: 'Reason', value: ({ reason }) => reason || null },
    {
      id: 'cause',
      header: 'Cause',
      value: (alarm) => causeText(alarm) || null,
      cell: (alarm) => (
        <span {...whyOfAlarm(alarm, alarm.lastRaised)}>
          <Full text={causeText(alarm)} />
        </span>
      ),
    },
    timeColumn('Last Raised', zone, ({ lastRaised }: Alarm) => lastRaised),
    {
      id: 'severity',
      header: 'Severity',
      width: '128px',
      value: ({ severity }) => severity,
      cell: (alarm) => (
        <span className={classes.severity}>
          <span className={classes.dot} style={{ background: severityFill(palette, alarm.severity) }} />
          {alarm.severity}
          <span className={classes.state}>{alarmStateWords(alarm, zone)}</span>
        </span>
      ),
    },
    { id: 'count', header: 'Count', width: '68px', align: 'end', value: ({ count }) => count },
    {
      id: 'close',
      header: '',
      width: '164px',
      sortable: false,
      value: () => null,
      cell: (alarm, isActive) => <AlarmButtons alarm={alarm} acts={acts} isReached={isActive} />,
    },
  ];
}

function Full({ text }: { text: string }) {
  return text === '' ? <span className={classes.none}>–</span> : <span title={text}>{text}</span>;
}
