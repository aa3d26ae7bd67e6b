import { Button, Loader } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { filesNamedQuery } from '#api/file-queries.ts';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { SQLITE_FILES } from '#tile-kit/query/open-portal-file.ts';
import { queryOf, SAMPLE_QUERY } from '#tile-kit/query/query-blocks.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { QueryBlockView } from './blocks/QueryBlockView.tsx';
import { useBlocks } from './blocks/use-blocks.ts';
import { DatabaseFacts, LoginHint } from './source/DatabaseFacts.tsx';
import { SourceBar } from './source/SourceBar.tsx';
import { type ChosenFile, useDatabase } from './source/use-database.ts';
import classes from './sqlite.module.css';
import { TableList } from './tables/TableList.tsx';

const NONE: ChosenFile = { kind: 'none' };

/** Any SQLite file, asked by SQL in the browser: files of the portal in place, and files of this computer (spec 2 §2.12). */
export function SqlitePage() {
  const { params, set } = useAddressParams();
  const hasSession = useSessionStore(({ state }) => state === 'valid');
  const mayList = useMay(permissionId('Files', 'View')) && hasSession;
  const list = useQuery({ ...filesNamedQuery(SQLITE_FILES), enabled: mayList });
  const [local, setLocal] = useState<ChosenFile>();
  const fileId = readFileId(params.get('fileId'));
  const chosen = useMemo<ChosenFile>(
    () => local ?? (fileId === undefined ? NONE : { kind: 'portal', fileId }),
    [local, fileId],
  );
  const { client, state, retry } = useDatabase(chosen);
  const { blocks, adopt, add, change, remove } = useBlocks();
  const shared = params.get('block');
  useEffect(() => {
    if (shared === null) return;
    adopt(shared);
    // It is among the blocks now; the address would bring it again.
    set({ block: undefined });
  }, [shared, adopt, set]);

  const tables = state.kind === 'open' ? state.database.tables : [];
  const addressOf = (block: string) => {
    const query = new URLSearchParams({ ...(fileId === undefined || local ? {} : { fileId: String(fileId) }), block });
    return `${window.location.origin}/sqlite?${query}`;
  };
  return (
    <Page title="SQLite explorer" columnWidth={1_320}>
      <SourceBar
        chosen={chosen}
        listed={mayList ? list.data : undefined}
        problem={list.error === null ? undefined : messageOf(list.error)}
        onChoose={(next) => {
          setLocal(next.kind === 'local' ? next : undefined);
          set({ fileId: next.kind === 'portal' ? String(next.fileId) : undefined, table: undefined });
        }}
      />
      {hasSession ? null : <LoginHint />}
      {state.kind === 'loading' ? (
        <p className={classes.loading} role="status">
          <Loader size={14} color="var(--tt-text-dim)" aria-hidden />
          {state.stage}
        </p>
      ) : null}
      {state.kind === 'failed' ? (
        <ErrorState title="The database could not be opened." message={state.message} onRetry={retry} />
      ) : null}
      {state.kind === 'open' && chosen.kind !== 'none' ? (
        <DatabaseFacts database={state.database} isLocal={chosen.kind === 'local'} />
      ) : null}
      <TableList
        client={client}
        tables={tables}
        shown={params.get('table') ?? undefined}
        onShow={(table) => set({ table })}
        onQuery={(table) => {
          const all = { table: table.name, columns: table.columns.map(({ name }) => name) };
          add({ title: table.name, chosen: all, query: queryOf(all), dataTab: 'table' });
        }}
      />
      {blocks.map((block) => (
        <QueryBlockView
          key={block.id}
          block={block}
          tables={tables}
          client={client}
          isReady={state.kind === 'open'}
          fileId={chosen.kind === 'portal' ? chosen.fileId : undefined}
          addressOf={addressOf}
          onChange={(changes) => change(block.id, changes)}
          onRemove={() => remove(block.id)}
        />
      ))}
      <div className={classes.add}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add()}>
          Add query
        </Button>
        <Button variant="subtle" onClick={() => add({ query: SAMPLE_QUERY, queryTab: 'raw' })}>
          Sample query
        </Button>
      </div>
    </Page>
  );
}

function readFileId(text: string | null): number | undefined {
  const fileId = Number(text);
  return Number.isSafeInteger(fileId) && fileId > 0 ? fileId : undefined;
}
