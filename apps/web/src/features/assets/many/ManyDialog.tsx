import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unchangedMessageOf } from '#api/api-error.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import type { ManyChange } from '../asset-dialog.ts';
import type { AssetRow } from '../list/asset-list.ts';
import { AttributeChange, OfflineChange } from './AttributeChange.tsx';
import { DeleteChange } from './DeleteChange.tsx';
import { GroupChange } from './GroupChange.tsx';
import classes from './many.module.css';

interface ManyDialogProps {
  change: ManyChange;
  rows: readonly AssetRow[];
  /** Called once it is done. */
  onDone: () => void;
  onClose: () => void;
}

const TITLES: Readonly<Record<ManyChange, string>> = {
  attribute: 'Set an attribute',
  offline: 'Mark offline after',
  group: 'Asset group',
  delete: 'Delete assets',
};

const FORMS = { attribute: AttributeChange, offline: OfflineChange, group: GroupChange, delete: DeleteChange } as const;

/** Changes many assets as one, after a look at what that changes. */
export function ManyDialog({ change, rows, onDone, onClose }: ManyDialogProps) {
  const isNarrow = useLayoutSize() === 'xxs';
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const Form = FORMS[change];
  const apply = async (act: () => Promise<string>) => {
    setBusy(true);
    setFault(undefined);
    try {
      toast(await act());
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
      await queryClient.invalidateQueries({ queryKey: queryKeys.assetGroups });
      onDone();
      onClose();
    } catch (error) {
      setFault(unchangedMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={TITLES[change]} size="lg" fullScreen={isNarrow}>
      <Form
        rows={rows}
        actions={(label, act, isDestructive = false) => (
          <Stack gap="sm">
            {fault === undefined ? null : (
              <p className={classes.fault} role="alert">
                {fault}
              </p>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                {...(isDestructive ? { color: 'red' } : {})}
                disabled={act === undefined}
                loading={isBusy}
                onClick={() => act && void apply(act)}
              >
                {label}
              </Button>
            </Group>
          </Stack>
        )}
      />
    </Modal>
  );
}
