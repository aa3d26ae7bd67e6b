import { Anchor, Button } from '@mantine/core';
import { IconArrowRight, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { type assets, JOB } from '@telltale/contract';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import type { JobDraft } from './job-draft.ts';
import { attributesOf, comparedRows, jobNameOf } from './job-values.ts';
import { type PostState, useSaveJob } from './use-save-job.ts';
import classes from './wizard.module.css';
import type { StepNumber } from './wizard-steps.ts';

interface ConfirmStepProps {
  assets: readonly assets.Asset[];
  rig: assets.Asset | undefined;
  draft: JobDraft;
  zone: string;
  /** Steps in which something is missing. */
  missing: readonly { step: StepNumber; title: string }[];
  onShow: (step: StepNumber) => void;
  onSaved: () => void;
  onAnother: () => void;
}

/** The previous job against the new one, what is still missing, and saving it. */
export function ConfirmStep({ assets, rig, draft, zone, missing, onShow, onSaved, onAnother }: ConfirmStepProps) {
  const { posts, save, reset } = useSaveJob();
  const name = jobNameOf(draft.values);
  const rows = comparedRows(rig?.attributes ?? [], draft.values, draft.projection, zone);
  const ownAsset = name === undefined ? undefined : assets.find(({ serialNumber }) => sameName(serialNumber, name));
  const startMs = Date.parse(String(draft.values[JOB.start] ?? ''));
  const isBusy = posts.some(({ state }) => state === 'saving');
  const hasFailed = posts.some(({ state }) => state === 'failed');
  const isSaved = posts.length > 0 && posts.every(({ state }) => state === 'saved');
  const isReady = missing.length === 0 && rig !== undefined && name !== undefined;

  const submit = async () => {
    if (!rig || name === undefined) return;
    const attributes = attributesOf(draft.values, draft.projection);
    if (await save({ name, rigSerial: rig.serialNumber, attributes })) onSaved();
  };
  return (
    <>
      {isReady ? null : (
        <div className={classes.missing} role="status">
          <p>Before the job can be saved:</p>
          <ul>
            {rig === undefined ? <li>choose a snubbing unit above</li> : null}
            {missing.map(({ step, title }) => (
              <li key={step}>
                complete{' '}
                <Anchor component="button" type="button" onClick={() => onShow(step)}>
                  {title}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      )}
      {startMs > Date.now() ? (
        <p className={classes.note} role="status">
          This job starts in the future: its report begins then.
        </p>
      ) : null}
      <div className={classes.scroll}>
        <SmallTable label="Previous and new job" headers={['Attribute', 'Previous job', 'New job']}>
          {rows.map((row) => (
            <tr key={row.name} data-changed={row.isChanged || undefined} className={classes.compared}>
              <th scope="row">
                <WordsOf name={row.name} />
              </th>
              <td>{row.before || '–'}</td>
              <td>
                {row.after || '–'} {row.isChanged ? <span className={classes.mark}>changed</span> : null}
              </td>
            </tr>
          ))}
        </SmallTable>
      </div>
      {posts.length > 0 ? <Posts posts={posts} /> : null}
      {isSaved ? <p className={classes.done}>The job is saved.</p> : null}
      {ownAsset || (isSaved && rig) ? (
        <p className={classes.links}>
          {ownAsset ? <Link href={`/assets/${ownAsset.assetId}/dashboard`}>Dashboard of the job</Link> : null}
          {isSaved && rig ? <Link href={`/assets/${rig.assetId}/report`}>Well-service report</Link> : null}
          {isSaved ? <Link href="/jobs">All jobs</Link> : null}
        </p>
      ) : null}
      <div className={classes.save}>
        {isSaved ? (
          <Button
            variant="default"
            onClick={() => {
              reset();
              onAnother();
            }}
          >
            Open another job
          </Button>
        ) : (
          <Button
            disabled={!isReady}
            loading={isBusy}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            onClick={() => void submit()}
          >
            {hasFailed ? 'Try again' : 'Save job'}
          </Button>
        )}
      </div>
    </>
  );
}

/** The name of an attribute, which may break between its words where it has no room. */
function WordsOf({ name }: { name: string }) {
  const words = name.split(/(?<=[a-z])(?=[A-Z])/);
  return words.map((word, at) => (
    <Fragment key={word}>
      {at > 0 ? <wbr /> : null}
      {word}
    </Fragment>
  ));
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

const WORDS = { waiting: 'not saved', saving: 'being saved', saved: 'saved', failed: 'not saved' } as const;
const ICONS = { waiting: IconClock, saving: IconClock, saved: IconCheck, failed: IconX } as const;

/** What is saved, and what is not and why. */
function Posts({ posts }: { posts: readonly PostState[] }) {
  return (
    <ul className={classes.posts} aria-label="What is saved" role="status">
      {posts.map(({ label, state, problem }) => {
        const Icon = ICONS[state];
        return (
          <li key={label} data-state={state}>
            <Icon size={16} aria-hidden />
            <span>
              {label}: {WORDS[state]}.{problem === undefined ? '' : ` ${problem}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
