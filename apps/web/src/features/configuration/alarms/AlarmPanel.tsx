import { Button } from '@mantine/core';
import { IconChevronRight, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { alarmDefinitions, permissionId } from '@telltale/contract';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { leaveQuestion } from '#ui/feedback/leave-question.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import { PanelTable } from '../definitions/PanelTable.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { AlarmForm } from './AlarmForm.tsx';
import classes from './alarms.module.css';
import { SeverityName } from './SeverityName.tsx';

type AlarmDefinition = alarmDefinitions.AlarmDefinition;
export type AlarmIcons = (alarm: AlarmDefinition, isActive: boolean) => React.ReactNode;

/** A name, its reason, and a line with the rest. */
const STACKED_PX = 88;

/** What the form is for: a new alarm, one that there is, or nothing. */
type Editing = { alarm: AlarmDefinition | undefined; key: number } | undefined;

interface AlarmPanelProps extends PanelProps {
  /** The columns of the table, with the buttons of a row; a function of the module. */
  columnsOf?: (icons: AlarmIcons) => readonly TableColumn<AlarmDefinition>[];
  rowHeight?: number;
}

/** The alarms of a definition: a table, and the form 'Set up Alarm' (spec 2 §2.5). */
export function AlarmPanel(props: AlarmPanelProps) {
  const isNarrow = useLayoutSize() !== 'lg';
  const stacked = isNarrow && props.columnsOf === undefined ? { columnsOf: narrowColumns, rowHeight: STACKED_PX } : {};
  const { assetDefinitionId, onDirty, columnsOf = alarmColumns, rowHeight } = { ...props, ...stacked };
  const query = alarmDefinitionsQuery(assetDefinitionId);
  const list = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = list;
  const mayCreate = useMay(permissionId('Alarms', 'Create'));
  const mayModify = useMay(permissionId('Alarms', 'Modify'));
  const mayDelete = useMay(permissionId('Alarms', 'Delete'));
  const [editing, setEditing] = useState<Editing>();
  const [isFormOpen, setFormOpen] = useState(false);
  const { change, problem } = useChange();
  const formId = useId();

  const isEditing = editing !== undefined;
  const isDirty = useRef(false);
  const tellDirty = useCallback(
    (isNow: boolean) => {
      isDirty.current = isNow;
      onDirty(isNow);
    },
    [onDirty],
  );
  useEffect(() => {
    if (!isEditing) tellDirty(false);
  }, [isEditing, tellDirty]);
  /** Opens the form for one, undefined for a new one; asks before it takes away what was typed. */
  const edit = useCallback(async (alarm: AlarmDefinition | undefined) => {
    if (isDirty.current && !(await confirm(leaveQuestion))) return;
    setEditing((before) => ({ alarm, key: (before?.key ?? 0) + 1 }));
    setFormOpen(true);
  }, []);

  const columns = useMemo(() => {
    const remove = async (alarm: AlarmDefinition) => {
      const { alarmDefinitionId } = alarm;
      const params = { assetDefinitionId, alarmDefinitionId };
      const message = `The alarm ${alarm.name} will be deleted, and where it is open it closes. Are you sure?`;
      const deleted = await change({
        ask: { title: 'Delete alarm', message, confirmLabel: 'Delete' },
        said: `${alarm.name} was deleted.`,
        reload: [queryKeys.definitionAlarms(assetDefinitionId)],
        make: () => callApi(alarmDefinitions.deleteAlarmDefinition, { params }),
      });
      if (deleted) setEditing((now) => (now?.alarm?.alarmDefinitionId === alarmDefinitionId ? undefined : now));
    };
    return columnsOf((alarm, isActive) => (
      <span className={panel.icons}>
        {mayModify ? (
          <RowIcon
            label={`Edit ${alarm.name}`}
            icon={IconPencil}
            isActive={isActive}
            onClick={() => void edit(alarm)}
          />
        ) : null}
        {mayDelete ? (
          <RowIcon
            label={`Delete ${alarm.name}`}
            icon={IconTrash}
            isActive={isActive}
            onClick={() => void remove(alarm)}
          />
        ) : null}
      </span>
    ));
  }, [assetDefinitionId, mayModify, mayDelete, change, columnsOf, edit]);

  const close = () => {
    setEditing(undefined);
    setFormOpen(false);
  };
  return (
    <>
      <div className={panel.bar}>
        <button
          type="button"
          className={classes.collapse}
          aria-expanded={isFormOpen}
          aria-controls={formId}
          disabled={!mayCreate && editing === undefined}
          onClick={() => {
            if (editing === undefined) setEditing({ alarm: undefined, key: 0 });
            setFormOpen(!isFormOpen);
          }}
        >
          <IconChevronRight size={15} aria-hidden />
          Set up Alarm
        </button>
        {mayCreate ? (
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void edit(undefined)}>
            New Alarm
          </Button>
        ) : null}
      </div>
      <div id={formId} hidden={!isFormOpen || editing === undefined}>
        {editing ? (
          <AlarmForm
            key={`${editing.alarm?.alarmDefinitionId ?? 'new'} ${editing.key}`}
            assetDefinitionId={assetDefinitionId}
            alarm={editing.alarm}
            names={(data ?? []).map(({ name }) => name)}
            onDirty={tellDirty}
            onDone={close}
          />
        ) : null}
      </div>
      <Problem text={problem} />
      <Pending query={list} label="Loading the alarms" failure="The alarms could not be loaded." rows={4} />
      {data?.length === 0 ? (
        <EmptyState title="This definition has no alarms.">
          An alarm says when something is wrong: a name and an expression over the data items.
        </EmptyState>
      ) : null}
      <PanelTable
        label="Alarms"
        rows={data ?? []}
        columns={columns}
        rowKey={rowKey}
        {...(rowHeight === undefined ? {} : { rowHeight, minWidth: 0 })}
      />
    </>
  );
}

