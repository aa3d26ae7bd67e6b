import { Loader } from '@mantine/core';
import { useState } from 'react';
import classes from './site-frame.module.css';

interface SiteFrameProps {
  title: string;
  href: string;
  sandbox: string;
  allow: string;
}

/** Another site's page in a frame, with the rights that `siteAddress` gives it. */
export function SiteFrame({ title, href, sandbox, allow }: SiteFrameProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className={classes.holder} aria-busy={!isLoaded}>
      <iframe
        className={classes.frame}
        title={title}
        src={href}
        sandbox={sandbox}
        allow={allow}
        referrerPolicy="no-referrer"
        loading="lazy"
        onLoad={() => setLoaded(true)}
      />
      {isLoaded ? null : <FrameWaiting />}
    </div>
  );
}

export function FrameWaiting() {
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" color="var(--tt-text-dim)" aria-hidden />
      <span className="tt-visually-hidden">Loading the page</span>
    </div>
  );
}
