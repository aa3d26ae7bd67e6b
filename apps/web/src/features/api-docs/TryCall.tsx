import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import { confirm } from '#ui/confirm.ts';
import classes from './api-docs.module.css';
import { CallAnswer } from './CallAnswer.tsx';
import { limitsText, sampleOf, typeText } from './json-schema.ts';
import { addressOf, curlOf, type PortalCall } from './portal-calls.ts';
import { type CallOutcome, sendCall } from './send-call.ts';

/** The parameters and body of a call to fill in, and what it answered. */
export function TryCall({ call }: { call: PortalCall }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() => (call.body ? JSON.stringify(sampleOf(call.body), null, 2) : ''));
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<CallOutcome>();
  const [problem, setProblem] = useState<string>();
  const address = addressOf(call, values);
  const bodyProblem = call.body ? faultOfJson(body) : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (address === undefined || bodyProblem !== undefined) return;
    const question = { title: 'Make this call?', message: `${call.method} ${address}`, confirmLabel: 'Send' };
    if (call.isUnsafe && !(await confirm({ ...question, isDestructive: call.method === 'DELETE' }))) return;
    setBusy(true);
    setProblem(undefined);
    try {
      setOutcome(await sendCall(call.method, address, call.body ? body : undefined));
    } catch {
      setOutcome(undefined);
      setProblem('The portal does not answer. Check the connection and try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {call.parameters.map(({ name, required, schema, in: where }) => (
          <TextInput
            key={name}
            label={name}
            description={[`${where}, ${typeText(schema)}`, limitsText(schema)].filter(Boolean).join('; ')}
            required={required}
            spellCheck={false}
            value={values[name] ?? ''}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
        ))}
        {call.body ? (
          <Textarea
            label="Body"
            description="JSON"
            classNames={{ input: classes.body ?? '' }}
            rows={Math.min(20, Math.max(4, body.split('\n').length + 1))}
            resize="vertical"
            spellCheck={false}
            value={body}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
            error={bodyProblem}
          />
        ) : null}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy} {...(call.isUnsafe ? { color: 'red' } : {})}>
            Send
          </Button>
          {address === undefined ? null : <CopyButton text={curlOf(call, address, body)} what="as curl command" />}
        </div>
      </form>
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {outcome ? <CallAnswer outcome={outcome} name={call.id} /> : null}
    </>
  );
}

function faultOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}
