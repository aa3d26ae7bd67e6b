import { describe, expect, it } from 'vitest';
import { compileCondition } from '#expression/condition.ts';
import { variableKey } from '#expression/variable-name.ts';
import { ConditionRun } from './condition-run.ts';

/** The cause with each number that is a variable's value as `[number variable]`. */
function marked(condition: string, values: Readonly<Record<string, number | string>>): string {
  const compiled = compileCondition(condition);
  const run = new ConditionRun(compiled);
  for (const [place, name] of compiled.variables.entries()) {
    for (const [key, value] of Object.entries(values)) {
      if (variableKey(key) === variableKey(name)) run.set(place, 1_000, value);
    }
  }
  run.evaluate(2_000, 0);
  const { text, numbers } = run.cause();
  return numbers
    .toSorted((one, other) => other.start - one.start)
    .reduce((told, { start, end, place }) => {
      return `${told.slice(0, start)}[${told.slice(start, end)} ${compiled.variables[place]}]${told.slice(end)}`;
    }, text);
}

describe('which numbers of a cause are values of which variable', () => {
  it.each([
    ['_Pressure > 100', '_Pressure > [100 _Pressure] (_Pressure = [104.2 _Pressure])'],
    ['100 < _pressure', '[100 _pressure] < _pressure (_pressure = [104.2 _pressure])'],
    ['_Pressure > -5', '_Pressure > [-5 _Pressure] (_Pressure = [104.2 _Pressure])'],
    ['_Pressure > 1e30', '_Pressure > [1e+30 _Pressure] (_Pressure = [104.2 _Pressure])'],
    ['_Pressure IN (1.50, 2)', '_Pressure in ([1.5 _Pressure], [2 _Pressure]) (_Pressure = [104.2 _Pressure])'],
    [
      'held(_Pressure > 100 and _Level <= 3, 60)',
      'held(_Pressure > [100 _Pressure] and _Level <= [3 _Level], 60) (_Pressure = [104.2 _Pressure], _Level = [2 _Level])',
    ],
    ['avg(_Pressure, 60) > 100', 'avg(_Pressure, 60) > [100 _Pressure] (avg(_Pressure, 60) = [104.2 _Pressure])'],
    // A text before shifts what follows; the number in it is a text.
    [
      '_State = "on 5" and _Pressure > 7',
      '_State = "on 5" and _Pressure > [7 _Pressure] (_State = "on 5", _Pressure = [104.2 _Pressure])',
    ],
    // What is no value of a variable has not its unit.
    ['_Pressure - _Level > 100', '_Pressure - _Level > 100 (_Pressure = [104.2 _Pressure], _Level = [2 _Level])'],
    ['delta(_Pressure, 60) > 5', 'delta(_Pressure, 60) > 5 (delta(_Pressure, 60) = 0)'],
    ['age(_Pressure) > 5', 'age(_Pressure) > 5 (age(_Pressure) = 1)'],
    [
      'count(_Pressure > 5, 60) >= 0',
      'count(_Pressure > [5 _Pressure], 60) >= 0 (count(_Pressure > [5 _Pressure], 60) = 0, _Pressure = [104.2 _Pressure])',
    ],
    ['_Unknown > 3', '_Unknown > [3 _Unknown] (_Unknown = unknown)'],
  ])('of %s', (condition, expected) => {
    expect(marked(condition, { _Pressure: 104.2, _Level: 2, _State: 'on 5' })).toBe(expected);
  });
});
