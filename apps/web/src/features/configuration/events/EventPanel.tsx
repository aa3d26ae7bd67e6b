import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AssetDefinitionId, events, permissionId } from '@telltale/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { callApi } from '#api/client.ts';
import { eventDefinitionsQuery } from '#api/definition-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './events.module.css';
import { PartOptionsEditor } from './PartOptionsEditor.tsx';
import { categoryName } from './part-options.ts';

const MAINTENANCE = events.CATEGORY_MAINTENANCE;
const CATEGORIES = [events.CATEGORY_ANNOTATION, MAINTENANCE, events.CATEGORY_EVENT].map((category) => ({
  value: String(category),
  label: categoryName(category),
}));

/** What can happen to a kind of equipment; a maintenance has the part numbers to choose from (spec 2 §2.5). */
export function EventPanel({ assetDefinitionId, onDirty }: PanelProps) {
  const query = eventDefinitionsQuery(assetDefinitionId);
  const list = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = list;
  const mayCreate = useMay(permissionId('Events', 'Create'));
  const mayDelete = useMay(permissionId('Events', 'Delete'));
  const [pickedId, setPickedId] = useState<number>();
  const { change, problem } = useChange();
  const picked = data?.find(({ eventDefinitionId }) => eventDefinitionId === pickedId);
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
      {mayCreate ? <NewEvent assetDefinitionId={assetDefinitionId} onDirty={onDirty} /> : null}
      <Problem text={problem} />
      <Pending query={list} label="Loading the events" failure="The events could not be loaded." rows={4} />
      {own?.length === 0 ? (
        <EmptyState title="This definition has no events.">
          An annotation is a note on a chart, a maintenance changes parts, an event is anything else that happens.
        </EmptyState>
      ) : null}
      {own !== undefined && own.length > 0 ? (
        <SmallTable label="Events" headers={['Name', 'Category']} toolsLabel="Delete">
          {own.map((definition) => {
            const { eventDefinitionId, name, category, reasonExpanded } = definition;
            const isPicked = eventDefinitionId === pickedId;
            return (
              <tr key={eventDefinitionId} data-picked={isPicked}>
                <th scope="row">
                  {category === MAINTENANCE ? (
                    <button
                      type="button"
                      className={classes.pick}
                      aria-expanded={isPicked}
                      onClick={() => setPickedId(isPicked ? undefined : eventDefinitionId)}
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </th>
                <td>
                  {categoryName(category)}
                  {category === MAINTENANCE ? (
                    <span className={classes.partCount}>{partsText(reasonExpanded.options.length)}</span>
                  ) : null}
                </td>
                <ToolsCell>
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
          key={`${picked.eventDefinitionId} ${picked.reason}`}
          definition={picked}
          reload={[query.queryKey]}
          onDirty={onDirty}
        />
      ) : null}
    </>
  );
}

const partsText = (count: number) => (count === 1 ? '1 part number' : `${count} part numbers`);

function NewEvent({ assetDefinitionId, onDirty }: PanelProps) {
  const [name, setName] = useState('');
  const [category, setCategory] = useState('0');
  const { change, isBusy, problem, clearProblem } = useChange();
  useEffect(() => onDirty(name.trim() !== ''), [name, onDirty]);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    const body = {
      assetDefinitionId: assetDefinitionId as AssetDefinitionId,
      name: name.trim(),
      category: Number(category),
      reason: category === String(MAINTENANCE) ? JSON.stringify({ options: [] }) : '',
    };
    const stored = await change({
      said: `${body.name} was added.`,
      reload: [queryKeys.definitionEvents(assetDefinitionId)],
      make: () => callApi(events.putEventDefinition, { body }),
    });
    if (stored) setName((now) => (now === name ? '' : now));
  };
  return (
    <form className={panel.form} aria-label="Add event" onSubmit={(event) => void add(event)}>
      <div className={panel.nameLine}>
        <TextInput
          label="Name"
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clearProblem();
          }}
        />
        <Select
          label="Category"
          data={CATEGORIES}
          allowDeselect={false}
          value={category}
          onChange={(value) => setCategory(value ?? '0')}
        />
        <Group>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Add event
          </Button>
        </Group>
      </div>
      <Problem text={problem} />
    </form>
  );
}
