import { Button, Group, Modal, Stack } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#api/api-error.ts';
import { queryKeys } from '#api/query-keys.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './deletion.module.css';
import { lineText, type UseLine, type UseLines } from './use-lines.ts';

/** How a record is deleted. */
export interface Deletion {
  /** Said before the list of what goes with it. */
  question?: string;
  /** Asks what hangs on it. */
  findUses: () => Promise<UseLines>;
  onDelete: () => Promise<unknown>;
  /** What is loaded again afterwards besides the list that it stands in. */
  reloadAlso?: readonly QueryKey[];
  /** The way to what keeps it, where there is one. */
  wayOut?: ReactNode;
}

interface DeleteDialogProps extends Deletion {
  /** What is to be deleted, as people call it. */
  name: string;
  /** The key of the list that it stands in. */
  queryKey: QueryKey;
  onClose: () => void;
}

/** Says what keeps a record, or what goes with it, before it is deleted. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, question, findUses, onDelete, queryKey, reloadAlso = [], onClose, wayOut } = props;
  const uses = useQuery({ queryKey: queryKeys.uses(name), queryFn: findUses, gcTime: 0, staleTime: 0, retry: false });
  const { change, isBusy, problem } = useChange();
  const isKept = (uses.data?.keeping.length ?? 0) > 0;

  const remove = async () => {
    const deleted = await change({ reload: [queryKey, ...reloadAlso], make: () => onDelete().then(() => true) });
    if (!deleted) return;
    toast(`${name} was deleted.`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={isKept ? `${name} cannot be deleted` : `Delete ${name}?`} size="sm">
      <Stack gap="sm">
        {uses.isPending ? <SkeletonRows rows={3} label="Looking for what uses it" /> : null}
        {uses.error ? (
          <ErrorState
            title="What uses it could not be found out."
            message={messageOf(uses.error)}
            onRetry={() => void uses.refetch()}
          />
        ) : null}
        {uses.data ? <Uses uses={uses.data} question={question} /> : null}
        {isKept ? wayOut : null}
        <Problem text={problem} />
        <Group justify="flex-end" gap="xs">
          {/* The harmless answer has the focus: Enter must not delete anything. */}
          <Button variant="default" data-autofocus onClick={onClose}>
            {isKept ? 'Close' : 'Cancel'}
          </Button>
          {isKept ? null : (
            <Button color="red" disabled={uses.data === undefined} loading={isBusy} onClick={() => void remove()}>
              Delete
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Uses({ uses: { keeping, going }, question }: { uses: UseLines; question: string | undefined }) {
  if (keeping.length > 0) return <Lines heading="It is in use by:" lines={keeping} />;
  return (
    <>
      {question === undefined ? null : <p className={classes.text}>{question}</p>}
      {going.length > 0 ? (
        <Lines heading="Deleted with it:" lines={going} />
      ) : (
        <p className={classes.text}>Nothing depends on it.</p>
      )}
    </>
  );
}

function Lines({ heading, lines }: { heading: string; lines: readonly UseLine[] }) {
  return (
    <div>
      <p className={classes.text}>{heading}</p>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.one}>{lineText(line)}</li>
        ))}
      </ul>
    </div>
  );
}
