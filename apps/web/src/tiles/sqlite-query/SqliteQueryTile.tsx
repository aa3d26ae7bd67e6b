import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLayoutEffect } from 'react';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useLacks } from '#tile-kit/portal/use-may.ts';
import { ResultView } from '#tile-kit/query/result/ResultView.tsx';
import { useBlockRun } from '#tile-kit/query/use-block-run.ts';
import { usePortalDatabase } from '#tile-kit/query/use-portal-database.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import type { SqliteQuerySettings } from './settings.ts';
import classes from './sqlite-query.module.css';

/** A query that is being written is executed once its writer pauses, milliseconds. */
const PAUSE_MS = 600;

/** A query of a SQLite file of the portal: its result as lines, slices, bars or a table. */
export function SqliteQueryTile({ settings }: TileViewProps<SqliteQuerySettings>) {
  const lacksFiles = useLacks('Files', 'View');
  if (settings.fileId === 0 || settings.query.trim() === '') {
    return <TileMessage>SQLite Query. A file and a query need to be filled out.</TileMessage>;
  }
  if (lacksFiles) return <TileMessage>You are missing permissions to view files.</TileMessage>;
  return (
    <div className={classes.tile}>
      {settings.title ? (
        <h3 className={classes.title} title={settings.title}>
          {settings.title}
        </h3>
      ) : null}
      <Database settings={settings} />
    </div>
  );
}

function Database({ settings }: { settings: SqliteQuerySettings }) {
  const database = usePortalDatabase(settings.fileId);
  if (database.kind === 'failed') {
    return <TileNotice title="The database could not be opened." text={database.message} onRetry={database.retry} />;
  }
  if (database.kind === 'loading') {
    return (
      <p className={classes.loading} role="status">
        <Loader size={14} color="var(--tt-text-dim)" aria-hidden />
        {database.stage}
      </p>
    );
  }
  return <Answer client={database.client} settings={settings} />;
}

function Answer({ client, settings }: { client: SqliteClient; settings: SqliteQuerySettings }) {
  const { run, execute } = useBlockRun(client);
  const [query] = useDebouncedValue(settings.query, PAUSE_MS);
  const [parsing] = useDebouncedValue(settings.parsing, PAUSE_MS);
  // Before anything is painted: it runs from its first frame on.
  useLayoutEffect(() => void execute({ query, parsing }), [execute, query, parsing]);
  return (
    <ResultView
      title={settings.title || 'SQLite Query'}
      dataTab={settings.dataTab}
      run={run}
      isTransformErrorShown={false}
      isFilling
    />
  );
}
