import { ActionIcon, Progress, TextInput } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { useState } from 'react';
import { useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { DropArea } from '#ui/form/DropArea.tsx';
import { type FolderFiles, MOST_DROPPED_FILES, TooManyFiles } from '#ui/form/dropped-folders.ts';
import classes from './files.module.css';
import { refreshFiles } from './refresh-files.ts';
import type { Awaited } from './send-file.ts';
import { endUpload, startUploads, type UploadEntry, useUploadStore } from './upload-store.ts';

interface UploadAreaProps {
  /** Undefined: files of no asset. */
  assetId: number | undefined;
  /** The folder that is being looked at. */
  folder: string;
}

/** Of a folder of a thousand files those that are next are enough. */
const MOST_SHOWN = 20;
const TOO_MANY = `The folder holds more than ${MOST_DROPPED_FILES.toLocaleString('en')} files. Drop a part of it.`;

const WAITING: Readonly<Record<Awaited, string>> = {
  portal: 'Waiting for the portal to answer. It is tried again by itself.',
  login: 'Waiting for you to log in again.',
};

/** Where files are dropped, into which folder, and how far those have come that are on their way (spec 1 §2). */
export function UploadArea({ assetId, folder }: UploadAreaProps) {
  const client = useQueryClient();
  const [chosenFolder, setFolder] = useState<string>();
  const userId = useSessionStore(({ user }) => user?.userId);
  const entries = useUploadStore((store) => store.entries).filter(
    (entry) => entry.assetId === assetId && entry.userId === userId,
  );
  const into = (chosenFolder ?? folder).replace(/^[\s/]+|[\s/]+$/g, '');

  async function upload(files: readonly File[], pathOf?: (file: File) => string): Promise<void> {
    const onCome = () => void refreshFiles(client, assetId);
    const come = await startUploads(files, { assetId, folder: into, onCome, ...(pathOf ? { pathOf } : {}) });
    // One word for all: a message for each of a hundred would cover the page.
    if (come.length > 0) toast(come.length === 1 ? `‘${come[0]}’ uploaded.` : `${come.length} files uploaded.`);
  }
  async function uploadFolders(reading: Promise<FolderFiles>): Promise<void> {
    try {
      const { files, pathOf } = await reading;
      if (files.length === 0) toast('There is no file in what was dropped.', 'error');
      else await upload(files, pathOf);
    } catch (error) {
      console.warn('A folder could not be read.', error);
      toast(error instanceof TooManyFiles ? TOO_MANY : 'The folder could not be read. Nothing was uploaded.', 'error');
    }
  }

  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>Upload a file</h3>
      <DropArea
        label="Upload a file"
        isMultiple
        onFiles={(chosen) => void upload(chosen)}
        onFolders={(reading) => void uploadFolders(reading)}
      >
        <IconUpload size={20} stroke={1.5} aria-hidden />
        Drop files here
      </DropArea>
      <TextInput
        className={classes.folder ?? ''}
        label="Into the folder"
        placeholder="none"
        size="xs"
        maxLength={500}
        value={chosenFolder ?? folder}
        onChange={({ currentTarget }) => setFolder(currentTarget.value)}
      />
      <ul className={classes.uploads} aria-label="Uploads">
        {entries.slice(0, MOST_SHOWN).map((entry) => (
          <UploadRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length > MOST_SHOWN ? (
        <p className={classes.note}>… and {(entries.length - MOST_SHOWN).toLocaleString('en')} more.</p>
      ) : null}
    </section>
  );
}

function UploadRow({ entry: { id, path, bytes, sentBytes, waitsFor, problem } }: { entry: UploadEntry }) {
  const percent = bytes === 0 ? 100 : Math.floor((sentBytes / bytes) * 100);
  return (
    <li className={classes.upload}>
      <div className={classes.fileText}>
        <span className={classes.fileName} title={path}>
          {path}
        </span>
        {problem === undefined ? (
          <>
            <Progress value={percent} size="sm" aria-label={`Uploading ${path}`} />
            <span className={classes.note}>
              {formatBytes(sentBytes)} of {formatBytes(bytes)} · {percent} %
            </span>
            <span className={classes.note} role="status">
              {waitsFor === undefined ? '' : WAITING[waitsFor]}
            </span>
          </>
        ) : (
          <span className={classes.problem} role="alert">
            Not uploaded. {problem}
          </span>
        )}
      </div>
      <ActionIcon
        aria-label={problem === undefined ? `Cancel ${path}` : `Dismiss ${path}`}
        onClick={() => endUpload(id)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
