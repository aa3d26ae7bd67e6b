import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FrameSite, operations } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from './frame-sites.module.css';
import { faultsOf } from './site-faults.ts';

const NEW_SITE: FrameSite = { origin: '', keepsOrigin: false, camera: false, microphone: false };

const RIGHTS = [
  { name: 'keepsOrigin', label: 'Own cookies' },
  { name: 'camera', label: 'Camera' },
  { name: 'microphone', label: 'Microphone' },
] as const;

/** The sites as a table that is saved as a whole. */
export function FrameSitesForm({ stored }: { stored: readonly FrameSite[] }) {
  const client = useQueryClient();
  const [sites, setSites] = useState(stored);
  const faults = faultsOf(sites);
  const put = (index: number, part: Partial<FrameSite>) =>
    setSites(sites.map((site, at) => (at === index ? { ...site, ...part } : site)));
  const save = useMutation({
    mutationFn: () => callApi(operations.putFrameSites, { body: { sites: [...sites] } }),
    onSuccess: () => toast('The sites were saved. Pages that are opened from now on follow them.'),
    onError: (error) => toast(messageOf(error), 'error'),
    onSettled: () =>
      Promise.all(
        [queryKeys.frameSites, queryKeys.config('frames')].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form onSubmit={submit} aria-label="Sites in tiles">
      <p>
        Tiles show only these sites, each in a frame that cannot reach the portal. A camera or microphone is lent to no
        other.
      </p>
      {sites.length === 0 ? (
        <EmptyState title="No sites may be shown.">Add the first one.</EmptyState>
      ) : (
        <SmallTable label="Sites" headers={['Site', ...RIGHTS.map(({ label }) => label)]} toolsLabel="Remove" isStacked>
          {sites.map((site, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a site that is being written has no other name
            <tr key={index}>
              <td>
                <TextInput
                  aria-label={`Site ${index + 1}`}
                  placeholder="https://cameras.example"
                  value={site.origin}
                  error={site.origin === '' ? undefined : faults[index]}
                  onChange={({ currentTarget }) => put(index, { origin: currentTarget.value.trim() })}
                />
              </td>
              {RIGHTS.map(({ name, label }) => (
                <td key={name}>
                  <Checkbox
                    label={<span className={classes.onPhone}>{label}</span>}
                    aria-label={`${label} of site ${index + 1}`}
                    checked={site[name]}
                    onChange={({ currentTarget }) => put(index, { [name]: currentTarget.checked })}
                  />
                </td>
              ))}
              <ToolsCell>
                <ActionIcon
                  aria-label={`Remove site ${index + 1}`}
                  onClick={() => setSites(sites.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </ToolsCell>
            </tr>
          ))}
        </SmallTable>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => setSites([...sites, NEW_SITE])}>
          Add site
        </Button>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={faults.some((fault) => fault !== undefined) || JSON.stringify(sites) === JSON.stringify(stored)}
        >
          Save
        </Button>
      </Group>
    </form>
  );
}
