import type { dashboards } from '@telltale/contract';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import { createContext, type Dispatch, useContext } from 'react';
import type { DashboardSubject } from './dashboard-subject.ts';
import type { DashboardAction, DashboardState } from './model/dashboard-reducer.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';

/** What somebody else stored while this dashboard was edited here. */
export interface TheirSave {
  readonly record: dashboards.Dashboard;
  readonly model: DashboardModel;
}

/** The dialog that is open over a dashboard. */
export type DashboardDialog =
  | { kind: 'edit-tile'; tileId: string }
  | { kind: 'add-by-name' }
  | { kind: 'add-of-items' }
  | { kind: 'add-tab' }
  | { kind: 'edit-tab'; tabId: string }
  | { kind: 'save-as' }
  | { kind: 'rename' }
  | { kind: 'load' }
  | { kind: 'set-default' }
  | { kind: 'history' }
  | { kind: 'conflict'; theirs: TheirSave };

interface DashboardContextValue {
  readonly subject: DashboardSubject;
  readonly state: DashboardState;
  readonly dispatch: Dispatch<DashboardAction>;
  /** Undefined while nothing of it is stored. */
  readonly record: dashboards.Dashboard | undefined;
  readonly setRecord: (record: dashboards.Dashboard) => void;
  /** Why the stored text could not be used. */
  readonly problem: string | undefined;
  readonly setProblem: (problem: string | undefined) => void;
  readonly reopen: () => Promise<OpenedDashboard | undefined>;
  readonly dialog: DashboardDialog | undefined;
  readonly setDialog: (dialog: DashboardDialog | undefined) => void;
}

export const DashboardContext = createContext<DashboardContextValue | undefined>(undefined);

/** The dashboard on screen. */
export function useDashboard(): DashboardContextValue {
  const context = useContext(DashboardContext);
  if (context === undefined) throw new Error('There is no dashboard around this component.');
  return context;
}
