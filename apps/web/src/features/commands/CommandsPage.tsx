import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { commandListQuery, isUnderWay } from '#api/command-queries.ts';
import { useCommandNews } from '#live/records/use-news-of-records.ts';
import { LoadedList } from '#pages/listing/LoadedList.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { Page } from '#ui/page/Page.tsx';
import frame from '#ui/page/page.module.css';
import { CommandDrawer } from './CommandDrawer.tsx';
import { CommandFilters } from './CommandFilters.tsx';
import { CommandTable } from './CommandTable.tsx';
import { filterOfParams, idOf } from './command-filter.ts';
import { SendDrawer } from './SendDrawer.tsx';
import { SEND_CLOSED, SEND_OPENED, sendOfParams } from './send-address.ts';

/** The record of commands to all assets in sight: who asked for what, what became of it, and whether it worked. */
export function CommandsPage() {
  const { params, set } = useAddressParams();
  const filter = useMemo(() => filterOfParams(params), [params]);
  const list = useInfiniteQuery(commandListQuery(filter));
  const { data } = list;
  const mayCreate = useMay(permissionId('Commands', 'Create'));
  const sendTo = useMemo(() => sendOfParams(params), [params]);
  const assetList = useQuery(assetListQuery).data;
  const assetNames = useMemo(
    () => new Map(assetList?.map((asset) => [Number(asset.assetId), asset.assetAlias || asset.serialNumber])),
    [assetList],
  );
  // What is sent meanwhile moves the last ones of a page on to the next.
  const shown = useMemo(() => {
    const loaded = data?.pages.flatMap((page) => page.commands) ?? [];
    return [...new Map(loaded.map((command) => [command.commandId, command])).values()];
  }, [data]);
  useCommandNews(shown.filter(isUnderWay).map(({ assetId }) => assetId));
  const total = data?.pages[0]?.total ?? 0;
  const openedId = idOf(params.get('command'));

  return (
    <Page
      title="Commands"
      head={
        <>
          <span className={frame.count} role="status">
            {data ? `${shown.length.toLocaleString()} of ${total.toLocaleString()}` : ''}
          </span>
          {mayCreate ? (
            <Button className={frame.end ?? ''} disabled={!assetList?.length} onClick={() => set(SEND_OPENED)}>
              Send a command
            </Button>
          ) : null}
        </>
      }
    >
      <CommandFilters filter={filter} assetNames={assetNames} onChange={set} />
      {data ? (
        <LoadedList list={list}>
          <CommandTable
            commands={shown}
            assetNames={assetNames}
            emptyText={
              Object.keys(filter).length === 0 ? 'No command was sent yet.' : 'No command matches these filters.'
            }
            onOpen={({ commandId }) => set({ command: String(commandId) })}
          />
        </LoadedList>
      ) : null}
      <Pending query={list} label="Loading the commands" failure="The commands could not be loaded." rows={14} />
      {openedId === undefined ? null : (
        <CommandDrawer
          key={openedId}
          commandId={openedId}
          assetNames={assetNames}
          onClose={() => set({ command: undefined })}
        />
      )}
      {sendTo && mayCreate && assetList ? (
        <SendDrawer list={assetList} to={sendTo} onChange={set} onClose={() => set(SEND_CLOSED)} />
      ) : null}
    </Page>
  );
}
