import { useQuery } from '@tanstack/react-query';
import { openApiQuery } from '#api/openapi-query.ts';
import { Pending } from '#pages/Pending.tsx';
import { Page } from '#ui/page/Page.tsx';
import classes from './api-docs.module.css';
import { CallBrowser } from './CallBrowser.tsx';

/** Every call of the portal: what it takes and answers, and a form to try it in one's own session. */
export function ApiDocsPage() {
  const document = useQuery(openApiQuery);
  return (
    <Page title="Calls">
      <p className={classes.hint}>
        Paths match without regard to case and trailing slash. Scripts send <code>Authorization: Bearer</code> with an
        API token of your settings. The whole table is an <a href="/api/openapi.json">OpenAPI document</a>.
      </p>
      <Pending query={document} label="Loading the calls" failure="The calls could not be loaded." rows={14} />
      {document.data === undefined ? null : <CallBrowser document={document.data} />}
    </Page>
  );
}
