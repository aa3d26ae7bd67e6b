import { Alert, Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { alerts } from '@telltale/contract';
import { useState } from 'react';
import { textGatewayQuery } from '#api/alerts/alert-queries.ts';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './ways.module.css';

const FIRST: alerts.TextGateway = {
  url: '',
  contentType: 'application/json',
  body: '{"to": "{phone}", "message": "{text}"}',
  hasAuthorization: false,
};

/** What sends texts to phones. */
export function TextGateway() {
  const gateway = useQuery(textGatewayQuery);
  return (
    <section aria-labelledby="texts-heading">
      <h2 id="texts-heading">Texts to phones</h2>
      <p className={classes.lead}>
        A service that sends texts gets a POST for each of them. Who wants texts switches them on in their settings.
      </p>
      <Pending query={gateway} label="Loading the service" failure="The service could not be loaded." rows={3} />
      {gateway.data === undefined ? null : (
        // What has changed meanwhile is what is edited next.
        <TextGatewayForm key={JSON.stringify(gateway.data)} stored={gateway.data} />
      )}
    </section>
  );
}

function TextGatewayForm({ stored }: { stored: alerts.TextGateway | null }) {
  const client = useQueryClient();
  const [gateway, setGateway] = useState(stored ?? FIRST);
  const [authorization, setAuthorization] = useState<string>();
  const put = (part: Partial<alerts.TextGateway>) => setGateway({ ...gateway, ...part });
  const reload = () => client.invalidateQueries({ queryKey: textGatewayQuery.queryKey });
  const save = async () => {
    const { url, contentType, body } = gateway;
    const secret = authorization === undefined ? {} : { authorization };
    await callApi(alerts.saveTextGateway, { body: { url, contentType, body, ...secret } });
    toast('Texts are sent by this service from now on.');
    await reload();
  };
  const remove = async () => {
    await callApi(alerts.deleteTextGateway);
    toast('No texts are sent any more.');
    await reload();
  };
  const saving = useSubmit(() => refusalOf(save()));
  const removing = useSubmit(() => refusalOf(remove()));
  const problem = saving.problem ?? removing.problem;
  return (
    <form className={classes.form} onSubmit={saving.onSubmit} aria-label="Texts to phones">
      <TextInput
        label="Address of the service"
        placeholder="https://texts.example/send"
        value={gateway.url}
        onChange={({ currentTarget }) => put({ url: currentTarget.value })}
      />
      <Select
        label="Kind of body"
        data={[...alerts.textContentTypeSchema.options]}
        allowDeselect={false}
        value={gateway.contentType}
        onChange={(kind) => put({ contentType: alerts.textContentTypeSchema.parse(kind) })}
      />
      <Textarea
        label="Body"
        description="{phone} and {text} are replaced."
        rows={3}
        value={gateway.body}
        onChange={({ currentTarget }) => put({ body: currentTarget.value })}
      />
      <TextInput
        label="Authorization"
        description={
          gateway.hasAuthorization && stored?.url === gateway.url
            ? 'One is stored. It stays unless another is typed.'
            : 'The header as the service wants it, “Bearer …” say. Empty: none.'
        }
        autoComplete="off"
        value={authorization ?? ''}
        onChange={({ currentTarget }) => setAuthorization(currentTarget.value)}
      />
      {problem === undefined ? null : <Alert color="red">{problem}</Alert>}
      <div className={classes.actions}>
        {stored === null ? null : (
          <Button variant="default" loading={removing.isBusy} onClick={removing.onSubmit}>
            Send no texts
          </Button>
        )}
        <Button type="submit" loading={saving.isBusy} disabled={gateway.url.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}
