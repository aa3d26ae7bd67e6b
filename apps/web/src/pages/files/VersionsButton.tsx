import { Button } from '@mantine/core';
import type { VersionedFile } from './folders.ts';

interface VersionsButtonProps {
  file: VersionedFile;
  isOpen: boolean;
  tabIndex?: number;
  onToggle: () => void;
}

/** Opens the files that bore the name of one before it; nothing for a name that was borne once. */
export function VersionsButton({ file: { newest, older }, isOpen, tabIndex, onToggle }: VersionsButtonProps) {
  if (older.length === 0) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-expanded={isOpen}
      aria-label={`Versions of ${newest.filename}`}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={onToggle}
    >
      {older.length + 1} versions
    </Button>
  );
}
