import type { ReactNode } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './connect.module.css';

interface TokenPartProps {
  accessToken: string;
  /** Somebody has the token: it was copied. */
  onKept: () => void;
  /** What it is for, and what to do when it is lost. */
  children: ReactNode;
}

/** An access token, shown this once. */
export function TokenPart({ accessToken, onKept, children }: TokenPartProps) {
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h3 className={classes.heading}>Access token</h3>
        <span className={classes.once}>shown this once</span>
        <CopyButton text={accessToken} what="access token" onCopied={onKept} />
      </div>
      <code className={classes.token}>{accessToken}</code>
      <p className={classes.hint}>{children}</p>
    </section>
  );
}
