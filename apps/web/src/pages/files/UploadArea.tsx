import { ActionIcon, Progress, TextInput } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { DropArea } from '#ui/form/DropArea.tsx';
import classes from './files.module.css';
import { refreshFiles } from './refresh-files.ts';
import { endUpload, startUploads, type UploadEntry, useUploadStore } from './upload-store.ts';

interface UploadAreaProps {
  /** Undefined: files of no asset. */
  assetId: number | undefined;
  /** The folder that is being looked at. */
  folder: string;
}

/** Where files are dropped, into which folder, and how far those have come that are on their way (spec 1 §2). */
export function UploadArea({ assetId, folder }: UploadAreaProps) {
  const client = useQueryClient();
  const [chosenFolder, setFolder] = useState<string>();
  const entries = useUploadStore((store) => store.entries);
  const into = (chosenFolder ?? folder).replace(/^[\s/]+|[\s/]+$/g, '');

  function onDone(path: string): void {
    toast(`‘${path}’ uploaded.`);
    void refreshFiles(client, assetId);
  }

  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>Upload a file</h3>
      <DropArea
        label="Upload a file"
        isMultiple
        onFiles={(chosen) => chosen.length > 0 && void startUploads(chosen, { assetId, folder: into, onDone })}
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
        {entries
          .filter((entry) => entry.assetId === assetId)
          .map((entry) => (
            <UploadRow key={entry.id} entry={entry} />
          ))}
      </ul>
    </section>
  );
}

function UploadRow({ entry: { id, path, bytes, sentBytes, isWaiting, problem } }: { entry: UploadEntry }) {
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
              {isWaiting ? 'Waiting for the connection' : ''}
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
