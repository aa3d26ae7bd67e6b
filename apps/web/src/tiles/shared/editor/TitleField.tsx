import { TextInput, type TextInputProps } from '@mantine/core';

interface TitleFieldProps extends Pick<TextInputProps, 'description' | 'placeholder'> {
  value: string;
  onChange: (change: { title: string }) => void;
}

/** What stands above a tile. */
export function TitleField({ value, onChange, ...props }: TitleFieldProps) {
  return (
    <TextInput
      label="Title"
      {...props}
      value={value}
      onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
    />
  );
}
