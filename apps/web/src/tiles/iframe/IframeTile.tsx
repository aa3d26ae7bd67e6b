import { IconExternalLink, IconWorldOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useFrameSites } from '#tile-kit/portal/use-frame-sites.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { useReadPath } from '#tiles/shared/request/use-read-path.ts';
import { FrameWaiting, SiteFrame } from '#ui/links/SiteFrame.tsx';
import { frameAddress } from './frame-address.ts';
import classes from './iframe.module.css';
import type { IframeSettings } from './settings.ts';

const NOTHING = {};

/** Another site's page in a frame. */
export function IframeTile({ settings }: TileViewProps<IframeSettings>) {
  const { sites, problem } = useFrameSites();
  const readPath = useReadPath(NOTHING);
  const address = useMemo(() => {
    // Live values would load the page anew with each of them: only what stays is filled in.
    const readLasting = (path: string) => (/^(attributes|asset)\./i.test(path) ? readPath(path) : '');
    return sites && frameAddress(settings.url, readLasting, sites, window.location.origin);
  }, [settings.url, sites, readPath]);

  if (address === undefined) return <FrameWaiting />;
  if (address.kind === 'none') return <TileMessage hint="Edit this tile to enter one.">No address yet</TileMessage>;
  if (address.kind === 'blocked') {
    return (
      <TileMessage icon={<IconWorldOff size={24} stroke={1.5} />}>
        {problem ?? address.reason}
        {address.href === undefined ? null : (
          <a className={classes.link} href={address.href} target="_blank" rel="noopener noreferrer">
            Open it in a window of its own <IconExternalLink size={14} aria-hidden />
          </a>
        )}
      </TileMessage>
    );
  }
  const { href, sandbox, allow } = address;
  return <SiteFrame key={href} title={settings.title || hostOf(href)} href={href} sandbox={sandbox} allow={allow} />;
}

function hostOf(href: string): string {
  return URL.parse(href)?.host ?? href;
}
