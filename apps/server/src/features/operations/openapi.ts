import { type Access, type Call, callTable, permissionCatalogue } from '@telltale/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The JSON schema of what is sent (input) or answered (output); what JSON schema cannot say becomes "anything". */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
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

function operationOf(resource: string, name: string, call: Call): Json {
  const type = call.replyType ?? 'application/json';
  const isPublic = call.access.kind === 'public' || call.access.kind === 'device';
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: call.summary,
    description: describeAccess(call.access),
    ...(isPublic ? { security: [] } : {}),
    // Some calls by GET change something (spec 1 §7): readers of this document must not take them for safe.
    ...(call.changesState ? { 'x-changes-state': true } : {}),
    parameters: [...parametersOf(call, 'path'), ...parametersOf(call, 'query')],
    ...(call.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: { [type]: { schema: schemaOf(call.reply, 'output') } } },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** The call table as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const { resource, name, call } of callTable) {
    const operation = { [call.method.toLowerCase()]: operationOf(resource, name, call) };
    paths[call.path] = { ...paths[call.path], ...operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Telltale', version },
    paths,
    security: [{ session: [] }, { token: [] }],
    components: {
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
