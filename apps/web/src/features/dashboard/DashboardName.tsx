import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';
import { dashboardsOf } from './dashboards-of.ts';

/** Which of several dashboards is open, one press from the others. */
export function DashboardName() {
  const { subject, record, setDialog } = useDashboard();
  const { data } = useQuery(dashboardsOf(subject));
  if (record === undefined || data === undefined || data.length < 2) return null;
  const { dashboardName } = record;
  return (
    <UnstyledButton
      className={classes.dashboardName ?? ''}
      aria-label={`Dashboard ${dashboardName}: load another`}
      title="Load another dashboard"
      onClick={() => setDialog({ kind: 'load' })}
    >
      <span>{dashboardName}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
}
