import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type MergeConflict, mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TheirSave } from '../model/editor-reducer.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { ConflictChoice } from './ConflictChoice.tsx';

interface ConflictDialogProps {
  theirs: TheirSave;
  isBusy: boolean;
  onSave: (choose: (conflictId: string) => Side) => void;
  onClose: () => void;
}

/** Somebody saved this dashboard meanwhile, and some tiles were changed by both: asks whose hold, one by one. */
export function ConflictDialog({ theirs, isBusy, onSave, onClose }: ConflictDialogProps) {
  const { state } = useDashboard();
  const zone = useZone();
  const { baseline, working } = state;
  const conflicts = useMemo(
    () => mergeDashboards(baseline, working, theirs.model).conflicts,
    [baseline, working, theirs],
  );
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const { modifiedBy, modified } = theirs.record;
  const modifiedMs = Date.parse(modified);
  const settled = (list: readonly MergeConflict[], side: Side) => {
    setSides((before) => new Map([...before, ...list.map(({ id }) => [id, side] as const)]));
  };

  return (
    <Modal opened onClose={onClose} title="Changed by both of you" size="min(1000px, 96vw)" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">
          {modifiedBy} saved this dashboard at {formatDateTime(modifiedMs, zone)} {zoneName(modifiedMs, zone)}, after
          you opened it. Everything else is merged; choose whose version holds here. The other one stays in the history.
        </Text>
        {conflicts.length > 1 && (
          <Group gap="xs">
            <Button variant="default" onClick={() => settled(conflicts, 'mine')}>
              Mine for all
            </Button>
            <Button variant="default" onClick={() => settled(conflicts, 'theirs')}>
              Theirs for all
            </Button>
          </Group>
        )}
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.id}
            conflict={conflict}
            theirName={modifiedBy}
            side={sides.get(conflict.id)}
            onChoose={(side) => settled([conflict], side)}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isBusy}
            disabled={conflicts.some(({ id }) => !sides.has(id))}
            onClick={() => onSave((id) => sides.get(id) ?? 'mine')}
          >
            Save merged dashboard
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
