import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { gateways, type ReplyOf } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useSubmit } from '#ui/form/use-submit.ts';

export type CreatedGateway = ReplyOf<typeof gateways.createGateway>;

/** Names a gateway and makes its token. */
export function GatewayForm({ onCreated }: { onCreated: (gateway: CreatedGateway) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const make = async () => {
    const created = await callApi(gateways.createGateway, { body: { name } });
    void client.invalidateQueries({ queryKey: queryKeys.gateways });
    onCreated(created);
  };
  const { isBusy, problem, onSubmit } = useSubmit(() => refusalOf(make()));
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Of the gateway or the Sparkplug edge, so that you know it again."
          required
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {problem === undefined ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            Create gateway
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
