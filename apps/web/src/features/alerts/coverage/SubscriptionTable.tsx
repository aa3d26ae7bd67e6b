import { Button } from '@mantine/core';
import { alertCoverage } from '@telltale/contract';
import { Link } from 'wouter';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from './coverage.module.css';
import { counted, lastWords, orderWords, wantedWords, waysWords } from './coverage-words.ts';

interface SubscriptionTableProps {
  subscriptions: readonly alertCoverage.AlertSubscription[];
  /** Shows the people of one. */
  onOpen: (subscription: alertCoverage.AlertSubscription) => void;
}

/** Who is told what, a subscription on a row. */
export function SubscriptionTable({ subscriptions, onOpen }: SubscriptionTableProps) {
  const zone = useOwnZone();
  return (
    <SmallTable
      label="Subscriptions"
      headers={['Who', 'Of', 'How', 'When nobody acknowledges', 'Sent last']}
      toolsLabel="People"
      isStacked
    >
      {subscriptions.map((one) => {
        const { userGroupId, userGroupName, assetGroupId, assetGroupName, people, assets, last } = one;
        return (
          <tr key={`${userGroupId} ${assetGroupId}`}>
            <td>
              <Link href={`/admin?select=userGroup-${userGroupId}`} className={classes.link ?? ''}>
                {userGroupName}
              </Link>
              <span className={classes.dim}>{counted(people.total, 'person', 'people')}</span>
            </td>
            <td>
              <Link href={`/assetgroups?group=${assetGroupId}&show=group`} className={classes.link ?? ''}>
                {assetGroupName}, {counted(assets, 'asset')}
              </Link>
              <span className={classes.dim}>{wantedWords(one)}</span>
            </td>
            <td>
              {waysWords(one)}
              {people.quiet > 0 ? <span className={classes.dim}>{people.quiet} with quiet hours</span> : null}
              {people.untold > 0 ? (
                <span className={classes.warning}>{counted(people.untold, 'person', 'people')} cannot be told</span>
              ) : null}
            </td>
            <td>{orderWords(one)}</td>
            <td
              title={
                last ? undefined : `Among the newest ${alertCoverage.MESSAGES_LOOKED_AT.toLocaleString()} messages`
              }
              data-state={last?.state}
              className={classes.last}
            >
              {lastWords(last, zone)}
            </td>
            <ToolsCell>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`People of ${userGroupName} who are told of ${assetGroupName}`}
                onClick={() => onOpen(one)}
              >
                People
              </Button>
            </ToolsCell>
          </tr>
        );
      })}
    </SmallTable>
  );
}
