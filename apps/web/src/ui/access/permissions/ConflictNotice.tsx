import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { contestedOf, type PermissionDraft } from './permission-draft.ts';
import { nameOfPermission } from './permission-set.ts';

interface ConflictNoticeProps {
  draft: PermissionDraft;
  isSaving: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

const IN_EDITOR = { margin: '0 16px 10px' };
const word = (isGranted: boolean) => (isGranted ? 'granted' : 'not granted');

/** Somebody else has saved the same permissions meanwhile. */
export function ConflictNotice({ draft, ...rest }: ConflictNoticeProps) {
  const contested = contestedOf(draft).map((id) => ({
    key: id,
    label: nameOfPermission(id),
    theirs: word(draft.base.has(id)),
    yours: word(draft.now.has(id)),
  }));
  return (
    <ChangedMeanwhile what="these permissions" kind="Permission" contested={contested} style={IN_EDITOR} {...rest} />
  );
}
