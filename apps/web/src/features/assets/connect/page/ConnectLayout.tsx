import type { ReactNode } from 'react';
import { RecipeTabs } from '../recipes/RecipeTabs.tsx';
import type { TokenKind } from '../recipes/recipe.ts';
import { TokenPart } from '../TokenPart.tsx';
import classes from './connect-page.module.css';

/** Stands where the token would be, once nobody knows it any more. */
const LOST_TOKEN = 'YOUR-ACCESS-TOKEN';

interface ConnectLayoutProps {
  kind: TokenKind;
  name: string;
  token: string | undefined;
  onKept: () => void;
  /** What the token is for, or how to come to another one. */
  hint: ReactNode;
  /** What arrives. */
  children: ReactNode;
}

/** What to paste, and beside it what comes of it. */
export function ConnectLayout({ kind, name, token, onKept, hint, children }: ConnectLayoutProps) {
  return (
    <>
      <p className={classes.name}>{name}</p>
      <div className={classes.columns}>
        {/* Marking it and copying by hand is copying, too. */}
        <div className={classes.paste} onCopy={onKept}>
          {token === undefined ? (
            <p className={classes.lead}>{hint}</p>
          ) : (
            <TokenPart accessToken={token} onKept={onKept}>
              {hint}
            </TokenPart>
          )}
          <RecipeTabs kind={kind} accessToken={token ?? LOST_TOKEN} onCopied={onKept} />
        </div>
        <div className={classes.arrivals}>{children}</div>
      </div>
    </>
  );
}
