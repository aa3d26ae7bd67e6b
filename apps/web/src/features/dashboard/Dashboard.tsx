import type { definitions } from '@telltale/contract';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import { DashboardScopeProvider } from '#tile-kit/dashboard-scope.tsx';
import { DashboardScreen } from './DashboardScreen.tsx';
import { DashboardContext, type DashboardDialog } from './dashboard-context.ts';
import { useDashboardAddress } from './dashboard-path.ts';
import type { DashboardSubject } from './dashboard-subject.ts';
import { dashboardReducer } from './model/dashboard-reducer.ts';
import { openingState } from './opening-state.ts';
import { createPlayback, PlaybackContext } from './playback/playback.ts';
import { portalPlayback } from './playback/playback-calls.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';
import { useSubjectScope } from './use-dashboard-scope.ts';

interface DashboardProps {
  subject: DashboardSubject;
  definition: definitions.DefinitionTree;
  opened: OpenedDashboard;
  /** Asks the portal for the stored dashboard again. */
  reopen: () => Promise<OpenedDashboard | undefined>;
}

/** One dashboard: what is stored, what is edited, and which dialog is open. */
export function Dashboard({ subject, definition, opened, reopen }: DashboardProps) {
  const { part } = useDashboardAddress();
  const [opening] = useState(() => openingState(opened, part.kind === 'full'));
  const [state, dispatch] = useReducer(dashboardReducer, opening.state);
  const [record, setRecord] = useState(opening.record);
  const [problem, setProblem] = useState(opening.problem);
  const [dialog, setDialog] = useState<DashboardDialog>();
  useEffect(() => {
    if (problem !== undefined) console.warn('The stored dashboard cannot be read.', problem);
  }, [problem]);
  const live = useLive();
  const [playback] = useState(() => createPlayback(live, portalPlayback));
  useEffect(() => () => playback.player.close(), [playback]);
  const { scope, zones } = useSubjectScope(subject, definition, state.working.kept.document, playback);

  const context = useMemo(
    () => ({ subject, state, dispatch, record, setRecord, problem, setProblem, reopen, dialog, setDialog }),
    [subject, state, record, problem, reopen, dialog],
  );
  return (
    <DashboardScopeProvider scope={scope}>
      <DashboardContext value={context}>
        <PlaybackContext value={playback}>
          <DashboardScreen opening={opening} zones={zones} />
        </PlaybackContext>
      </DashboardContext>
    </DashboardScopeProvider>
  );
}
