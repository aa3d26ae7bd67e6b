import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { fileAddress } from '#api/file-queries.ts';
import classes from '../panel.module.css';

/** A file with its name, time of upload, size and download (spec 1 §2). */
export function FileRow({ file: { fileId, filename, timestamp, length } }: { file: files.StoredFile }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const uploadedMs = Date.parse(timestamp);
  return (
    <li className={classes.file}>
      <span className={classes.fileText}>
        <span className={classes.fileName} title={filename}>
          {filename}
        </span>
        <span className={classes.note}>
          {formatDateTime(uploadedMs, zone)} {zoneName(uploadedMs, zone)} · {formatBytes(length)}
        </span>
      </span>
      <Button
        component="a"
        href={fileAddress(fileId)}
        download={filename}
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${filename}`}
      >
        Download
      </Button>
    </li>
  );
}
