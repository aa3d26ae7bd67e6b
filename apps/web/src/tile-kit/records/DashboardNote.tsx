import { NoteDialog } from '#pages/timeline/NoteDialog.tsx';
import { useDashboardScope } from '../dashboard-scope.tsx';

interface DashboardNoteProps {
  /** Whose note it is; undefined: that of the dashboard's asset, or of the first in its slots. */
  assetId: number | undefined;
  /** Milliseconds. */
  atMs: number;
  onClose: () => void;
}

/** Writes a note of an asset that a dashboard shows. */
export function DashboardNote({ assetId, atMs, onClose }: DashboardNoteProps) {
  const { members, zone } = useDashboardScope();
  const member = members.find((one) => one.assetId === assetId) ?? members[0];
  return member === undefined ? null : (
    <NoteDialog
      assetId={member.assetId}
      assetName={members.length > 1 ? member.name : undefined}
      zone={zone}
      at={new Date(atMs).toISOString()}
      onClose={onClose}
    />
  );
}
