import { Select } from '@mantine/core';

const CHOICES = [
  { value: 'amcharts', label: 'amCharts (more features)' },
  { value: 'uplot', label: 'uPlot (better performance)' },
];

interface LibraryFieldProps {
  value: string;
  onChange: (library: string) => void;
}

/** The choice of what draws a graph (spec 1 §2). A stored name that is neither stays to be seen. */
export function LibraryField({ value, onChange }: LibraryFieldProps) {
  const isKnown = CHOICES.some((choice) => choice.value === value);
  return (
    <Select
      label="Library"
      allowDeselect={false}
      data={isKnown ? CHOICES : [...CHOICES, value]}
      value={value}
      onChange={(library) => library !== null && onChange(library)}
    />
  );
}