const rowKey = ({ alarmDefinitionId }: AlarmDefinition) => String(alarmDefinitionId);

function alarmColumns(icons: AlarmIcons): readonly TableColumn<AlarmDefinition>[] {
  const number = { align: 'end', width: '96px', sortable: false } as const;
  return [
    { id: 'name', header: 'Name', value: ({ name }) => name, sortable: false },
    { id: 'reason', header: 'Reason', value: ({ reason }) => reason, sortable: false },
    {
      ...{ id: 'severity', header: 'Severity', width: '124px', sortable: false, value: (one) => one.severity },
      cell: ({ severity }) => <SeverityName severity={severity} />,
    },
    { id: 'escalation', header: 'Escalation', ...number, hint: 'Seconds', value: ({ escalation }) => escalation },
    { id: 'expiration', header: 'Expiration', ...number, hint: 'Seconds', value: ({ expiration }) => expiration },
    {
      id: 'selfAck',
      header: 'Self Acknowledge',
      width: '136px',
      sortable: false,
      value: ({ selfAck }) => (selfAck === 1 ? 'Yes' : 'No'),
    },
    controlsColumn({ id: 'icons', hint: 'Edit and delete', width: '124px', cell: icons }),
  ];
}

/** The same on phones and tablets, one below the other. */
function narrowColumns(icons: AlarmIcons): readonly TableColumn<AlarmDefinition>[] {
  return [
    {
      id: 'name',
      header: 'Name, Reason, Severity',
      sortable: false,
      value: ({ name }) => name,
      cell: ({ name, reason, severity, escalation, expiration, selfAck }) => (
        <span className={classes.stackedAlarm}>
          <span>{name}</span>
          <span className={classes.line}>{reason}</span>
          <span className={classes.line}>
            <SeverityName severity={severity} />
            {escalation > 0 ? ` · escalates after ${escalation} s` : ''}
            {expiration > 0 ? ` · expires after ${expiration} s` : ''}
            {selfAck === 1 ? ' · closes by itself' : ''}
          </span>
        </span>
      ),
    },
    controlsColumn({ id: 'icons', hint: 'Edit and delete', width: '124px', cell: icons }),
  ];
}
