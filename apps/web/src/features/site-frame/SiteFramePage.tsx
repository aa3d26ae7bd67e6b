import { useDocumentTitle } from '@mantine/hooks';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useFrameSites } from '#tile-kit/portal/use-frame-sites.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { FrameWaiting, SiteFrame } from '#ui/links/SiteFrame.tsx';
import { siteAddress } from '#ui/links/site-address.ts';
import { portalName } from '#ui/page/portal-name.ts';
import classes from './site-frame-page.module.css';
import { readSitePath } from './site-path.ts';

/** The page of another site that stands in the place of an asset's dashboard: `/ifr/{address}` (spec 2 §2.1). */
export function SiteFramePage() {
  const [path] = useLocation();
  const search = useSearch();
  const { sites, problem } = useFrameSites();
  const source = readSitePath(path, search);
  const address = useMemo(() => sites && siteAddress(source, sites, window.location.origin), [source, sites]);
  const host = address?.kind === 'shown' ? URL.parse(address.href)?.host : undefined;
  useDocumentTitle(host ?? portalName());

  if (source === '') return <EmptyState title="No page was asked for.">Its address follows /ifr/.</EmptyState>;
  if (address === undefined) return <FrameWaiting />;
  if (address.kind === 'blocked') {
    return (
      <EmptyState title="This page cannot be shown here.">
        {problem ?? address.reason}
        {address.href === undefined ? null : (
          <>
            {' '}
            <a className={classes.link} href={address.href} target="_blank" rel="noopener noreferrer">
              Open it in a window of its own
            </a>
          </>
        )}
      </EmptyState>
    );
  }
  const { href, sandbox, allow } = address;
  return (
    <div className={classes.page}>
      <SiteFrame key={href} title={host ?? href} href={href} sandbox={sandbox} allow={allow} />
    </div>
  );
}
