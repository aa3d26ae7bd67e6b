import { type AlarmDefinitionId, type AssetId, alarmDefinitions } from '@telltale/contract';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { expressionVariables } from './expression-variables.ts';
import type { Rule } from './use-backtest.ts';

export interface AssetOutcome {
  readonly assetId: number;
  readonly name: string;
  readonly count: number;
  readonly chattering: number;
  readonly longestSeconds: number;
  /** How often the rule in force raised it; undefined: it is the same rule. */
  readonly before: number | undefined;
  /** How the asset's own override was followed; 0: it has none. */
  readonly overrideMethod: alarmDefinitions.OverrideMethod;
}

/** An asset on which the rule cannot be tried, e.g. because it recorded too much. */
export interface UntriedAsset {
  readonly assetId: number;
  readonly name: string;
  readonly reason: string;
}

interface Trial {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  readonly tried: number;
  readonly total: number;
  readonly outcomes: readonly AssetOutcome[];
  readonly untried: readonly UntriedAsset[];
  readonly problem: string | undefined;
}

interface TrialInput {
  /** Whose override counts on an asset; undefined: of a new alarm nothing is overridden. */
  alarmDefinitionId: number | undefined;
  assets: readonly { assetId: number; name: string }[];
  rule: Rule;
  inForce: Rule | undefined;
  dataItems: readonly { dataItemId: number; label: string }[];
  span: { readonly fromMs: number; readonly toMs: number };
}

/** While the portal evaluates one it reads the next. */
const AT_ONCE = 2;
const IDLE: Trial = { state: 'idle', tried: 0, total: 0, outcomes: [], untried: [], problem: undefined };

/** Tries a rule on many assets; leaving the page, or another start, ends what is under way. */
export function useTrialOfAll() {
  const [trial, setTrial] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async ({ alarmDefinitionId, assets, rule, inForce, dataItems, span }: TrialInput) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setTrial({ ...IDLE, state: 'running', total: assets.length });
    const test = ({ expression, onDelay, offDelay, deadband }: Rule, assetId: number) =>
      callApi(alarmDefinitions.backtestAlarm, {
        body: {
          assetId: assetId as AssetId,
          ...(alarmDefinitionId === undefined ? {} : { alarmDefinitionId: alarmDefinitionId as AlarmDefinitionId }),
          withOverride: true,
          expression,
          variables: expressionVariables(expression, dataItems as never),
          onDelay,
          offDelay,
          deadband,
          from: new Date(span.fromMs).toISOString(),
          to: new Date(span.toMs).toISOString(),
        },
        signal: abort.signal,
      });
    let next = 0;
    const take = async () => {
      while (next < assets.length && !abort.signal.aborted) {
        const { assetId, name } = assets[next++] as TrialInput['assets'][number];
        try {
          const { count, chattering, longestSeconds, overrideMethod } = await test(rule, assetId);
          const before = inForce && (await test(inForce, assetId)).count;
          if (abort.signal.aborted) return;
          const outcome = { assetId, name, count, chattering, longestSeconds, before, overrideMethod };
          setTrial((so) => ({ ...so, tried: so.tried + 1, outcomes: [...so.outcomes, outcome] }));
        } catch (error) {
          if (!isOfAsset(error)) throw error;
          const untried = { assetId, name, reason: error.message };
          setTrial((so) => ({ ...so, tried: so.tried + 1, untried: [...so.untried, untried] }));
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, take));
      if (!abort.signal.aborted) setTrial((so) => ({ ...so, state: 'done' }));
    } catch (error) {
      if (abort.signal.aborted) return;
      abort.abort();
      setTrial((so) => ({ ...so, state: 'cancelled', problem: messageOf(error) }));
    }
  };
  const cancel = () => {
    running.current?.abort();
    setTrial((so) => ({ ...so, state: 'cancelled' }));
  };
  return { ...trial, start: (input: TrialInput) => void start(input), cancel };
}

/** Too many values, an override that names what went, an asset that was deleted meanwhile: the others can be tried. */
const OF_ASSET: readonly number[] = [400, 404, 413];

function isOfAsset(error: unknown): error is ApiError {
  return error instanceof ApiError && OF_ASSET.includes(error.status);
}
