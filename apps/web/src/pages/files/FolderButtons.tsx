import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { SearchField } from '#ui/form/SearchField.tsx';
import classes from './files.module.css';

/** More than a person looks through, and few enough to be drawn at once. */
const MOST_SHOWN = 60;
/** From so many on they are searched. */
const SEARCHED_FROM = 20;

interface FolderButtonsProps {
  /** Names, in order. */
  folders: readonly string[];
  onOpen: (name: string) => void;
}

/** The folders of one folder. Devices may make thousands of them: of many the first are shown, and a search finds the others. */
export function FolderButtons({ folders, onOpen }: FolderButtonsProps) {
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(MOST_SHOWN);
  const isSearched = folders.length >= SEARCHED_FROM;
  const asked = isSearched ? search.trim().toLowerCase() : '';
  const found = folders.filter((name) => name.toLowerCase().includes(asked));
  const more = Math.min(MOST_SHOWN, found.length - most);
  return (
    <>
      {isSearched ? (
        <div className={classes.folderSearch}>
          <SearchField
            label="Search folders"
            placeholder="Search folders"
            clearLabel="Show all folders"
            size="xs"
            w={260}
            value={search}
            onChange={(text) => {
              setSearch(text);
              setMost(MOST_SHOWN);
            }}
          />
          <span className={classes.note} role="status">
            {countText(Math.min(most, found.length), found.length, asked !== '')}
          </span>
        </div>
      ) : null}
      {found.length > 0 ? (
        <div className={classes.folders}>
          {found.slice(0, most).map((name) => (
            <Button
              key={name}
              className={classes.folderButton ?? ''}
              size="compact-sm"
              variant="default"
              title={name}
              leftSection={<IconFolder size={14} />}
              onClick={() => onOpen(name)}
            >
              <span className={classes.fileName}>{name}</span>
            </Button>
          ))}
          {more > 0 ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setMost(most + MOST_SHOWN)}>
              Show {more} more
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function countText(shown: number, found: number, isSearch: boolean): string {
  if (found === 0) return 'No folder matches.';
  const all = `${found.toLocaleString('en')} ${found === 1 ? 'folder' : 'folders'}`;
  if (shown < found) return `${shown} of ${all}`;
  return isSearch ? `${all} found` : all;
}
