import type { definitions } from '@telltale/contract';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import type { ShownUnits } from '#readings/shown-units.ts';
import { DashboardScopeProvider } from '#tile-kit/dashboard-scope.tsx';
import { type DashboardDialog, editorReducer } from '../model/editor-reducer.ts';
import { portalPlayback } from '../playback/past/playback-calls.ts';
import { createPlayback, PlaybackContext } from '../playback/playback.ts';
import type { OpenedDashboard } from '../saving/use-dashboard-record.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';
import { useSubjectScope } from '../subject/use-dashboard-scope.ts';
import { DashboardScreen } from './DashboardScreen.tsx';
import { DashboardContext } from './dashboard-context.ts';
import { openingState } from './opening-state.ts';

interface DashboardProps {
  subject: DashboardSubject;
  definition: definitions.DefinitionTree;
  /** Those that the user reads; undefined: everything is shown as it is sent. */
  units: ShownUnits | undefined;
  opened: OpenedDashboard;
  /** Asks the portal for the stored dashboard again. */
  reopen: () => Promise<OpenedDashboard | undefined>;
}

/** One dashboard: what is stored, what is edited, and which dialog is open. */
export function Dashboard({ subject, definition, units, opened, reopen }: DashboardProps) {
  const { part } = useDashboardAddress();
  const [opening] = useState(() => openingState(opened, part.kind === 'full'));
  const [state, dispatch] = useReducer(editorReducer, opening.state);
  const setDialog = useCallback((dialog: DashboardDialog | undefined) => dispatch({ type: 'dialog', dialog }), []);
  const { problem } = state;
  useEffect(() => {
    if (problem !== undefined) console.warn('The stored dashboard cannot be read.', problem);
  }, [problem]);
  const live = useLive();
  const [playback] = useState(() => createPlayback(live, portalPlayback));
  useEffect(() => () => playback.player.close(), [playback]);
  const { scope, zones } = useSubjectScope(subject, definition, state.working.kept.document, playback, units);

  const context = useMemo(() => ({ subject, state, dispatch, setDialog, reopen }), [subject, state, setDialog, reopen]);
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
