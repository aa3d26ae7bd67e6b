import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { commandDefinitions, permissionId } from '@telltale/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '#api/client.ts';
import { commandDefinitionsQuery } from '#api/command-queries.ts';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { leaveQuestion } from '#ui/feedback/leave-question.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './commands.module.css';
import { TemplateForm } from './TemplateForm.tsx';

type Template = commandDefinitions.CommandDefinition;

/** What can be sent to assets of a definition, by which form, and what it should do. */
export function CommandPanel({ assetDefinitionId, onDirty }: PanelProps) {
  const list = useQuery({ ...commandDefinitionsQuery(assetDefinitionId), refetchOnMount: 'always' });
  const { data } = list;
  const items = useQuery(dataItemDefinitionsQuery(assetDefinitionId)).data;
  const mayCreate = useMay(permissionId('Commands', 'Create'));
  const mayModify = useMay(permissionId('Commands', 'Modify'));
  const mayDelete = useMay(permissionId('Commands', 'Delete'));
  const [editing, setEditing] = useState<{ template: Template | undefined; key: number }>();
  const { change, problem } = useChange();
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
  const edit = async (template: Template | undefined) => {
    if (isDirty.current && !(await confirm(leaveQuestion))) return;
    setEditing((before) => ({ template, key: (before?.key ?? 0) + 1 }));
  };
  const remove = async ({ commandDefinitionId, name }: Template) => {
    const message = `The command ${name} can be sent no more; what was sent stays on record. Are you sure?`;
    const deleted = await change({
      ask: { title: 'Delete command', message, confirmLabel: 'Delete' },
      said: `${name} was deleted.`,
      reload: [queryKeys.definitionCommands(assetDefinitionId)],
      make: () => callApi(commandDefinitions.deleteCommandDefinition, { params: { commandDefinitionId } }),
    });
    if (deleted) {
      setEditing((now) => (now?.template?.commandDefinitionId === commandDefinitionId ? undefined : now));
    }
  };
  const labelOf = (dataItemId: number | null) =>
    dataItemId === null
      ? ''
      : (items?.find((item) => item.dataItemId === dataItemId)?.label ?? `Data item ${dataItemId}`);

  return (
    <>
      {mayCreate ? (
        <div className={panel.bar}>
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void edit(undefined)}>
            New command
          </Button>
        </div>
      ) : null}
      {editing ? (
        <TemplateForm
          key={editing.key}
          assetDefinitionId={assetDefinitionId}
          template={editing.template}
          onDirty={tellDirty}
          onDone={() => setEditing(undefined)}
        />
      ) : null}
      <Problem text={problem} />
      <Pending query={list} label="Loading the commands" failure="The commands could not be loaded." rows={4} />
      {data?.length === 0 ? (
        <EmptyState title="This definition has no commands.">
          A command is sent by a form, and a data item tells whether it worked.
        </EmptyState>
      ) : null}
      {data !== undefined && data.length > 0 ? (
        <SmallTable label="Commands" headers={['Name', 'Verified by']} toolsLabel="Edit and delete">
          {data.map((template) => {
            const { commandDefinitionId, name, module, command, dangerous, dataItemId } = template;
            return (
              <tr key={commandDefinitionId}>
                <th scope="row">
                  {name}{' '}
                  <span className={classes.dim}>
                    {module}.{command}
                  </span>{' '}
                  {dangerous ? (
                    <span className={classes.dangerous}>
                      <IconAlertTriangle size={13} aria-hidden /> Dangerous
                    </span>
                  ) : null}
                </th>
                <td>{labelOf(dataItemId)}</td>
                <ToolsCell>
                  {mayModify ? (
                    <RowIcon label={`Edit ${name}`} icon={IconPencil} onClick={() => void edit(template)} />
                  ) : null}
                  {mayDelete ? (
                    <RowIcon label={`Delete ${name}`} icon={IconTrash} onClick={() => void remove(template)} />
                  ) : null}
                </ToolsCell>
              </tr>
            );
          })}
        </SmallTable>
      ) : null}
    </>
  );
}
