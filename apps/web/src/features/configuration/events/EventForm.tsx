import { Button, Group, Select, TextInput } from '@mantine/core';
import { type AssetDefinitionId, events } from '@telltale/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './events.module.css';
import { categoryName } from './part-options.ts';

const MAINTENANCE = events.CATEGORY_MAINTENANCE;
const OFFERED = [events.CATEGORY_ANNOTATION, MAINTENANCE, events.CATEGORY_EVENT];

interface EventFormProps {
  assetDefinitionId: number;
  /** Undefined: a new one. */
  edited?: events.EventDefinition;
  onDirty: (isDirty: boolean) => void;
  /** It was saved, or is to stay as it is. */
  onDone?: () => void;
}

type Written = Pick<events.EventDefinition, 'name' | 'alias' | 'category'>;

/** What was written otherwise: what others change meanwhile stays. */
function changedOf(before: Written, now: Written): Partial<Written> {
  const { name, alias, category } = now;
  return {
    ...(name === before.name ? {} : { name }),
    ...(alias === before.alias ? {} : { alias }),
    ...(category === before.category ? {} : { category }),
  };
}

/** Name, alias and category of an event definition; a maintenance is shown by its alias where it has one. */
export function EventForm({ assetDefinitionId, edited, onDirty, onDone }: EventFormProps) {
  const [name, setName] = useState(edited?.name ?? '');
  const [alias, setAlias] = useState(edited?.alias ?? '');
  const [category, setCategory] = useState(String(edited?.category ?? events.CATEGORY_ANNOTATION));
  const { change, isBusy, problem, clearProblem } = useChange();
  const first = useRef<HTMLInputElement>(null);
  const isChanged =
    name.trim() !== (edited?.name ?? '') ||
    alias.trim() !== (edited?.alias ?? '') ||
    (edited !== undefined && category !== String(edited.category));
  useEffect(() => {
    onDirty(isChanged);
    return () => onDirty(false);
  }, [isChanged, onDirty]);
  useEffect(() => {
    if (edited) first.current?.focus();
  }, [edited]);
  // One that was made by a script may have a category that the portal does not offer.
  const offered = [...new Set([...OFFERED, Number(category)])];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    const written = { name: name.trim(), alias: alias.trim(), category: Number(category) };
    const isMaintenance = written.category === MAINTENANCE;
    const needsParts = isMaintenance && edited?.category !== MAINTENANCE && (edited?.reason ?? '').trim() === '';
    const body = {
      assetDefinitionId: assetDefinitionId as AssetDefinitionId,
      ...(edited ? { eventDefinitionId: edited.eventDefinitionId, ...changedOf(edited, written) } : written),
      ...(needsParts ? { reason: JSON.stringify({ options: [] }) } : {}),
    };
    const stored = await change({
      said: `${written.name} was ${edited ? 'saved' : 'added'}.`,
      reload: [queryKeys.definitionEvents(assetDefinitionId)],
      make: () => callApi(events.putEventDefinition, { body }),
    });
    if (!stored) return;
    if (edited) return onDone?.();
    setName((now) => (now === name ? '' : now));
    setAlias((now) => (now === alias ? '' : now));
  };
  return (
    <form
      className={panel.form}
      aria-label={edited ? `Edit ${edited.name}` : 'Add event'}
      onSubmit={(event) => void save(event)}
    >
      <div className={classes.fields}>
        <TextInput
          ref={first}
          label="Name"
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clearProblem();
          }}
        />
        <TextInput
          label="Alias"
          maxLength={255}
          autoComplete="off"
          value={alias}
          onChange={(event) => setAlias(event.currentTarget.value)}
        />
        <Select
          label="Category"
          data={offered.map((one) => ({ value: String(one), label: categoryName(one) }))}
          allowDeselect={false}
          value={category}
          onChange={(value) => setCategory(value ?? '0')}
        />
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={name.trim() === '' || (edited !== undefined && !isChanged)}>
            {edited ? 'Save' : 'Add event'}
          </Button>
          {edited ? (
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          ) : null}
        </Group>
      </div>
      <Problem text={problem} />
    </form>
  );
}
