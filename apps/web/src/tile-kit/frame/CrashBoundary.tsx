import { Component, type ReactNode } from 'react';
import { TileNotice } from './TileNotice.tsx';

/** Keeps the crash of one tile from taking the dashboard with it. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return <TileNotice title="Something went wrong." onRetry={() => this.setState({ hasCrashed: false })} />;
  }
}
