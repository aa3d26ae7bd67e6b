import type { commandDefinitions } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { emptyRow, problemOfRow, schemaOf } from './field-rows.ts';
import { emptyTemplate, fieldsOfTemplate, formOf, problemOf, templateBody } from './template-fields.ts';

const template = {
  commandDefinitionId: 3,
  assetDefinitionId: 7,
  name: 'Set speed',
  module: 'pump',
  command: 'speed',
  form: {
    type: 'object',
    properties: {
      speed: { type: 'number', title: 'Speed', unit: '%', minimum: 0, maximum: 100, default: 50 },
      stage: { type: 'integer', enum: [1, 2], default: 1 },
      mode: { type: 'string', enum: ['auto', 'hand'] },
      note: { type: 'string', maxLength: 20, description: 'Why' },
      force: { type: 'boolean', default: true },
    },
    required: ['speed'],
  },
  parameterField: 'speed',
  dataItemId: 501,
  expectedField: 'speed',
  tolerance: 0.5,
  within: 30,
  expiration: 60,
  dangerous: true,
} as unknown as commandDefinitions.CommandDefinition;

describe('the fields of a template', () => {
  it('say all that a template says, and back', () => {
    expect(templateBody(fieldsOfTemplate(template), 7, template)).toEqual(template);
  });

  it('take their defaults where they are blank, and expect nothing of what nobody looks at', () => {
    const blank = { ...fieldsOfTemplate(template), tolerance: null, within: null, expiration: null, dataItemId: null };
    expect(templateBody(blank, 7, undefined)).toMatchObject({
      tolerance: 0,
      within: 60,
      expiration: 900,
      dataItemId: null,
      expectedField: null,
    });
    expect(templateBody(blank, 7, undefined)).not.toHaveProperty('commandDefinitionId');
  });

  it('follow a field that is renamed', () => {
    const fields = fieldsOfTemplate(template);
    const rows = fields.rows.map((row) => (row.name === 'speed' ? { ...row, name: 'rate' } : row));
    const body = templateBody({ ...fields, rows }, 7, template);
    expect([body.parameterField, body.expectedField, body.form?.required]).toEqual(['rate', 'rate', ['rate']]);
  });

  it('say what keeps them from being saved', () => {
    const row = { ...emptyRow(0), name: 'a' };
    const named = { ...emptyTemplate, name: 'A', module: 'm', command: 'c' };
    expect(problemOf(emptyTemplate)).toBe('A command needs a name, a module and a command.');
    expect(problemOf(named)).toBeUndefined();
    expect(problemOf({ ...named, rows: [row, { ...row, key: 1 }] })).toBe("There are two fields 'a'.");
    expect(problemOf({ ...named, rows: [emptyRow(0)] })).toBe('A field needs a name.');
  });
});

describe('a field of a form', () => {
  const row = { ...emptyRow(0), name: 'a' };
  it.each([
    [{ minimum: 2, maximum: 1 }, 'a: Max must not be below Min.'],
    [{ choices: '1\nx' }, "a: the choice 'x' is not a number."],
    [{ type: 'integer', choices: '1.5' }, "a: the choice '1.5' is not a whole number."],
    [{ first: 'x' }, 'a: what it begins with is not a number.'],
    [{ type: 'boolean', first: 'x' }, 'a: what it begins with is not true or false.'],
    [{ choices: '1\n2', first: '3' }, 'a: what it begins with is none of its choices.'],
    [{ choices: '1\n2', first: '2' }, undefined],
  ] as const)('of %j: %s', (more, problem) => {
    expect(problemOfRow({ ...row, ...more })).toBe(problem);
  });

  it('keeps only what its type has', () => {
    const typed = { ...row, unit: 'm', minimum: 1, maxLength: 5, choices: '1', first: '' };
    expect(schemaOf({ ...typed, type: 'boolean' })).toEqual({ type: 'boolean' });
    expect(schemaOf({ ...typed, type: 'string' })).toEqual({ type: 'string', maxLength: 5, enum: ['1'] });
    expect(schemaOf({ ...typed, type: 'integer' })).toEqual({ type: 'integer', unit: 'm', minimum: 1, enum: [1] });
  });

  it('that is not whole yet is left out of the form', () => {
    expect(formOf([emptyRow(0), { ...row, isRequired: false }])).toEqual({
      type: 'object',
      properties: { a: { type: 'number' } },
    });
  });
});
