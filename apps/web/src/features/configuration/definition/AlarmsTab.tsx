import type { alarmDefinitions } from '@telltale/contract';
import { useLayoutSize } from '#ui/layout-size.ts';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import { type AlarmIcons, AlarmPanel } from '../alarms/AlarmPanel.tsx';
import classes from '../alarms/alarms.module.css';
import { SeverityName } from '../alarms/SeverityName.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';

type AlarmDefinition = alarmDefinitions.AlarmDefinition;

const STACKED_ROW_PX = 72;

const severity = ({ severity: of }: AlarmDefinition) => <SeverityName severity={of} />;
const expression = ({ alarmExpression }: AlarmDefinition) => (
  <span className={classes.expression} title={alarmExpression.expression}>
    {alarmExpression.expression || 'No expression: it is never raised.'}
  </span>
);

/** The alarms of a definition with what raises them. */
export function AlarmsTab(props: PanelProps) {
  const isNarrow = useLayoutSize() !== 'lg';
  return isNarrow ? (
    <AlarmPanel key="narrow" {...props} columnsOf={stackedColumns} rowHeight={STACKED_ROW_PX} />
  ) : (
    <AlarmPanel key="wide" {...props} columnsOf={wideColumns} />
  );
}

function wideColumns(icons: AlarmIcons): readonly TableColumn<AlarmDefinition>[] {
  const seconds = { align: 'end', width: '92px', hint: 'Seconds' } as const;
  return [
    { id: 'name', header: 'Name', width: '220px', value: ({ name }) => name },
    { id: 'severity', header: 'Severity', width: '130px', value: ({ severity: of }) => of, cell: severity },
    { id: 'expression', header: 'Expression', value: (one) => one.alarmExpression.expression, cell: expression },
    { id: 'escalation', header: 'Escalation', ...seconds, value: (one) => one.escalation },
    { id: 'expiration', header: 'Expiration', ...seconds, value: (one) => one.expiration },
    {
      id: 'selfAck',
      header: 'Closes by itself',
      width: '120px',
      value: ({ selfAck }) => (selfAck === 1 ? 'Yes' : 'No'),
    },
    controlsColumn({ id: 'icons', hint: 'Edit and delete', width: '124px', cell: icons }),
  ];
}

function stackedColumns(icons: AlarmIcons): readonly TableColumn<AlarmDefinition>[] {
  return [
    {
      id: 'name',
      header: 'Name, Severity, Expression',
      value: ({ name }) => name,
      cell: (alarm) => (
        <span className={classes.stackedAlarm}>
          <span>{alarm.name}</span>
          <SeverityName severity={alarm.severity} />
          {expression(alarm)}
        </span>
      ),
    },
    controlsColumn({ id: 'icons', hint: 'Edit and delete', width: '124px', cell: icons }),
  ];
}
