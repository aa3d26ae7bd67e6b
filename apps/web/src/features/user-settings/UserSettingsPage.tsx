import { PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useMayChangeOwn } from '#session/own-attributes.ts';
import { loginPath } from '#session/return-path.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { Facts } from '#ui/Facts.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { AddressForm } from './AddressForm.tsx';
import { AlertChoice } from './AlertChoice.tsx';
import { NamesForm } from './account/NamesForm.tsx';
import { PasswordForm } from './account/PasswordForm.tsx';
import { Browsers } from './browsers/Browsers.tsx';
import { ExternalLogin } from './ExternalLogin.tsx';
import { ColumnsForm } from './own/ColumnsForm.tsx';
import { LinksForm } from './own/LinksForm.tsx';
import { PinsForm } from './own/PinsForm.tsx';
import { QuietHours } from './quiet/QuietHours.tsx';
import { UnitsForm } from './reading/UnitsForm.tsx';
import { ZoneForm } from './reading/ZoneForm.tsx';
import { SessionList } from './SessionList.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TokenList } from './tokens/TokenList.tsx';
import { TwoStepLogin } from './two-step/TwoStepLogin.tsx';
import classes from './user-settings.module.css';

/**
 * The user's own: names and address, password, two-step login, the identity provider, alerts, quiet hours, theme, zone, units, links,
 * pins and columns, where they are logged in, tokens for scripts. The theme is for anyone (spec 2 §2.1); an account that
 * may change nothing sees the theme alone (spec 3 §13).
 */
export function UserSettingsPage() {
  const user = useSessionStore((session) => session.user);
  const isViewed = useSessionStore((session) => session.viewing !== undefined);
  const mayChange = useMayChangeOwn();
  const mayAssets = useMay(PERMISSION_ASSETS_VIEW);
  const section = useLocationProperty(() => window.location.hash.slice(1));
  useEffect(() => {
    if (section !== '') document.getElementById(section)?.scrollIntoView({ block: 'start' });
  }, [section]);
  return (
    <Page title="Settings" columnWidth={760}>
      {user ? (
        <Section name="account" title="Account">
          <Facts>
            <dt>Username</dt>
            <dd>{user.username}</dd>
          </Facts>
          {mayChange ? (
            <>
              <NamesForm />
              <AddressForm userId={user.userId} />
              <PasswordForm />
            </>
          ) : (
            <p className={classes.lead}>
              {isViewed
                ? 'What else stands here is for the user alone.'
                : 'This account is shared, so nothing of it can be changed but the theme here.'}
            </p>
          )}
        </Section>
      ) : null}
      {mayChange ? (
        <>
          <Section name="two-step" title="Two-step login">
            <TwoStepLogin />
          </Section>
          <ExternalLogin />
          <Section name="alerts" title="Alerts">
            <AlertChoice />
            <Browsers />
          </Section>
          <Section name="quiet" title="Quiet hours">
            <QuietHours />
          </Section>
        </>
      ) : null}
      <Section name="theme" title="Theme">
        <ThemeChoice />
      </Section>
      {mayChange ? (
        <>
          <Section name="zone" title="Time zone">
            <ZoneForm />
          </Section>
          <Section name="units" title="Units">
            <UnitsForm />
          </Section>
          <Section name="links" title="My links">
            <LinksForm />
          </Section>
          {mayAssets ? (
            <>
              <Section name="pins" title="Pinned assets">
                <PinsForm />
              </Section>
              <Section name="columns" title="Attribute columns">
                <ColumnsForm />
              </Section>
            </>
          ) : null}
        </>
      ) : null}
      {user === undefined ? (
        <Section name="sessions" title="Where you are logged in">
          <EmptyState title="You are not logged in.">
            <Link href={loginPath('/user-settings')}>Log in</Link>
          </EmptyState>
        </Section>
      ) : null}
      {mayChange ? (
        <>
          <Section name="sessions" title="Where you are logged in">
            <SessionList />
          </Section>
          <Section name="tokens" title="API tokens">
            <TokenList />
          </Section>
        </>
      ) : null}
    </Page>
  );
}

/** A part of the page, at an address of its own: `#units-heading`. */
function Section({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={`${name}-heading`}>
      <h2 id={`${name}-heading`}>{title}</h2>
      {children}
    </section>
  );
}
