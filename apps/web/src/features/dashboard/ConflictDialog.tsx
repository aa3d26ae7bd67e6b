import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';

interface ConflictDialogProps {
  modifiedBy: string;
  modified: string;
  isBusy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Somebody saved this dashboard after it was opened here: theirs, ours, or neither yet. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { modifiedBy, modified, isBusy, onReload, onOverwrite, onClose } = props;
  const zone = useZone();
  const modifiedMs = Date.parse(modified);
  return (
    <Modal opened onClose={onClose} title="Saved by somebody else" size="md">
      <Stack gap="md">
        <Text size="sm">
          {modifiedBy} saved this dashboard at {formatDateTime(modifiedMs, zone)} {zoneName(modifiedMs, zone)}, after
          you opened it. Reload to see that one and lose your changes, or overwrite it with yours; their version stays
          in the history.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onReload}>
            Reload
          </Button>
          <Button loading={isBusy} onClick={onOverwrite}>
            Overwrite
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
