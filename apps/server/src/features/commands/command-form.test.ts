import type { commandDefinitions } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { HttpError } from '#http/errors.ts';
import { readForm } from './command-form.ts';

const form: commandDefinitions.CommandForm = {
  type: 'object',
  properties: {
    speed: { type: 'number', minimum: 0, maximum: 100, unit: '%' },
    steps: { type: 'integer', default: 3 },
    mode: { type: 'string', enum: ['auto', 'hand'] },
    note: { type: 'string', maxLength: 5 },
    force: { type: 'boolean' },
  },
  required: ['speed'],
};

describe('the form of a command', () => {
  it('takes what fits, with its defaults', () => {
    const read = readForm(form, { speed: 50.5, mode: 'auto', note: '', force: null }, 'values');
    expect(Object.fromEntries(read)).toEqual({ speed: 50.5, steps: 3, mode: 'auto' });
  });

  it.each([
    ['nothing where something is needed', {}, 'values.speed'],
    ['a number beyond its limit', { speed: 101 }, 'values.speed'],
    ['a text for a number', { speed: '50' }, 'values.speed'],
    ['no number', { speed: Number.NaN }, 'values.speed'],
    ['a fraction of a whole number', { speed: 1, steps: 1.5 }, 'values.steps'],
    ['what is no choice', { speed: 1, mode: 'off' }, 'values.mode'],
    ['a text that is too long', { speed: 1, note: '123456' }, 'values.note'],
    ['1 for true', { speed: 1, force: 1 }, 'values.force'],
    ['a field that it does not have', { speed: 1, other: 1 }, 'values.other'],
    ['a field of every object', { speed: 1, constructor: 1 }, 'values.constructor'],
    ['__proto__', JSON.parse('{"speed":1,"__proto__":1}'), 'values.__proto__'],
  ])('refuses %s by name', (_, values, field) => {
    const refused = () => readForm(form, values, 'values');
    expect(refused).toThrow(HttpError);
    expect(refused).toThrow(`${field}: `);
  });
});
