import { useQuery } from '@tanstack/react-query';
import { frameSitesQuery } from '#api/frame-site-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { Page } from '#ui/page/Page.tsx';
import { FrameSitesForm } from './FrameSitesForm.tsx';

/** The operator's frames.json: which other sites tiles may show, and what is lent to them. */
export function FrameSitesPage() {
  const query = useQuery(frameSitesQuery);
  const { data } = query;
  return (
    <Page title="Sites in tiles" columnWidth={1_200} head={<AdministrationLinks here="/frame-sites" />}>
      <Pending query={query} label="Loading the sites" failure="The sites could not be loaded." rows={3} />
      {/* What has changed meanwhile is what is edited next. */}
      {data !== undefined && <FrameSitesForm key={JSON.stringify(data)} stored={data.sites} />}
    </Page>
  );
}
