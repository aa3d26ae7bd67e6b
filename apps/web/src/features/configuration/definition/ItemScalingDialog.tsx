import { Button, Group, Modal } from '@mantine/core';
import { type definitions, type ItemScaling, itemScalingSchema } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { ScalingFields, type TypedScaling, UNSCALED } from '#ui/scaling/ScalingFields.tsx';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';

interface ItemScalingDialogProps {
  item: definitions.DataItemDefinition;
  isBusy: boolean;
  /** Why the portal refused it. */
  problem: string | undefined;
  /** Null: not scaled. Answers whether the portal has taken it. */
  onSave: (scaling: ItemScaling | null) => Promise<boolean>;
  onClose: () => void;
}

/** How the portal scales one data item for every asset of its definition. */
export function ItemScalingDialog({ item, isBusy, problem, onSave, onClose }: ItemScalingDialogProps) {
  const [typed, setTyped] = useState<TypedScaling>(item.scaling ?? UNSCALED);
  const read = itemScalingSchema.safeParse(typed);
  const save = async (scaling: ItemScaling | null) => {
    if (await onSave(scaling)) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Scaling of ${item.label}`}>
      <form
        className={panel.form}
        aria-label={`Scaling of ${item.label}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (read.success && !isBusy) void save(read.data);
        }}
      >
        <p className={panel.note}>
          What assets of this definition send from now on is stored scaled, and says so. An asset with a scaling of its
          own keeps it.
        </p>
        <ScalingFields value={typed} onChange={setTyped} />
        <Problem text={problem} />
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={!read.success}>
            Apply
          </Button>
          {item.scaling ? (
            <Button variant="default" disabled={isBusy} onClick={() => void save(null)}>
              No scaling
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
