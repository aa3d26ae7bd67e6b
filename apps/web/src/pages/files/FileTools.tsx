import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { files } from '@telltale/contract';
import { fileAddress } from '#api/file-queries.ts';
import { baseName } from './file-kind.ts';
import classes from './files.module.css';
import { useFileDeletion } from './use-file-deletion.ts';

/** What can be done with a file: downloaded, and deleted by who may. */
export function FileTools({ file, tabIndex }: { file: files.StoredFile; tabIndex?: number }) {
  const remove = useFileDeletion();
  const { fileId, filename } = file;
  const stop = tabIndex === undefined ? {} : { tabIndex };
  return (
    <span className={classes.tools}>
      <Button
        component="a"
        href={fileAddress(fileId)}
        download={baseName(filename)}
        variant="default"
        size="xs"
        className={classes.download ?? ''}
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${filename}`}
        title="Download"
        {...stop}
      >
        <span className={classes.word}>Download</span>
      </Button>
      {remove ? (
        <ActionIcon aria-label={`Delete ${filename}`} onClick={() => void remove(file)} {...stop}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </span>
  );
}
