import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { MOST_AN_HOUR } from './BacktestOutcome.tsx';
import classes from './backtest-outcome.module.css';
import { durationText } from './backtest-text.ts';
import type { Rule } from './use-backtest.ts';
import { type UntriedAsset, useTrialOfAll } from './use-trial-of-all.ts';

const SHOWN = 10;

interface AllAssetsProps {
  /** Undefined: it is a new alarm. */
  alarmDefinitionId: number | undefined;
  assets: readonly { assetId: number; name: string }[];
  rule: Rule;
  /** The rule in force, where it is another one. */
  inForce: Rule | undefined;
  dataItems: readonly { dataItemId: number; label: string }[];
  span: { readonly fromMs: number; readonly toMs: number };
  isReady: boolean;
}

/** A rule on what all assets of a definition recorded, one after the other; it can be cancelled. */
export function AllAssets(props: AllAssetsProps) {
  const { assets, inForce, span, isReady } = props;
  const trial = useTrialOfAll();
  const [isWhole, setWhole] = useState(false);
  const { state, tried, total, outcomes, untried, problem } = trial;
  const hours = (span.toMs - span.fromMs) / 3_600_000;
  const raised = outcomes.reduce((sum, { count }) => sum + count, 0);
  const before = outcomes.reduce((sum, one) => sum + (one.before ?? 0), 0);
  const chattering = outcomes.reduce((sum, one) => sum + one.chattering, 0);
  const own = outcomes.filter(({ overrideMethod }) => overrideMethod !== 0).length;
  const listed = outcomes
    .filter(({ count, before: old }) => count > 0 || (old ?? 0) > 0)
    .sort((a, b) => b.count - a.count);
  const shown = isWhole ? listed : listed.slice(0, SHOWN);
  return (
    <section className={classes.all} aria-label="On all assets">
      {state === 'running' ? (
        <div className={classes.progress}>
          <Progress value={(tried / Math.max(1, total)) * 100} aria-label="Assets tried" style={{ flex: 1 }} />
          <span>
            {tried} of {total}
          </span>
          <Button variant="default" size="compact-sm" onClick={trial.cancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button variant="default" disabled={!isReady} onClick={() => trial.start(props)}>
          Try on all {assets.length.toLocaleString('en')} assets
        </Button>
      )}
      {problem === undefined ? null : (
        <p role="alert" className={classes.before}>
          Not all could be tried. {problem}
        </p>
      )}
      {outcomes.length > 0 ? (
        <p role="status" className={classes.outcome}>
          On {state === 'done' && untried.length === 0 ? `all ${total}` : `${outcomes.length} of ${total}`} assets it
          would have been raised <strong>{timesText(raised)}</strong>, {(raised / hours).toPrecision(2)} an hour
          {raised / hours > MOST_AN_HOUR ? `: more than the ${MOST_AN_HOUR} that an operator can look after` : ''}
          {chattering > 0 ? `; ${chattering.toLocaleString('en')} of them chatter` : ''}.
          {inForce ? ` The rule in force raised it ${timesText(before)}.` : ''}
        </p>
      ) : null}
      {own > 0 ? (
        <p className={classes.before}>
          {own === 1 ? 'One asset has' : `${own.toLocaleString('en')} assets have`} an override, which was followed.
        </p>
      ) : null}
      {untried.length > 0 ? <Untried assets={untried} /> : null}
      {shown.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Asset</th>
              <th scope="col">As written</th>
              {inForce ? <th scope="col">Rule in force</th> : null}
              <th scope="col">Longest</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ assetId, name, count, before: old, longestSeconds, overrideMethod }) => (
              <tr key={assetId}>
                <th scope="row">
                  {name}
                  {overrideMethod === 0 ? null : <span className={classes.own}>{OVERRIDDEN[overrideMethod]}</span>}
                </th>
                <td>{count.toLocaleString('en')}</td>
                {inForce ? <td>{(old ?? 0).toLocaleString('en')}</td> : null}
                <td>{count === 0 ? '–' : durationText(longestSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {shown.length < listed.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {listed.length}
        </Button>
      ) : null}
    </section>
  );
}

/** What could not be tried, and why: where it is the same for many, said once. */
function Untried({ assets }: { assets: readonly UntriedAsset[] }) {
  const reasons = [...Map.groupBy(assets, ({ reason }) => reason)];
  return (
    <div role="alert" className={classes.before}>
      {reasons.map(([reason, those]) => {
        const names = those.slice(0, SHOWN).map(({ name }) => name);
        const more = those.length - names.length;
        return (
          <p key={reason} className={classes.untried}>
            Not tried on {names.join(', ')}
            {more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}: {reason}
          </p>
        );
      })}
    </div>
  );
}

const OVERRIDDEN = { 1: 'override only', 2: 'extended', 3: 'combined' } as const;

const timesText = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`);
