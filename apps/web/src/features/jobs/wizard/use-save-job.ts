import { useQueryClient } from '@tanstack/react-query';
import { JOB_ASSET_DEFINITION, jobs } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import type { AttributeText } from './job-values.ts';

/** How one of the two posts went. */
export interface PostState {
  readonly label: string;
  readonly state: 'waiting' | 'saving' | 'saved' | 'failed';
  readonly problem?: string;
}

export interface JobToSave {
  readonly name: string;
  readonly rigSerial: string;
  readonly attributes: AttributeText[];
}

/**
 * Saves a job in both places, the job's own asset first (spec 2 §7). Where one of them fails, what is saved stays saved, and
 * saving again goes on with what is not; another job begins with both.
 */
export function useSaveJob() {
  const records = useQueryClient();
  const [posts, setPosts] = useState<readonly PostState[]>([]);
  const [saved, setSaved] = useState<{ of: string; count: number }>({ of: '', count: 0 });

  /** @returns whether all of it is saved */
  const save = async ({ name, rigSerial, attributes }: JobToSave): Promise<boolean> => {
    const of = JSON.stringify([name, rigSerial, attributes]);
    const targets = [
      { label: `Job ${name}`, serialNumber: `${JOB_ASSET_DEFINITION}!${name}`, query: { rig: rigSerial } },
      { label: `Snubbing unit ${rigSerial}`, serialNumber: rigSerial, query: {} },
    ];
    let done = saved.of === of ? saved.count : 0;
    const show = (state: 'saving' | 'failed' | 'saved', problem?: string) =>
      setPosts(
        targets.map(({ label }, index): PostState => {
          if (index < done) return { label, state: 'saved' };
          if (index > done) return { label, state: 'waiting' };
          return { label, state, ...(problem === undefined ? {} : { problem }) };
        }),
      );
    for (const { serialNumber, query } of targets.slice(done)) {
      show('saving');
      const problem = await refusalOf(
        callApi(jobs.putSerialAttributes, { params: { serialNumber }, query, body: attributes }),
      );
      if (problem !== undefined) {
        show('failed', problem);
        break;
      }
      done += 1;
      setSaved({ of, count: done });
    }
    if (done === targets.length) show('saved');
    await Promise.all([
      records.invalidateQueries({ queryKey: queryKeys.assets }),
      records.invalidateQueries({ queryKey: queryKeys.jobs }),
    ]);
    return done === targets.length;
  };
  const reset = () => {
    setPosts([]);
    setSaved({ of: '', count: 0 });
  };
  return { posts, save, reset };
}
