import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { z } from 'zod';
import { configQuery } from '#api/config-queries.ts';

/**
 * `/config/portal.json`: the sandbox account that anyone may use, which only a demonstration portal has, and whether an
 * identity provider is there. Without a field there is no such login.
 */
const portalFileSchema = z.object({
  demoLogin: z.object({ username: z.string().min(1), password: z.string().min(1) }).nullish(),
  /** The identity provider, where one is configured. */
  externalLogin: z.object({ label: z.string().min(1) }).nullish(),
});

interface OtherLoginsProps {
  isBusy: boolean;
  onDemo: (username: string, password: string) => void;
}

/** The button of the identity provider, and 'Log in for demo' (spec 2 §2.3), where the portal offers them. */
export function OtherLogins({ isBusy, onDemo }: OtherLoginsProps) {
  const search = useSearch();
  const portal = useQuery(configQuery('portal', portalFileSchema)).data;
  const { demoLogin, externalLogin } = portal ?? {};
  const next = new URLSearchParams(search).get('next');
  return (
    <>
      {externalLogin ? (
        <Button
          variant="default"
          size="sm"
          fullWidth
          component="a"
          href={`/api/auth/oidc/login${next === null ? '' : `?next=${encodeURIComponent(next)}`}`}
        >
          {externalLogin.label}
        </Button>
      ) : null}
      {demoLogin ? (
        <Button
          variant="default"
          size="sm"
          fullWidth
          disabled={isBusy}
          onClick={() => onDemo(demoLogin.username, demoLogin.password)}
        >
          Log in for demo
        </Button>
      ) : null}
    </>
  );
}
