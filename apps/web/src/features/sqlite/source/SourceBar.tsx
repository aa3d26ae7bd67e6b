import { NativeSelect } from '@mantine/core';
import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { DropArea } from '#ui/form/DropArea.tsx';
import classes from './source.module.css';
import { type ChosenFile, localFile } from './use-database.ts';

interface SourceBarProps {
  chosen: ChosenFile;
  /** The portal's files; undefined: not there yet, or there is no session. */
  listed: readonly files.StoredFile[] | undefined;
  /** Why there is no list. */
  problem: string | undefined;
  onChoose: (chosen: ChosenFile) => void;
}

/** Which database is looked at: one of the portal, or one of this machine, which stays there. */
export function SourceBar({ chosen, listed, problem, onChoose }: SourceBarProps) {
  const fileId = chosen.kind === 'portal' ? chosen.fileId : undefined;
  const isUnlisted = fileId !== undefined && !listed?.some((file) => file.fileId === fileId);
  return (
    <div className={classes.bar}>
      {listed === undefined && problem === undefined ? null : (
        <NativeSelect
          className={classes.picker ?? ''}
          label="File of the portal"
          error={problem}
          value={fileId === undefined ? '' : String(fileId)}
          data={[
            { value: '', label: listed?.length === 0 ? 'There are no .sqlite files' : 'Choose a .sqlite file' },
            ...(isUnlisted ? [{ value: String(fileId), label: `File ${fileId}` }] : []),
            ...(listed ?? []).map((file) => ({
              value: String(file.fileId),
              label: `${file.filename} (${formatBytes(file.length)})`,
            })),
          ]}
          onChange={({ currentTarget }) =>
            onChoose(
              currentTarget.value === '' ? { kind: 'none' } : { kind: 'portal', fileId: Number(currentTarget.value) },
            )
          }
        />
      )}
      <div className={classes.drop}>
        <DropArea
          label="SQLite file of this computer"
          isMultiple
          onFiles={(dropped) => {
            const local = localFile(dropped);
            if (local) onChoose(local);
          }}
        >
          {chosen.kind === 'local' ? (
            <span>{`${chosen.file.name}${chosen.wal ? ` with ${chosen.wal.name}` : ''}`}</span>
          ) : (
            <span>Drop a SQLite file here, or choose one</span>
          )}
          <span className={classes.hint}>It is read in place and never leaves this computer.</span>
        </DropArea>
      </div>
    </div>
  );
}
