import { createContext, type Dispatch, useContext } from 'react';
import type { DashboardDialog, EditorAction, EditorState } from '../model/editor-reducer.ts';
import type { OpenedDashboard } from '../saving/use-dashboard-record.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';

interface DashboardContextValue {
  readonly subject: DashboardSubject;
  readonly state: EditorState;
  readonly dispatch: Dispatch<EditorAction>;
  /** Opens a dialog over the dashboard, or closes the one that is open. */
  readonly setDialog: (dialog: DashboardDialog | undefined) => void;
  /** Asks the portal for the stored dashboard again. */
  readonly reopen: () => Promise<OpenedDashboard | undefined>;
}

export const DashboardContext = createContext<DashboardContextValue | undefined>(undefined);

/** The dashboard on screen. */
export function useDashboard(): DashboardContextValue {
  const context = useContext(DashboardContext);
  if (context === undefined) throw new Error('There is no dashboard around this component.');
  return context;
}
