import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { Link } from 'wouter';
import type { OpenedDatabase } from '#sqlite/messages.ts';
import classes from './source.module.css';

/** What is known of the database that is open, and what may be missing in it. */
export function DatabaseFacts({ database, isLocal }: { database: OpenedDatabase; isLocal: boolean }) {
  const { sizeBytes, encoding, pageSize, isWal, walPages, readBytes, tables } = database;
  if (sizeBytes === 0 && walPages === 0) {
    return <p className={classes.note}>The file is empty: it has 0 bytes, and so no tables.</p>;
  }
  return (
    <>
      <p className={classes.facts} role="status">
        <span>{formatBytes(sizeBytes)}</span>
        <span>{encoding}</span>
        <span>{`pages of ${pageSize.toLocaleString('en-US')} bytes`}</span>
        <span>{`${tables.length.toLocaleString('en-US')} tables and views`}</span>
        <span>{`${formatBytes(readBytes)} read to open it`}</span>
      </p>
      {walPages > 0 ? (
        <p className={classes.note}>
          {`Read with its write-ahead log: ${walPages.toLocaleString('en-US')} pages come from the -wal file beside it.`}
        </p>
      ) : null}
      {isWal && walPages === 0 ? (
        <p className={classes.note} data-warning>
          {`The database was in use when this file was copied: its newest changes may stand in a -wal file, which is not there. ${
            isLocal
              ? 'Drop both files together to read them with it.'
              : 'Upload that file beside it to read them with it.'
          }`}
        </p>
      ) : null}
    </>
  );
}

/** What a visitor sees in place of the portal's files. */
export function LoginHint() {
  return (
    <p className={classes.note}>
      <Link href="/login">Log in</Link> to choose among the files of the portal. Files of this computer and the sample
      query need no session.
    </p>
  );
}
