import { type Access, type Call, callTable, PROOF_MS, type Proof, permissionCatalogue } from '@telltale/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The JSON schema of what is sent (input) or answered (output); what JSON schema cannot say becomes "anything". */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
}

/**
 * The schema of a reply for a place inside the document. What refers to itself (a slot holds systems, which have slots) comes
 * with definitions of its own; those are put among the document's, since a reference begins at the document's root.
 */
function replySchemaOf(schema: z.ZodType, operationId: string, schemas: Json): Json {
  const { $defs = {}, ...json }: Json & { $defs?: Json } = schemaOf(schema, 'output');
  const nameOfDefinition = (name: string) => `${operationId}.${name.replaceAll('_', '')}`;
  const withReferences = (part: unknown): Json =>
    JSON.parse(JSON.stringify(part), (key, value: unknown) =>
      key === '$ref' ? `#/components/schemas/${nameOfDefinition(String(value).replace('#/$defs/', ''))}` : value,
    );
  for (const [name, definition] of Object.entries($defs)) schemas[nameOfDefinition(name)] = withReferences(definition);
  return Object.keys($defs).length === 0 ? json : withReferences(json);
}

function nameOf(permissionId: number): string {
  const known = permissionCatalogue.find((entry) => entry.permissionId === permissionId);
  return `${permissionId} (${known?.name ?? 'unknown'})`;
}

function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Anyone';
    case 'session':
      return 'A session or API token';
    case 'device':
      return 'The access token of a device, in the path';
    case 'operations':
      return 'This machine, or an API token';
    case 'permission': {
      const either = [access.permissionId, ...(access.or ?? [])].map(nameOf).join(' or ');
      return `Permission ${[either, ...(access.and ?? []).map(nameOf)].join(' and ')}`;
    }
  }
}

function describeProof(proof: Proof | undefined): string[] {
  if (proof === undefined) return [];
  const session = 'No API token: a session is needed';
  if (proof === 'session') return [session];
  const fresh = `${session}, with a login or proof younger than ${PROOF_MS / 60_000} minutes`;
  return [proof === 'fresh' ? fresh : `${fresh}, when ${proof.when}`];
}

function parametersOf(call: Call, where: 'path' | 'query'): Json[] {
  const schema = where === 'path' ? call.params : call.query;
  if (!schema) return [];
  const { properties, required } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (required?.includes(name) ?? false),
    schema: property,
  }));
}

function operationOf(resource: string, name: string, call: Call, schemas: Json): Json {
  const operationId = `${resource}.${name}`;
  const type = call.replyType ?? 'application/json';
  const isPublic = call.access.kind === 'public' || call.access.kind === 'device';
  return {
    operationId,
    tags: [resource],
    summary: call.summary,
    description: [describeAccess(call.access), ...describeProof(call.proof)].join('. '),
    ...(isPublic ? { security: [] } : {}),
    // Some calls by GET change something (spec 1 §7): readers of this document must not take them for safe.
    ...(call.changesState ? { 'x-changes-state': true } : {}),
    ...(call.leavesTrace ? { 'x-leaves-trace': true } : {}),
    parameters: [...parametersOf(call, 'path'), ...parametersOf(call, 'query')],
    ...(call.body
      ? {
          requestBody: {
            required: !call.body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: { [type]: { schema: replySchemaOf(call.reply, operationId, schemas) } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** The call table as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const { resource, name, call } of callTable) {
    const operation = { [call.method.toLowerCase()]: operationOf(resource, name, call, schemas) };
    paths[call.path] = { ...paths[call.path], ...operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Telltale', version },
    paths,
    security: [{ session: [] }, { token: [] }],
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'authJWT' },
        token: { type: 'http', scheme: 'bearer' },
      },
      responses: {
        Refusal: {
          description: 'A refusal',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['error'],
                properties: {
                  error: {
                    type: 'object',
                    required: ['code', 'message'],
                    properties: { code: { type: 'string' }, message: { type: 'string' }, details: {} },
                  },
                },
              },
            },
          },
        },
      },
    },
  };
}
