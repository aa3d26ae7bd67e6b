import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { askBeforeLeaving } from './leave-guard.ts';
import { Shell } from './shell/Shell.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** The whole client. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <ErrorBoundary>
          <Router aroundNav={askBeforeLeaving}>
            <Shell />
          </Router>
        </ErrorBoundary>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
