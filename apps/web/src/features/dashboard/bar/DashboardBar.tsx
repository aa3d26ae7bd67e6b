import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconPencil } from '@tabler/icons-react';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { HeadAlarms } from '../alarms/LateAlarmMarks.tsx';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';
import { isChanged } from '../model/dashboard-reducer.ts';
import classes from '../screen/dashboard.module.css';
import { useDashboard } from '../screen/dashboard-context.ts';
import { AssetConnection } from './AssetConnection.tsx';
import { DashboardMenu } from './DashboardMenu.tsx';
import { DashboardName } from './DashboardName.tsx';
import { LiveWarning } from './LiveWarning.tsx';
import { TabBar } from './TabBar.tsx';

const AddTileMenu = lazyPart(async () => (await import('./AddTileMenu.tsx')).AddTileMenu);

interface DashboardBarProps {
  actions: DashboardActions;
  isEditing: boolean;
  shown: readonly DashboardTab[];
  active: DashboardTab | undefined;
  onOpenTab: (tabId: string) => void;
  /** Undefined for who may not edit. */
  onToggleMode: (() => void) | undefined;
  /** The past is shown: nothing can be edited. */
  isPast: boolean;
  /** What part of time the charts show. */
  timeRange: ReactNode;
}

/** Above the tiles: whose dashboard it is and whether it is heard of, the tabs, and what can be done. */
export function DashboardBar(props: DashboardBarProps) {
  const { actions, isEditing, shown, active, onOpenTab, onToggleMode, isPast, timeRange } = props;
  const { subject, state } = useDashboard();
  const { problem } = state;
  const hasChanges = isChanged(state);
  const save = actions.file.find(({ id }) => id === 'dashboard.save');
  const steps = actions.edit.filter(({ id }) => id === 'dashboard.undo' || id === 'dashboard.redo');

  return (
    <div className={classes.bar}>
      <div className={classes.barTitle}>
        <h1 className={classes.title}>{subject.title}</h1>
        <DashboardName />
        {subject.asset !== undefined && <AssetConnection asset={subject.asset} />}
        <HeadAlarms />
        <LiveWarning />
      </div>
      <TabBar shown={shown} active={active} isEditing={isEditing} onOpen={onOpenTab} />
      <div className={classes.barActions}>
        {problem !== undefined && (
          <span className={classes.problem} title={problem} role="status">
            <IconAlertTriangle size={16} aria-hidden /> Stored dashboard unreadable
          </span>
        )}
        {!isEditing && timeRange}
        {isEditing && (
          <>
            <span className={classes.undo}>
              {steps.map(({ id, label, icon: Icon, enabled, run }) => (
                <ActionIcon key={id} aria-label={label} title={label} disabled={enabled === false} onClick={run}>
                  {Icon !== undefined && <Icon size={18} />}
                </ActionIcon>
              ))}
            </span>
            <AddTileMenu actions={actions} />
          </>
        )}
        {(isEditing || hasChanges) && save !== undefined && (
          <Button loading={state.isBusy} disabled={save.enabled === false} onClick={save.run}>
            Save
          </Button>
        )}
        {onToggleMode !== undefined && (
          <Button
            className={classes.barButton ?? ''}
            variant="default"
            aria-label={isEditing ? 'View' : 'Edit'}
            leftSection={isEditing ? <IconEye size={16} /> : <IconPencil size={16} />}
            disabled={isPast}
            title={isPast ? 'You look at the past. Go back to live to edit.' : undefined}
            onClick={onToggleMode}
          >
            <span className={classes.barButtonText}>{isEditing ? 'View' : 'Edit'}</span>
          </Button>
        )}
        <DashboardMenu actions={actions} />
      </div>
    </div>
  );
}
