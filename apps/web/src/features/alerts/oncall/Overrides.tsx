import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { onCall } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { momentWords, nameWords } from './on-call-words.ts';

interface OverridesProps {
  rota: onCall.RotaOfGroup;
  mayChange: boolean;
  onChanged: () => void;
}

/** Who takes over when, with a way to take it back. */
export function Overrides({ rota, mayChange, onChanged }: OverridesProps) {
  const { zone, userGroupId, overrides } = rota;
  const remove = useMutation({
    mutationFn: (overrideId: number) => callApi(onCall.deleteRotaOverride, { body: { userGroupId, overrideId } }),
    onError: (failure) => toast(`The override is still there. ${messageOf(failure)}`, 'error'),
    onSettled: onChanged,
  });
  if (overrides.length === 0) return null;
  const ask = async (one: onCall.RotaOverrideOfGroup) => {
    const isAgreed = await confirm({
      title: `Remove the override of ${one.username}?`,
      message: 'Whoever it would be by the rotation is on call again.',
      confirmLabel: 'Remove',
      isDestructive: true,
    });
    if (isAgreed) remove.mutate(one.overrideId);
  };
  const toolsLabel = mayChange ? { toolsLabel: 'Remove' } : {};
  return (
    <SmallTable label="Overrides" headers={['Takes over', 'From', 'Until']} {...toolsLabel} isStacked>
      {overrides.map((one) => (
        <tr key={one.overrideId}>
          <td>{nameWords(one)}</td>
          <td>{momentWords(Date.parse(one.from), zone)}</td>
          <td>{momentWords(Date.parse(one.to), zone)}</td>
          {mayChange ? (
            <ToolsCell>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Remove the override of ${one.username} from ${momentWords(Date.parse(one.from), zone)}`}
                onClick={() => void ask(one)}
              >
                Remove
              </Button>
            </ToolsCell>
          ) : null}
        </tr>
      ))}
    </SmallTable>
  );
}
