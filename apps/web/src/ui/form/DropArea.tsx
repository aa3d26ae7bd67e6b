import { type DragEvent, type ReactNode, useId, useState } from 'react';
import classes from './drop-area.module.css';
import { type FolderFiles, filesInFolders, hasFolders } from './dropped-folders.ts';

interface DropAreaProps {
  label: string;
  /** Kinds of files that the chooser offers, as in an input's `accept`; absent: all. */
  accept?: string;
  isMultiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Folders that were dropped, with all that is in them; absent: none are taken. */
  onFolders?: (reading: Promise<FolderFiles>) => void;
  /** An address that was dropped instead of a file, such as a picture of another page. */
  onAddress?: (address: string) => void;
  children: ReactNode;
}

/** Takes files that are dropped on it, or chosen after a click or Enter. */
export function DropArea(props: DropAreaProps) {
  const { label, accept, isMultiple = false, disabled = false, onFiles, onFolders, onAddress, children } = props;
  const [isOver, setOver] = useState(false);
  const id = useId();

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    if (onFolders && hasFolders(event.dataTransfer)) {
      onFolders(filesInFolders(event.dataTransfer));
      return;
    }
    const dropped = [...event.dataTransfer.files];
    const address = event.dataTransfer.getData('text/uri-list').split(/\r?\n/)[0] ?? '';
    if (dropped.length > 0) onFiles(isMultiple ? dropped : dropped.slice(0, 1));
    else if (address !== '') onAddress?.(address);
  }

  return (
    <label
      className={classes.drop}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className="tt-visually-hidden"
        id={`${id}-input`}
        aria-label={label}
        // Its own name, and what is written on it: who speaks to it says what they see.
        aria-labelledby={`${id}-input ${id}-text`}
        multiple={isMultiple}
        disabled={disabled}
        {...(accept === undefined ? {} : { accept })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <span id={`${id}-text`} className={classes.dropText}>
        {children}
      </span>
    </label>
  );
}
