import { Link } from 'wouter';
import classes from './administration-links.module.css';

const pages = [
  { path: '/admin', label: 'Users and groups' },
  { path: '/assetgroups', label: 'Asset groups' },
  { path: '/audit', label: 'Audit' },
] as const;

/** From one page of the administration to the others. */
export function AdministrationLinks({ here }: { here: (typeof pages)[number]['path'] }) {
  return (
    <nav className={classes.links} aria-label="More of the administration">
      {pages
        .filter(({ path }) => path !== here)
        .map(({ path, label }) => (
          <Link key={path} href={path}>
            {label}
          </Link>
        ))}
    </nav>
  );
}
