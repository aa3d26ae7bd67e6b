import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  'x-changes-state': z.boolean().optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema })),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
  responses: z.object({ 200: z.object({ content: z.record(z.string(), z.object({ schema })) }) }),
});

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });

export interface CallParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

/** One call of the portal, as this page shows it. */
export interface PortalCall {
  /** `alarms.closeAlarm`; also its place in the page's address. */
  id: string;
  group: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  summary: string;
  /** Who may make it. */
  access: string;
  /** Whether it changes something: every method but GET, and some calls by GET. */
  isUnsafe: boolean;
  parameters: readonly CallParameter[];
  body: JsonSchema | undefined;
  reply: JsonSchema | undefined;
  replyType: string;
}

/** The calls of the portal's OpenAPI document, in its order. Throws when it is none that this page understands. */
export function callsOf(document: unknown): PortalCall[] {
  const { paths } = documentSchema.parse(document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): PortalCall => {
      const [replyType = 'application/json', answer] = Object.entries(operation.responses[200].content)[0] ?? [];
      return {
        id: operation.operationId,
        group: operation.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        access: operation.description,
        isUnsafe: method !== 'get' || operation['x-changes-state'] === true,
        parameters: operation.parameters,
        body: operation.requestBody?.content['application/json']?.schema,
        reply: answer?.schema,
        replyType,
      };
    }),
  );
}

/** Whether every word typed occurs in what the call says of itself. */
export function matchesCall({ id, method, path, summary }: PortalCall, words: readonly string[]): boolean {
  const text = `${id} ${method} ${path} ${summary}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The address that a call goes to; undefined while a parameter of its path is missing. */
export function addressOf(
  { path, parameters }: PortalCall,
  values: Readonly<Record<string, string>>,
): string | undefined {
  const given = (name: string) => values[name]?.trim() ?? '';
  if (parameters.some((parameter) => parameter.required && given(parameter.name) === '')) return undefined;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given(name)));
  const query = new URLSearchParams(
    parameters.filter((p) => p.in === 'query' && given(p.name) !== '').map((p) => [p.name, given(p.name)]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** The call as a script makes it, with a token in an environment variable. */
export function curlOf({ method, body }: PortalCall, address: string, bodyText: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl -X ${method}`,
    '-H "Authorization: Bearer $TELLTALE_TOKEN"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quote(bodyText)}`] : []),
    quote(`${window.location.origin}${address}`),
  ];
  return parts.join(' \\\n  ');
}
