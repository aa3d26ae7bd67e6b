import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { definitions } from '@telltale/contract';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { useOwnUnits } from '#pages/use-own-units.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { portalName } from '#ui/page/portal-name.ts';
import { useDashboardRecord } from '../saving/use-dashboard-record.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';
import { useLateAnswer } from './use-late-answer.ts';

const LoadingDashboard = () => <Loading label="Loading the dashboard" />;
const Dashboard = lazyPart(async () => (await import('./Dashboard.tsx')).Dashboard, LoadingDashboard);

/**
 * Loads the code of dashboards while the portal answers; called after the page has asked, so that answers come first.
 * A failure is told of where the code is drawn.
 */
export function useDashboardCode(): void {
  useEffect(() => void Dashboard.preload().catch(() => undefined), []);
}

interface SubjectDashboardProps {
  /** Undefined while it loads. */
  subject: DashboardSubject | undefined;
  definition: definitions.DefinitionTree | undefined;
  error: Error | null;
  onRetry: () => Promise<unknown>;
  /** Where to go when it cannot be shown. */
  wayBack: ReactNode;
}

/** The dashboard of an asset or a system: loading, failed, or there. */
export function SubjectDashboard({ subject, definition, error, onRetry, wayBack }: SubjectDashboardProps) {
  const { dashboardId, part } = useDashboardAddress();
  const opened = useDashboardRecord(subject, dashboardId);
  const units = useOwnUnits();
  useDocumentTitle(subject?.title ?? portalName());
  const config = opened.data?.config;
  useEffect(() => {
    if (config === undefined) return;
    // While the page itself still comes. What fails here is told of where it is drawn.
    import('./preload-tiles.ts').then(({ preloadTiles }) => preloadTiles(config)).catch(() => undefined);
  }, [config]);

  const isWaiting = subject === undefined || definition === undefined || opened.data === undefined;
  const late = useLateAnswer(isWaiting && error === null && opened.error === null);
  const failure = error ?? opened.error ?? late.error;
  if (failure !== null) {
    return (
      <ErrorState
        title="Failed to load Dashboard. Please refresh."
        message={messageOf(failure)}
        onRetry={() => {
          if (failure === late.error) late.askAgain();
          else void onRetry().then(() => opened.refetch());
        }}
      >
        {subject !== undefined && dashboardId !== undefined && (
          <Button component={Link} href={subject.path} variant="default">
            To the default dashboard
          </Button>
        )}
        {wayBack}
      </ErrorState>
    );
  }
  // A number that changed its unit a moment later would have been read already.
  if (subject === undefined || definition === undefined || opened.data === undefined || units === 'loading') {
    return <LoadingDashboard />;
  }
  return (
    <Dashboard
      // Another dashboard starts anew, and the whole of one after a part of it; the same one saved again does not.
      key={`${subject.path}/${opened.data.record?.dashboardId ?? 'new'}/${part.kind === 'full' ? 'full' : 'part'}`}
      subject={subject}
      definition={definition}
      units={units}
      opened={opened.data}
      reopen={async () => (await opened.refetch({ throwOnError: true })).data}
    />
  );
}
