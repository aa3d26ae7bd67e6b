import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';

interface MissingPermissionProps {
  /** 'asset definitions', as it stands in a sentence. */
  what: string;
  /** As the table of permissions calls it: 'AssetDefinitionsView'. */
  permission: string;
  children?: ReactNode;
}

/** Stands where a list would be that the user may not see, and says what to ask for. */
export function MissingPermission({ what, permission, children }: MissingPermissionProps) {
  return (
    <EmptyState title={`You are missing permissions to view ${what}.`}>
      Ask an administrator for the permission {permission}, then reload.
      {children}
    </EmptyState>
  );
}
