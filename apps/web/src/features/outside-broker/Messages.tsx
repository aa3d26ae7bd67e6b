import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type BrokerMessage, type BrokerRule, topicFilterSchema } from '@telltale/contract';
import { formatDateTimeExact, formatTimeOfDay } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { brokerLookQuery } from '#api/portal/broker-queries.ts';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import classes from './broker.module.css';

interface MessagesProps {
  rules: readonly BrokerRule[];
  isThere: boolean;
  /** The rules are not saved yet. */
  isDraft: boolean;
}

const FILTER = 'filter';
const TYPING_MS = 500;

/** The last messages of a topic filter, each with what the rules make of it. */
export function Messages({ rules, isThere, isDraft }: MessagesProps) {
  const { params, set } = useAddressParams();
  const filter = params.get(FILTER) ?? '';
  const isFilter = topicFilterSchema.safeParse(filter).success;
  const [asked] = useDebouncedValue(JSON.stringify({ filter, rules }), TYPING_MS);
  const question = JSON.parse(asked) as { filter: string; rules: BrokerRule[] };
  const isAsked = isThere && topicFilterSchema.safeParse(question.filter).success;
  const { data, error } = useQuery({ ...brokerLookQuery(question.filter, question.rules), enabled: isAsked });
  const trouble = error === null ? data?.failure : messageOf(error);
  return (
    <section aria-labelledby="broker-messages" className={classes.messages}>
      <h2 id="broker-messages">What comes now</h2>
      <TextInput
        label="Topic filter"
        description="Its messages are shown from now on, and stored by nobody but the rules that are saved."
        placeholder="plant/#"
        value={filter}
        error={filter === '' || isFilter ? undefined : 'It must be a filter like plant/+/pumps/#.'}
        onChange={({ currentTarget }) => set({ [FILTER]: currentTarget.value })}
      />
      {trouble == null ? null : <LineNote>{trouble}</LineNote>}
      {isAsked ? (
        <Seen messages={data?.messages} isDraft={isDraft} total={data?.total ?? 0} />
      ) : (
        <EmptyState title={isThere ? 'Which topics?' : 'There is no broker to look at.'}>
          {isThere ? 'Write a filter: # shows everything that the broker lets the portal read.' : null}
        </EmptyState>
      )}
    </section>
  );
}

function Seen({
  messages,
  total,
  isDraft,
}: {
  messages: readonly BrokerMessage[] | undefined;
  total: number;
  isDraft: boolean;
}) {
  const zone = useOwnZone();
  if (messages === undefined) return <SkeletonRows label="Loading the messages" rows={4} />;
  if (messages.length === 0) return <EmptyState title="Nothing has come yet.">The portal listens.</EmptyState>;
  return (
    <>
      <p className={classes.dim}>
        {total.toLocaleString()} since you look; the newest {messages.length} are here
        {isDraft ? ', with what your unsaved rules would make of them' : ''}.
      </p>
      <ol className={classes.list} aria-label="Messages">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message has no name, and may be as another was
          <li key={`${message.time} ${index}`} className={classes.message}>
            <div className={classes.topic}>
              <code>{message.topic}</code>
              <time dateTime={message.time}>{formatTimeOfDay(Date.parse(message.time), zone)}</time>
            </div>
            <pre className={classes.text}>{message.text || '(empty)'}</pre>
            {message.retained ? <p className={classes.dim}>Kept by the broker from before.</p> : null}
            {message.outcomes.length === 0 ? <p className={classes.dim}>No rule is for this topic.</p> : null}
            {message.outcomes.map(({ rule, serialNumber, points, problems }) => (
              <div key={rule} className={classes.outcome}>
                <strong>{rule}</strong>
                {serialNumber === null ? null : <span>asset {serialNumber}</span>}
                {points.map(({ label, value, unit, time }) => (
                  <span key={`${label} ${time}`}>
                    {label} = {value ?? '- -'} {unit}
                    {time === null ? '' : ` at ${formatDateTimeExact(Date.parse(time), zone)}`}
                  </span>
                ))}
                {problems.map((problem) => (
                  <span key={problem} className={classes.problem}>
                    set aside: {problem}
                  </span>
                ))}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
