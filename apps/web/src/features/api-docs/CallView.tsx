import { IconAlertTriangle } from '@tabler/icons-react';
import { Facts } from '#ui/Facts.tsx';
import classes from './api-docs.module.css';
import { typeText } from './json-schema.ts';
import type { PortalCall } from './portal-calls.ts';
import { TryCall } from './TryCall.tsx';

/** One call: what it is for, who may make it, what it takes and answers, and the form to try it. */
export function CallView({ call }: { call: PortalCall }) {
  const { method, path, summary, access, isUnsafe, body, reply, replyType } = call;
  return (
    <article aria-labelledby="call-title">
      <h2 id="call-title" className={classes.callTitle}>
        <span className={classes.method} data-unsafe={isUnsafe}>
          {method}
        </span>
        <code>{path}</code>
      </h2>
      <p>{summary}.</p>
      <Facts>
        <dt>Who may</dt>
        <dd>{access}</dd>
        {body ? (
          <>
            <dt>Takes</dt>
            <dd>
              <pre className={classes.type}>{typeText(body)}</pre>
            </dd>
          </>
        ) : null}
        <dt>Answers</dt>
        <dd>
          {replyType.startsWith('application/json') ? (
            <pre className={classes.type}>{typeText(reply)}</pre>
          ) : (
            <code>{replyType}</code>
          )}
        </dd>
      </Facts>
      <h3 className={classes.subtitle}>Try it</h3>
      {isUnsafe ? (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          This call changes something. It is made for real, on this portal, in your name.
        </p>
      ) : null}
      <TryCall call={call} />
    </article>
  );
}
