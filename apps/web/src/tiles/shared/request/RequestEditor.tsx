import { Button, Select, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import type { Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
import { HeaderTable } from './HeaderTable.tsx';
import classes from './request.module.css';
import { useRequestPorts } from './request-ports.tsx';
import { REQUEST_METHODS, RESPONSE_KINDS, type TileRequest } from './request-settings.ts';
import { fetchTileData, requestErrorText } from './run-request.ts';
import { UrlField } from './UrlField.tsx';
import { useReadPath } from './use-read-path.ts';

interface RequestEditorProps {
  value: TileRequest;
  substitutions: Substitutions;
  onChange: (next: TileRequest) => void;
  /** What the parsing should give, e.g. `a list of rows`. */
  wants: string;
}

const KIND_LABELS = { json: 'JSON', text: 'Text' } as const;

/** Address, method, headers, body and parsing of a request, with a button that tries it (spec 2 §2.13). */
export function RequestEditor({ value, substitutions, onChange, wants }: RequestEditorProps) {
  const change = (part: Partial<TileRequest>) => onChange({ ...value, ...part });
  return (
    <>
      <FieldGroup title="Request">
        <UrlField label="URL" value={value.url} onChange={(url) => change({ url })} />
        <Select
          label="Method"
          allowDeselect={false}
          data={[...REQUEST_METHODS]}
          value={value.method}
          onChange={(method) => method !== null && change({ method: method as TileRequest['method'] })}
        />
        <Select
          label="Response"
          allowDeselect={false}
          data={RESPONSE_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          value={value.parse}
          onChange={(parse) => parse !== null && change({ parse: parse as TileRequest['parse'] })}
        />
        <HeaderTable headers={value.headers} onChange={(headers) => change({ headers })} />
        {value.method === 'POST' ? (
          <Code label="Body" value={value.body} onChange={(body) => change({ body })} />
        ) : null}
        <Code
          label="Parsing"
          description={`JavaScript that makes ${wants} from data, as an expression or with return. Empty takes the answer as it is.`}
          value={value.parsing}
          onChange={(parsing) => change({ parsing })}
        />
      </FieldGroup>
      <TestRequest request={value} substitutions={substitutions} />
    </>
  );
}

interface CodeProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

function Code({ label, description, value, onChange }: CodeProps) {
  return (
    <Textarea
      className={classes.code ?? ''}
      label={label}
      description={description}
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type Trial = { state: 'none' | 'running' } | { state: 'done'; text: string } | { state: 'failed'; text: string };
const MAX_SHOWN = 4_000;

function TestRequest({ request, substitutions }: { request: TileRequest; substitutions: Substitutions }) {
  const ports = useRequestPorts();
  const readPath = useReadPath(substitutions);
  const [trial, setTrial] = useState<Trial>({ state: 'none' });
  const answer = useRef<HTMLDivElement>(null);
  // The form is longer than its window: what was asked for must not lie below its edge.
  useEffect(() => {
    if (trial.state === 'done' || trial.state === 'failed') answer.current?.scrollIntoView({ block: 'nearest' });
  }, [trial]);

  async function test() {
    setTrial({ state: 'running' });
    try {
      const data = await fetchTileData(request, readPath, ports, AbortSignal.timeout(60_000));
      const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
      setTrial({ state: 'done', text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text });
    } catch (error) {
      setTrial({ state: 'failed', text: requestErrorText(error) });
    }
  }
  return (
    <div ref={answer} className={classes.trial}>
      <Button variant="default" loading={trial.state === 'running'} onClick={() => void test()}>
        Test request
      </Button>
      {trial.state === 'done' ? (
        <section aria-label="Result of the test" role="status">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={classes.result} tabIndex={0}>
            {trial.text}
          </pre>
        </section>
      ) : null}
      {trial.state === 'failed' ? (
        <p className={classes.error} role="alert">
          {trial.text}
        </p>
      ) : null}
    </div>
  );
}
