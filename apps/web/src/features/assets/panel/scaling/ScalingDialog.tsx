import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { itemScalingSchema } from '@telltale/contract';
import { scalingText } from '@telltale/domain';
import { type FormEvent, useState } from 'react';
import { ScalingFields, type TypedScaling, UNSCALED } from '#ui/scaling/ScalingFields.tsx';
import type { AnalogChannel } from './channels.ts';
import classes from './scaling.module.css';
import type { ScaledBy, useScaling } from './use-scaling.ts';

const WORDS: Readonly<Record<ScaledBy, { label: string; hint: string }>> = {
  device: { label: 'The device', hint: 'It is sent as the command analog.scale; the device scales.' },
  portal: { label: 'The portal', hint: 'What the device sends from now on is stored scaled, and says so.' },
};

interface ScalingDialogProps {
  line: AnalogChannel;
  name: string;
  acts: ReturnType<typeof useScaling>;
  onClose: () => void;
}

/** The scaling of one channel (spec 1 §2), by a command to the device or by the portal. */
export function ScalingDialog({ line, name, acts, onClose }: ScalingDialogProps) {
  const ways = acts.ways(line);
  const [by, setBy] = useState<ScaledBy>(acts.wayOf(line) ?? 'portal');
  const known = (way: ScaledBy) =>
    (way === 'device' ? line.device?.scaling : (line.own ?? line.ofDefinition)) ?? UNSCALED;
  const [typed, setTyped] = useState<TypedScaling>(() => known(by));
  const read = itemScalingSchema.safeParse(typed);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (read.success && (await acts.apply(line, by, read.data))) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Scaling of ${name}`}>
      <form className={classes.dialog} aria-label={`Scaling of ${name}`} onSubmit={(event) => void apply(event)}>
        {ways.length > 1 ? (
          <SegmentedControl
            fullWidth
            aria-label="Scaled by"
            data={ways.map((value) => ({ value, label: WORDS[value].label }))}
            value={by}
            onChange={(next) => {
              const way: ScaledBy = next === 'device' ? 'device' : 'portal';
              setBy(way);
              setTyped(known(way));
            }}
          />
        ) : null}
        <p className={classes.note}>{WORDS[by].hint}</p>
        {by === 'portal' && line.ofDefinition ? (
          <p className={classes.note}>
            Its definition says {scalingText(line.ofDefinition)}. What is applied here counts for this asset instead.
          </p>
        ) : null}
        <ScalingFields value={typed} onChange={setTyped} />
        <Group gap="xs">
          <Button type="submit" loading={acts.isBusy} disabled={!read.success}>
            Apply
          </Button>
          {by === 'portal' && line.scaling ? (
            <Button
              variant="default"
              disabled={acts.isBusy}
              onClick={() => void acts.takeAway(line).then((done) => done && onClose())}
            >
              No scaling
            </Button>
          ) : null}
          {by === 'portal' && line.own && line.ofDefinition ? (
            <Button
              variant="default"
              disabled={acts.isBusy}
              onClick={() => void acts.followDefinition(line).then((done) => done && onClose())}
            >
              As the definition
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
