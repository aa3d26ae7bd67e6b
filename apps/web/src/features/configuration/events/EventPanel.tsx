import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { events, permissionId } from '@telltale/contract';
import { useMemo, useRef, useState } from 'react';
import { callApi } from '#api/client.ts';
import { eventDefinitionsQuery } from '#api/definition-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { leaveQuestion } from '#ui/feedback/leave-question.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { EventForm } from './EventForm.tsx';
import classes from './events.module.css';
import { PartOptionsEditor } from './PartOptionsEditor.tsx';
import { categoryName } from './part-options.ts';

const MAINTENANCE = events.CATEGORY_MAINTENANCE;

/** What can happen to a kind of equipment; a maintenance has the part numbers to choose from (spec 2 §2.5). */
export function EventPanel({ assetDefinitionId, onDirty }: PanelProps) {
  const query = eventDefinitionsQuery(assetDefinitionId);
  const list = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = list;
  const mayCreate = useMay(permissionId('Events', 'Create'));
  const mayModify = useMay(permissionId('Events', 'Modify'));
  const mayDelete = useMay(permissionId('Events', 'Delete'));
  const [pickedId, setPickedId] = useState<number>();
  const [editedId, setEditedId] = useState<number>();
  const { change, problem } = useChange();
  const dirty = useRef({ form: false, parts: false });
  const tell = useMemo(() => {
    const of = (part: 'form' | 'parts') => (isDirty: boolean) => {
      dirty.current[part] = isDirty;
      onDirty(dirty.current.form || dirty.current.parts);
    };
    return { form: of('form'), parts: of('parts') };
  }, [onDirty]);
  /** Opens one definition, its part numbers or nothing; asks before it takes away what was typed. */
  const open = async (next: { edited?: number; picked?: number }) => {
    if (next.edited === editedId && next.picked === pickedId) return;
    const { form, parts } = dirty.current;
    const isLost = (form && next.edited !== editedId) || (parts && next.picked !== pickedId);
    if (isLost && !(await confirm(leaveQuestion))) return;
    setEditedId(next.edited);
    setPickedId(next.picked);
  };
  const picked = data?.find(({ eventDefinitionId }) => eventDefinitionId === pickedId);
  const edited = data?.find(({ eventDefinitionId }) => eventDefinitionId === editedId);
  // Definitions that every asset has are the portal's own.
  const own = data?.filter((definition) => definition.assetDefinitionId !== null);

  const remove = async ({ eventDefinitionId, name }: events.EventDefinition) => {
    const message = `The event definition ${name} will be deleted. Are you sure?`;
    await change({
      ask: { title: 'Delete event', message, confirmLabel: 'Delete' },
      said: `${name} was deleted.`,
      reload: [query.queryKey],
      make: () => callApi(events.deleteEventDefinition, { params: { eventDefinitionId } }),
    });
  };

  return (
    <>
      {edited ? (
        <EventForm
          key={edited.eventDefinitionId}
          assetDefinitionId={assetDefinitionId}
          edited={edited}
          onDirty={tell.form}
          onDone={() => setEditedId(undefined)}
        />
      ) : null}
      {mayCreate && !edited ? <EventForm assetDefinitionId={assetDefinitionId} onDirty={tell.form} /> : null}
      <Problem text={problem} />
      <Pending query={list} label="Loading the events" failure="The events could not be loaded." rows={4} />
      {own?.length === 0 ? (
        <EmptyState title="This definition has no events.">
          An annotation is a note on a chart, a maintenance changes parts, an event is anything else that happens.
        </EmptyState>
      ) : null}
      {own !== undefined && own.length > 0 ? (
        <SmallTable label="Events" headers={['Name', 'Alias', 'Category']} toolsLabel="Edit and delete" isStacked>
          {own.map((definition) => {
            const { eventDefinitionId, name, alias, category, reasonExpanded } = definition;
            const isPicked = eventDefinitionId === pickedId;
            return (
              <tr key={eventDefinitionId} data-picked={isPicked}>
                <th scope="row">
                  {category === MAINTENANCE ? (
                    <button
                      type="button"
                      className={classes.pick}
                      aria-expanded={isPicked}
                      onClick={() => void open(isPicked ? {} : { picked: eventDefinitionId })}
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </th>
                <td>{alias}</td>
                <td>
                  {categoryName(category)}
                  {category === MAINTENANCE ? (
                    <span className={classes.partCount}>{partsText(reasonExpanded.options.length)}</span>
                  ) : null}
                </td>
                <ToolsCell>
                  {mayModify ? (
                    <RowIcon
                      label={`Edit ${name}`}
                      icon={IconPencil}
                      onClick={() => void open({ edited: eventDefinitionId })}
                    />
                  ) : null}
                  {mayDelete ? (
                    <RowIcon label={`Delete ${name}`} icon={IconTrash} onClick={() => void remove(definition)} />
                  ) : null}
                </ToolsCell>
              </tr>
            );
          })}
        </SmallTable>
      ) : null}
      {picked?.category === MAINTENANCE ? (
        <PartOptionsEditor
          key={picked.eventDefinitionId}
          definition={picked}
          reload={[query.queryKey]}
          onDirty={tell.parts}
        />
      ) : null}
    </>
  );
}

const partsText = (count: number) => (count === 1 ? '1 part number' : `${count} part numbers`);
