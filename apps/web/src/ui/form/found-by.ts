import type { OptionsFilter } from '@mantine/core';

/** Options that are found by further names than the one they show. @param namesOf by the value of an option */
export function foundBy(namesOf: (value: string) => readonly string[]): OptionsFilter {
  return ({ options, search, limit }) => {
    const wanted = search.trim().toLowerCase();
    const holds = (text: string) => text.toLowerCase().includes(wanted);
    const found = options.filter((one) => 'value' in one && [one.label, ...namesOf(one.value)].some(holds));
    return found.slice(0, limit);
  };
}
