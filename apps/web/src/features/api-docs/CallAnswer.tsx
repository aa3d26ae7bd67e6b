import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '#ui/save-file.ts';
import classes from './api-docs.module.css';
import type { CallOutcome } from './send-call.ts';

/** Status, headers and body of an answer. */
export function CallAnswer({ outcome, name }: { outcome: CallOutcome; name: string }) {
  const { status, statusText, headers, milliseconds, bytes, text, isCut, content } = outcome;
  return (
    <section className={classes.answer} aria-label="Answer">
      <p className={classes.status} role="status" data-good={status >= 200 && status < 300}>
        <strong>{status === 0 ? 'Redirect' : `${status} ${statusText}`}</strong>
        {` in ${milliseconds.toLocaleString()} ms, ${bytes.toLocaleString()} bytes`}
      </p>
      <details>
        <summary>{headers.length} headers</summary>
        <dl className={classes.headers}>
          {headers.map(([header, value]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text === undefined ? (
        <p className={classes.dim}>The body is no text.</p>
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
      {isCut || text === undefined ? (
        <>
          {isCut ? <p className={classes.dim}>Only its beginning is shown.</p> : null}
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => saveFile(content, name, content.type)}
          >
            Save the whole body
          </Button>
        </>
      ) : null}
    </section>
  );
}
