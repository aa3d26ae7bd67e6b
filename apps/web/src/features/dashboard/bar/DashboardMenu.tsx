import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';

const Items = lazyPart(async () => (await import('./DashboardMenuItems.tsx')).DashboardMenuItems);

/** The dashboard's menu. */
export function DashboardMenu({ actions }: { actions: DashboardActions }) {
  const button = (
    <ActionIcon aria-label="More" title="More">
      <IconDotsVertical size={18} />
    </ActionIcon>
  );
  return <LateMenu button={button} part={Items} props={{ actions }} />;
}
