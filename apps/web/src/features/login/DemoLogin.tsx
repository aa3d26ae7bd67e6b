import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { configQuery } from '#api/config-queries.ts';

/**
 * `/config/portal.json`, which only a demonstration portal serves: the sandbox account that anyone may use. Without
 * the file, or without the field, there is no demo login.
 */
export const portalFileSchema = z.object({
  demoLogin: z.object({ username: z.string().min(1), password: z.string().min(1) }).nullish(),
});

interface DemoLoginProps {
  isBusy: boolean;
  onChoose: (username: string, password: string) => void;
}

/** 'Log in for demo', where the portal offers it (spec 2 §2.3). */
export function DemoLogin({ isBusy, onChoose }: DemoLoginProps) {
  const account = useQuery(configQuery('portal', portalFileSchema)).data?.demoLogin;
  if (!account) return null;
  return (
    <Button
      variant="default"
      size="sm"
      fullWidth
      disabled={isBusy}
      onClick={() => onChoose(account.username, account.password)}
    >
      Log in for demo
    </Button>
  );
}
