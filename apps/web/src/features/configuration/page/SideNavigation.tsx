import { IconBox, IconComponents, IconPlugConnected, IconSitemap, IconTopologyStar3 } from '@tabler/icons-react';
import { permissionId } from '@telltale/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { type ConfigurationPlace, placePath, type Subpage } from './configuration-address.ts';
import classes from './page.module.css';

type Entry = { subpage: Subpage; label: string; icon: typeof IconBox };

const groups: readonly { heading: string; entries: readonly Entry[] }[] = [
  {
    heading: 'Assets',
    entries: [
      { subpage: 'assets', label: 'Set up assets', icon: IconBox },
      { subpage: 'assetdefinitions', label: 'Asset definitions', icon: IconComponents },
    ],
  },
  {
    heading: 'Systems',
    entries: [
      { subpage: 'systemdefinitions', label: 'Set up system definitions', icon: IconSitemap },
      { subpage: 'systems', label: 'Configure new systems', icon: IconTopologyStar3 },
    ],
  },
];

/** The four lists of the configuration, and the way to connect a device. */
export function SideNavigation({ place }: { place: ConfigurationPlace }) {
  const mayConnect = useMay(permissionId('Assets', 'Create'));
  const nav = useRef<HTMLElement>(null);
  // On a phone not all have room: an address may name one that would be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another place
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place.subpage]);
  return (
    <nav ref={nav} className={classes.side} aria-label="Configuration">
      {groups.map(({ heading, entries }) => (
        <div key={heading} className={classes.group}>
          <h2 className={classes.groupHeading}>{heading}</h2>
          <ul className={classes.entries}>
            {entries.map(({ subpage, label, icon: Icon }) => (
              <li key={subpage}>
                <Link
                  href={placePath({ subpage, search: place.search })}
                  className={classes.entry}
                  aria-current={subpage === place.subpage ? 'page' : undefined}
                >
                  <Icon size={16} stroke={1.6} aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {mayConnect ? (
        <div className={classes.group}>
          <h2 className={classes.groupHeading}>Devices</h2>
          <ul className={classes.entries}>
            <li>
              <Link href="/connect" className={classes.entry}>
                <IconPlugConnected size={16} stroke={1.6} aria-hidden />
                Connect a device
              </Link>
            </li>
          </ul>
        </div>
      ) : null}
    </nav>
  );
}
