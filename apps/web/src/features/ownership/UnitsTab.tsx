import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { Panes } from '#ui/access/panes/Panes.tsx';
import { treeAndChosen } from '#ui/access/panes/pane-layouts.ts';
import classes from './ownership.module.css';
import { UnitContents } from './UnitContents.tsx';
import { UnitDialog, type UnitDialogRequest } from './UnitDialog.tsx';
import { unitTree } from './unit-tree.ts';
import type { OwnershipAddress } from './use-ownership-address.ts';

interface UnitsTabProps {
  address: OwnershipAddress;
  ownUnit: number;
}

/** The admin units as a tree, and what belongs to the chosen one. */
export function UnitsTab({ address, ownUnit }: UnitsTabProps) {
  const units = useQuery(adminUnitsQuery);
  const [dialog, setDialog] = useState<UnitDialogRequest>();
  const { data } = units;
  if (data === undefined) {
    return (
      <Pending query={units} label="Loading admin units" failure="The admin units could not be loaded." rows={6} />
    );
  }
  const adminId = address.adminId ?? ownUnit;
  const chosen = data.find((unit) => unit.adminId === adminId);

  return (
    <Panes layout={treeAndChosen}>
      <section className={classes.unitTree} aria-label="Admin units">
        <header className={classes.unitHead}>
          <h2 className={classes.heading}>Admin units</h2>
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setDialog({ parentAdminId: adminId })}
          >
            New admin unit
          </Button>
        </header>
        <ul className={classes.tree}>
          {unitTree(data).map(({ record, depth }) => (
            <li key={record.id}>
              <button
                type="button"
                className={classes.treeItem}
                style={{ paddingInlineStart: 16 + depth * 20 }}
                aria-current={record.id === adminId ? 'true' : undefined}
                onClick={() => address.setUnit(record.id === ownUnit ? undefined : record.id)}
              >
                {record.name}
                {record.id === ownUnit ? <span className={classes.hint}>your unit</span> : null}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {chosen ? (
        <UnitContents
          key={chosen.adminId}
          unit={chosen}
          units={data}
          onOpen={() => address.setTab('ownership')}
          onEdit={() => setDialog({ unit: chosen, parentAdminId: chosen.parentAdminId })}
          onDeleted={() => address.setUnit(undefined)}
        />
      ) : null}
      {dialog ? <UnitDialog request={dialog} units={data} onClose={() => setDialog(undefined)} /> : null}
    </Panes>
  );
}
