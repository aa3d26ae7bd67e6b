import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { loginPath } from '#session/return-path.ts';
import { useSessionStore } from '#session/session-store.ts';
import { Facts } from '#ui/Facts.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { AddressForm } from './AddressForm.tsx';
import { AlertChoice } from './AlertChoice.tsx';
import { ExternalLogin } from './ExternalLogin.tsx';
import { SessionList } from './SessionList.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TokenList } from './tokens/TokenList.tsx';
import { TwoStepLogin } from './two-step/TwoStepLogin.tsx';
import classes from './user-settings.module.css';

/** The user's own: name and address, two-step login, the identity provider, theme, where they are logged in, tokens for scripts. The theme is for anyone (spec 2 §2.1). */
export function UserSettingsPage() {
  const user = useSessionStore((session) => session.user);
  const section = useLocationProperty(() => window.location.hash.slice(1));
  useEffect(() => {
    if (section !== '') document.getElementById(section)?.scrollIntoView({ block: 'start' });
  }, [section]);
  return (
    <Page title="Settings" columnWidth={760}>
      {user ? (
        <section className={classes.section} aria-labelledby="account-heading">
          <h2 id="account-heading">Account</h2>
          <Facts>
            <dt>Username</dt>
            <dd>{user.username}</dd>
          </Facts>
          <AddressForm userId={user.userId} />
        </section>
      ) : null}
      {user ? (
        <section className={classes.section} aria-labelledby="two-step-heading">
          <h2 id="two-step-heading">Two-step login</h2>
          <TwoStepLogin />
        </section>
      ) : null}
      {user ? <ExternalLogin /> : null}
      {user ? (
        <section className={classes.section} aria-labelledby="alerts-heading">
          <h2 id="alerts-heading">Alerts</h2>
          <AlertChoice />
        </section>
      ) : null}
      <section className={classes.section} aria-labelledby="theme-heading">
        <h2 id="theme-heading">Theme</h2>
        <ThemeChoice />
      </section>
      <section className={classes.section} aria-labelledby="sessions-heading">
        <h2 id="sessions-heading">Where you are logged in</h2>
        {user ? (
          <SessionList />
        ) : (
          <EmptyState title="You are not logged in.">
            <Link href={loginPath('/user-settings')}>Log in</Link>
          </EmptyState>
        )}
      </section>
      {user ? (
        <section className={classes.section} aria-labelledby="tokens-heading">
          <h2 id="tokens-heading">API tokens</h2>
          <TokenList />
        </section>
      ) : null}
    </Page>
  );
}
