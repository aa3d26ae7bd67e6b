import type { commandDefinitions } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { fieldsOf, firstValues, sentValues } from './command-fields.ts';
import { commandTitle, effectText, parameterText } from './command-words.ts';

const form: commandDefinitions.CommandForm = {
  type: 'object',
  properties: {
    speed: { type: 'number', title: 'Speed', unit: '%', minimum: 0, maximum: 100 },
    stage: { type: 'integer', enum: [1, 2], default: 2 },
    note: { type: 'string', maxLength: 5, description: 'Why' },
    force: { type: 'boolean' },
  },
  required: ['speed'],
};

describe('the form of a template', () => {
  it('takes whole numbers alone where its schema does', () => {
    const whole = fieldsOf({ type: 'object', properties: { strokes: { type: 'integer', maximum: 9 } } });
    expect(whole).toEqual([
      { type: 'number', name: 'strokes', label: 'strokes', required: false, max: 9, isWhole: true },
    ]);
  });

  it('is drawn field by field', () => {
    expect(fieldsOf(form)).toEqual([
      { type: 'number', name: 'speed', label: 'Speed', required: true, unit: '%', min: 0, max: 100 },
      {
        type: 'enum',
        name: 'stage',
        label: 'stage',
        required: false,
        options: [
          { value: '1', label: '1' },
          { value: '2', label: '2' },
        ],
      },
      { type: 'text', name: 'note', label: 'note', required: false, description: 'Why', maxLength: 5 },
      { type: 'boolean', name: 'force', label: 'force', required: false },
    ]);
  });

  it('begins with its defaults, and sends choices in their own type', () => {
    const values = firstValues(form);
    expect(values).toEqual({ speed: null, stage: '2', note: null, force: false });
    expect(sentValues(form, { ...values, speed: 5 })).toEqual({ speed: 5, stage: 2, note: null, force: false });
  });
});

describe('a command in words', () => {
  it('is called as its template, or by module and name', () => {
    const command = '{"module":"pump","command":"speed","parameter":{"speed":5,"mode":"auto"}}';
    expect(commandTitle({ templateName: 'Set speed', command })).toBe('Set speed');
    expect(commandTitle({ templateName: null, command })).toBe('pump.speed');
    expect(parameterText(command)).toBe('speed: 5, mode: "auto"');
    expect(parameterText('{"module":"m","command":"c","parameter":[1]}')).toBe('[1]');
    expect(parameterText('{"module":"m","command":"c"}')).toBe('');
  });

  it('tells what was expected, and what was recorded', () => {
    const effect = {
      dataItemId: 5 as never,
      label: 'Speed',
      within: 60,
      expected: null,
      tolerance: 0,
      before: null,
      after: null,
    };
    expect(effectText({ effect: null, state: 'queued' }, 'UTC')).toBeNull();
    expect(effectText({ effect, state: 'delivered' }, 'UTC')).toBe('Speed: expected to move within 60 s.');
    expect(effectText({ effect, state: 'no effect' }, 'UTC')).toBe(
      'Speed: nothing was recorded, expected to move within 60 s.',
    );
    const after = { value: 5, time: '2026-01-01T00:00:00Z' };
    expect(effectText({ effect: { ...effect, expected: 5, after }, state: 'verified' }, 'UTC')).toMatch(
      /^Speed: 5 at .*, expected 5\.$/,
    );
  });
});
