import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';

interface TextLook {
  fontSize: number;
  decimals: number | null;
}

interface TextLookFieldsProps {
  settings: TextLook;
  onChange: (change: Partial<TextLook>) => void;
}

/** How large a text with values is, and how it rounds them. */
export function TextLookFields({ settings, onChange }: TextLookFieldsProps) {
  return (
    <>
      <RequiredNumber
        label="Font size"
        min={6}
        max={200}
        value={settings.fontSize}
        onChange={(fontSize) => onChange({ fontSize })}
      />
      <DecimalsField value={settings.decimals} onChange={onChange} />
    </>
  );
}
