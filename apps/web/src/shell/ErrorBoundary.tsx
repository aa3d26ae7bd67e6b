import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of it tries again: the address, so that leaving a broken page mends it. */
  resetKey?: string;
}

/** Keeps a crash of one page from taking the portal with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.error !== undefined && before.resetKey !== this.props.resetKey) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState title="This page could not be shown." message={explain(error)}>
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button variant="default" component="a" href="/assets">
          Go to assets
        </Button>
      </ErrorState>
    );
  }
}

/** A part of the client that cannot be loaded usually means that the portal was updated under an open page. */
function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/dynamically imported module|module script failed/i.test(text)) {
    return 'A part of the portal could not be loaded. It may have been updated, or the connection was lost.';
  }
  return text;
}
