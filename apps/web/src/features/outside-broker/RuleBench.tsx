import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BrokerRule, outsideBroker, ruleDifference, ruleDifferenceText } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { outsideBrokerQuery } from '#api/portal/broker-queries.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import classes from './broker.module.css';
import { Messages } from './Messages.tsx';
import { RuleForm } from './RuleForm.tsx';
import { faultsOf, newRule, type RuleDraft, usableRules } from './rule-draft.ts';

interface RuleBenchProps {
  /** As they are now: somebody else may save others at any time. */
  stored: readonly BrokerRule[];
  version: string;
  /** There is a broker to look at. */
  isThere: boolean;
}

/** The rules, and beside them what they make of the messages that come now: before they are saved, too. */
export function RuleBench({ stored, version, isThere }: RuleBenchProps) {
  const client = useQueryClient();
  const [rules, setRules] = useState<readonly RuleDraft[]>(stored);
  /** What is being changed: it may be others by now. */
  const [base, setBase] = useState({ stored, version });
  const faults = faultsOf(rules);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(base.stored);
  const isOutdated = base.version !== version;
  const take = (now: typeof base) => {
    setBase(now);
    setRules(now.stored);
  };
  // What somebody else has saved meanwhile is what is edited next; who is in the middle of it loses nothing.
  if (isOutdated && !isChanged) take({ stored, version });
  const save = useMutation({
    mutationFn: () => callApi(outsideBroker.putBrokerRules, { body: { rules: [...rules], version: base.version } }),
    onSuccess: (reply) => {
      client.setQueryData(outsideBrokerQuery.queryKey, reply);
      take({ stored: reply.file.rules, version: reply.version });
      toast('The rules were saved. Messages follow them from now on.');
    },
    onError: (error) => {
      toast(messageOf(error), 'error');
      // Where somebody else was faster, what they wrote is shown beside it.
      return client.invalidateQueries({ queryKey: outsideBrokerQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const put = (index: number, rule: RuleDraft) => setRules(rules.map((one, at) => (at === index ? rule : one)));

  return (
    <div className={classes.bench}>
      <form onSubmit={submit} aria-label="Rules" className={classes.rules}>
        <h2>Rules for plain topics</h2>
        {isOutdated && isChanged ? (
          <p className={classes.failure} role="status">
            Somebody else has changed the rules meanwhile ({ruleDifferenceText(ruleDifference(rules, stored))}). Discard
            leads to theirs; yours cannot be saved.
          </p>
        ) : null}
        {rules.length === 0 ? (
          <EmptyState title="There are no rules.">
            A rule says of which asset the messages of a topic are, and which values they hold.
          </EmptyState>
        ) : null}
        {rules.map((rule, index) => (
          <RuleForm
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule that is being written has no other name
            key={index}
            place={index}
            rule={rule}
            faultAt={(field) => faults.get(`${index}.${field}`)}
            onChange={(changed) => put(index, changed)}
            onRemove={() => setRules(rules.filter((_, at) => at !== index))}
          />
        ))}
        <Group gap="xs" className={classes.buttons}>
          <Button variant="default" onClick={() => setRules([...rules, newRule(rules)])}>
            Add rule
          </Button>
          <Button variant="default" disabled={!isChanged} onClick={() => take({ stored, version })}>
            Discard
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || isOutdated || faults.size > 0}>
            Save
          </Button>
        </Group>
      </form>
      <Messages rules={usableRules(rules)} isThere={isThere} isDraft={isChanged} />
    </div>
  );
}
