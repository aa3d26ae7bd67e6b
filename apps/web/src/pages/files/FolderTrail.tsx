import { Button } from '@mantine/core';
import { FolderButtons } from './FolderButtons.tsx';
import classes from './files.module.css';
import { trailOf } from './folders.ts';

interface FolderTrailProps {
  path: string;
  /** Names of the folders in it. */
  folders: readonly string[];
  onOpen: (path: string) => void;
}

/** Where one is among the folders, and which lie right below. */
export function FolderTrail({ path, folders, onOpen }: FolderTrailProps) {
  if (path === '' && folders.length === 0) return null;
  return (
    <nav aria-label="Folders">
      <div className={classes.crumbs}>
        {[{ name: 'All files', path: '' }, ...trailOf(path)].map((step) => (
          <Button
            key={step.path}
            size="compact-sm"
            variant={step.path === path ? 'light' : 'subtle'}
            aria-current={step.path === path ? 'location' : undefined}
            onClick={() => onOpen(step.path)}
          >
            {step.name}
          </Button>
        ))}
      </div>
      <FolderButtons key={path} folders={folders} onOpen={(name) => onOpen(path === '' ? name : `${path}/${name}`)} />
    </nav>
  );
}
