import { Button, Group, Modal, Textarea } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { handovers, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf, refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './handover.module.css';

/** Handing over, taking over, and printing. */
export function HandoverActs({ handover }: { handover: handovers.Handover }) {
  const records = useQueryClient();
  const maySign = useMay(permissionId('Events', 'Modify'));
  const username = useSessionStore((session) => session.user?.username);
  const [isAccepting, setAccepting] = useState(false);
  const params = { handoverId: handover.handoverId };
  const isOwn = handover.leaving?.user === username;
  const run = async (work: Promise<unknown>, failure: string) => {
    try {
      await work;
    } catch (error) {
      toast(`${failure} ${messageOf(error)}`, 'error');
    }
    await records.invalidateQueries({ queryKey: queryKeys.handovers });
  };
  const sign = async () => {
    const message =
      'What the handover tells is held as it is now, and its texts can no longer be changed. The coming person accepts it then.';
    if (!(await confirm({ title: 'Hand over', message, confirmLabel: 'Sign and hand over' }))) return;
    await run(callApi(handovers.signHandover, { params }), 'The handover could not be signed.');
  };
  return (
    <Group gap={8} className={classes.acts ?? ''}>
      {maySign && handover.state === 'running' ? <Button onClick={() => void sign()}>Hand over</Button> : null}
      {maySign && handover.state === 'signed' && isOwn ? (
        <Button
          variant="default"
          onClick={() =>
            void run(callApi(handovers.unsignHandover, { params }), 'The signature could not be taken back.')
          }
        >
          Take the signature back
        </Button>
      ) : null}
      {maySign && handover.state === 'signed' && !isOwn ? (
        <Button onClick={() => setAccepting(true)}>Take over</Button>
      ) : null}
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      {isAccepting ? <AcceptDialog handover={handover} onClose={() => setAccepting(false)} /> : null}
    </Group>
  );
}

function AcceptDialog({ handover, onClose }: { handover: handovers.Handover; onClose: () => void }) {
  const records = useQueryClient();
  const [, navigate] = useLocation();
  const [remark, setRemark] = useState('');
  const accept = async () => {
    const { handoverId, adminId } = handover;
    await callApi(handovers.acceptHandover, { params: { handoverId }, body: { remark: remark.trim() } });
    onClose();
    await records.invalidateQueries({ queryKey: queryKeys.handovers });
    toast('You have taken over. The next handover has begun.');
    navigate(`/handovers?unit=${adminId}`);
  };
  const form = useSubmit(() => refusalOf(accept()));
  return (
    <Modal opened onClose={onClose} title="Take over">
      <form onSubmit={form.onSubmit} className={classes.form}>
        <p className={classes.nothing}>
          {handover.leaving?.user} has signed. With your signature it stays as it is, and the next one begins.
        </p>
        <Textarea
          label="Remark"
          description="Stands beside the signatures"
          rows={3}
          maxLength={2_000}
          data-autofocus
          value={remark}
          onChange={({ currentTarget }) => setRemark(currentTarget.value)}
        />
        {form.problem ? (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            Sign and take over
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
