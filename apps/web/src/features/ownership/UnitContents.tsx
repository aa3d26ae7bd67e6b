import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { adminUnitsQuery, ownershipQuery } from '#api/ownership-queries.ts';
import { didWell } from '#pages/administration/use-ownership-changes.ts';
import { Pending } from '#pages/Pending.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import classes from './ownership.module.css';
import { type UnitContent, unitContents } from './unit-contents.ts';

interface UnitContentsProps {
  unit: ownership.AdminUnit;
  units: readonly ownership.AdminUnit[];
  /** Goes to the users and groups of the unit. */
  onOpen: () => void;
  onEdit: () => void;
  onDeleted: () => void;
}

/** What belongs to an admin unit itself, and how much to the units below it. */
export function UnitContents({ unit, units, onOpen, onEdit, onDeleted }: UnitContentsProps) {
  const records = useQuery(ownershipQuery(unit.adminId));
  const { data } = records;
  const client = useQueryClient();
  const isRoot = unit.parentAdminId === null;
  const below = units.filter(({ parentAdminId }) => parentAdminId === unit.adminId).length;

  const remove = async () => {
    const isSure = await confirm({
      message: `Do you want to delete ${unit.adminName}?`,
      title: 'Delete admin unit',
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isSure) return;
    const isDeleted = await didWell(callApi(ownership.deleteAdminUnit, { params: { adminId: unit.adminId } }));
    if (!isDeleted) return;
    onDeleted();
    await client.invalidateQueries({ queryKey: adminUnitsQuery.queryKey });
  };

  return (
    <section className={classes.unit} aria-label={unit.adminName}>
      <header className={classes.unitHead}>
        <h2 className={classes.heading}>{unit.adminName}</h2>
        <div className={classes.unitButtons}>
          <Button variant="default" onClick={onEdit}>
            {isRoot ? 'Rename…' : 'Rename or move…'}
          </Button>
          {isRoot ? null : (
            <Button variant="default" onClick={() => void remove()}>
              Delete…
            </Button>
          )}
          <Button onClick={onOpen}>Open ownership</Button>
        </div>
      </header>
      <p className={classes.note}>
        {isRoot
          ? 'Administrators of this unit see every unit. Administrators of a unit below see only that unit and those below it.'
          : `Its administrators see this unit${below > 0 ? ' and those below it' : ''}, and nothing of the others.`}
      </p>
      {data ? <Contents contents={unitContents(data, unit.adminId)} /> : null}
      <Pending
        query={records}
        label="Loading what belongs to the unit"
        failure="What belongs to the unit could not be loaded."
        rows={4}
      />
    </section>
  );
}

function Contents({ contents }: { contents: readonly UnitContent[] }) {
  return (
    <dl className={classes.contents}>
      {contents.map(({ heading, own, below, names }) => (
        <div key={heading} className={classes.content}>
          <dt>
            {heading}
            <span>{own.toLocaleString('en')}</span>
          </dt>
          <dd>
            {names.join(', ')}
            {own > names.length ? ` and ${(own - names.length).toLocaleString('en')} more` : ''}
            {own === 0 ? <span className={classes.hint}>None</span> : null}
            {below > 0 ? (
              <span className={classes.hint}> · {below.toLocaleString('en')} in the units below</span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
