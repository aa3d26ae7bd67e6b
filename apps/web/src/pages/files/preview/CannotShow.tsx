import type { ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';

/** Stands where a file would be shown that cannot be. */
export function CannotShow({ children }: { children: ReactNode }) {
  return <EmptyState title="This file cannot be shown.">{children} Download it to look at it.</EmptyState>;
}
