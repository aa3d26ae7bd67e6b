import { IconBox, IconComponents, IconSitemap, IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from 'wouter';
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

/** The four lists of the configuration. */
export function SideNavigation({ place }: { place: ConfigurationPlace }) {
  return (
    <nav className={classes.side} aria-label="Configuration">
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
    </nav>
  );
}
