import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dashboardsOf } from '../saving/dashboards-of.ts';
import classes from '../screen/dashboard.module.css';
import { useDashboard } from '../screen/dashboard-context.ts';

/** Which of several dashboards is open, one press from the others. */
export function DashboardName() {
  const { subject, state, setDialog } = useDashboard();
  const { record } = state;
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
