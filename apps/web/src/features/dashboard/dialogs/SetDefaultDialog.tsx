import { Button, Group, Modal, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LayoutSize } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useSessionStore } from '#session/session-store.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { dashboardsOf } from '../saving/dashboards-of.ts';
import { preferredIds, sizeLabels, sizesFromLarge } from '../saving/default-choice.ts';
import { useSaveDefaults } from '../saving/use-save-defaults.ts';
import { useDashboard } from '../screen/dashboard-context.ts';

interface SetDefaultDialogProps {
  openedId: number | undefined;
  onClose: () => void;
}

type Audience = 'everybody' | 'me';

/** Which dashboard opens at which layout size: for everybody who opens this asset, or for oneself. */
export function SetDefaultDialog({ openedId, onClose }: SetDefaultDialogProps) {
  const { subject } = useDashboard();
  const own = useSessionStore(({ user }) => user?.attributes);
  const { data: list, error, refetch } = useQuery({ ...dashboardsOf(subject), staleTime: 0 });
  const { save, isBusy, maySaveForEverybody } = useSaveDefaults();
  const [audience, setAudience] = useState<Audience>(maySaveForEverybody ? 'everybody' : 'me');
  const [changes, setChanges] = useState<Partial<Record<LayoutSize, number | undefined>>>({});
  const attributes = (audience === 'me' ? own : subject.asset?.attributes) ?? [];

  function chosen(size: LayoutSize): number | undefined {
    if (size in changes) return changes[size];
    return preferredIds(attributes, size).find((id) => list?.some(({ dashboardId }) => dashboardId === id));
  }

  async function submit(): Promise<void> {
    try {
      await save(audience, changes, list?.map(({ dashboardId }) => dashboardId) ?? []);
      toast('Default dashboards set.');
      onClose();
    } catch (failure) {
      toast(`The default dashboards were not changed. ${messageOf(failure)}`, 'error');
    }
  }

  return (
    <Modal opened onClose={onClose} title="Set Default Dashboard" size="sm">
      <Stack gap="sm">
        <Text size="sm">The dashboard that opens first, by the width of the window.</Text>
        {maySaveForEverybody && (
          <SegmentedControl
            size="xs"
            aria-label="For whom"
            value={audience}
            onChange={(value) => {
              setAudience(value === 'me' ? 'me' : 'everybody');
              setChanges({});
            }}
            data={[
              { value: 'everybody', label: 'Everybody, on this asset' },
              { value: 'me', label: 'Only me' },
            ]}
          />
        )}
        {error !== null && list === undefined && (
          <ErrorState
            title="The dashboards could not be loaded."
            message={messageOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {sizesFromLarge.map((size) => (
          <Skeleton key={size} visible={list === undefined && error === null}>
            <Select
              label={sizeLabels[size]}
              placeholder="The first one"
              clearable
              data={(list ?? []).map(({ dashboardId, dashboardName }) => ({
                value: String(dashboardId),
                label: dashboardId === openedId ? `${dashboardName} (open now)` : dashboardName,
              }))}
              value={chosen(size) === undefined ? null : String(chosen(size))}
              onChange={(id) => setChanges({ ...changes, [size]: id === null ? undefined : Number(id) })}
            />
          </Skeleton>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} disabled={Object.keys(changes).length === 0} onClick={() => void submit()}>
            Set
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
