import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Shell } from './shell/Shell.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** The whole client. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <ErrorBoundary>
          <Shell />
        </ErrorBoundary>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
