import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { ColourButton } from '#ui/form/ColourButton.tsx';
import classes from './editor.module.css';

interface ColourFieldProps {
  label: string;
  value: string;
  onChange: (colour: string) => void;
  /** What the theme shows for ''. */
  defaultColour: string;
}

/** A labelled colour with the palette's series as swatches. */
export function ColourField({ label, value, onChange, defaultColour }: ColourFieldProps) {
  const { series } = usePalette();
  return (
    <div className={classes.colour}>
      <span aria-hidden="true">{label}</span>
      <ColourButton label={label} value={value} onChange={onChange} swatches={series} defaultColour={defaultColour} />
    </div>
  );
}
