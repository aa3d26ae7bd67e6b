import { Button } from '@mantine/core';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import frame from '#ui/page/page.module.css';
import { ExportList } from './ExportList.tsx';
import { Schedules } from './Schedules.tsx';

const ExportDialog = lazyPart(async () => (await import('#pages/exports/ExportDialog.tsx')).ExportDialog);

const NO_ASSETS: [] = [];

/** One's exports: those under way, those to be fetched, what became of the others, and what is made again and again. */
export function ExportsPage() {
  const zone = useOwnZone();
  const { params, set } = useAddressParams();
  return (
    <Page
      title="Exports"
      columnWidth={960}
      head={
        <Button className={frame.end ?? ''} onClick={() => set({ new: '1' })}>
          New export
        </Button>
      }
    >
      <ExportList />
      <Schedules />
      {params.has('new') && (
        <ExportDialog assets={NO_ASSETS} name="export" zone={zone} onClose={() => set({ new: undefined })} />
      )}
    </Page>
  );
}
